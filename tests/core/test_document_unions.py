"""Documents with objects of several kinds: read strictly, with every fault in its place."""

import json
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta

from pult.core.document import Part, Text, decode, localized, read_document
from pult.core.errors import DocumentError


class Ball(Part, frozen=True, tag_field="type", tag="ball"):
    radius: float
    colour: Literal["red", "blue"] = "red"


class Box(Part, frozen=True, tag_field="type", tag="box"):
    size: Annotated[list[float], Meta(min_length=3, max_length=3)]
    lid: bool = False
    count: int = 1


class Pile(Part, frozen=True, tag_field="type", tag="pile"):
    things: list["Ball | Box"]
    by_name: dict[str, "Ball | Box"] = {}
    best: "Ball | Box | None" = None
    from_site: str = msgspec.field(name="from", default="")


Thing = Ball | Box | Pile


class Store(Part, frozen=True):
    format: Literal["pult.store"]
    version: Literal[1]
    things: dict[str, Thing] = {}
    main: Thing | None = None
    title: Text = ""


HEAD = {"format": "pult.store", "version": 1}


def faults(**fields):
    with pytest.raises(DocumentError) as error:
        read_document({**HEAD, **fields}, Store, "pult.store")
    return [(fault.place, fault.message) for fault in error.value.faults]


def test_objects_are_told_apart_by_their_key():
    document, title, _ = read_document(
        {**HEAD, "things": {"a": {"type": "ball", "radius": 2}, "b": {"type": "box", "size": [1, 2, 3], "lid": True}}},
        Store,
        "pult.store",
    )
    assert document.things == {"a": Ball(radius=2.0), "b": Box(size=[1.0, 2.0, 3.0], lid=True)}
    assert title == "store"


def test_unions_may_lie_in_lists_maps_and_each_other():
    inner = {
        "type": "pile",
        "things": [{"type": "ball", "radius": 1}],
        "by_name": {"x": {"type": "box", "size": [1, 1, 1]}},
        "from": "here",
    }
    document, _, _ = read_document({**HEAD, "things": {"p": inner}}, Store, "pult.store")
    pile = document.things["p"]
    assert pile.things == [Ball(radius=1.0)]
    assert pile.by_name["x"] == Box(size=[1.0, 1.0, 1.0])
    assert pile.from_site == "here"


def test_what_was_read_is_written_and_read_again():
    data = {
        **HEAD,
        "things": {
            "a": {"type": "ball", "radius": 2.0, "colour": "blue"},
            "p": {"type": "pile", "things": [], "from": "x"},
        },
    }
    document, _, _ = read_document(data, Store, "pult.store")
    assert msgspec.to_builtins(document) == data


FAULTS = [
    ({"a": {"type": "bal", "radius": 1}}, [("things.a.type", "unknown type \"bal\". Did you mean 'ball'? Allowed: 'ball', 'box', 'pile'.")]),
    ({"a": {"radius": 1}}, [("things.a", "the key 'type' is missing. Allowed: 'ball', 'box', 'pile'.")]),
    ({"a": {"type": 3}}, [("things.a.type", "unknown type 3. Allowed: 'ball', 'box', 'pile'.")]),
    ({"a": {"type": ["ball"]}}, [("things.a.type", "unknown type [\"ball\"]. Allowed: 'ball', 'box', 'pile'.")]),
    ({"a": 7}, [("things.a", "must be an object, not 7.")]),
    ({"a": None}, [("things.a", "must be an object, not null.")]),
    ({"a": {"type": "ball"}}, [("things.a", "the key 'radius' is missing.")]),
    ({"a": {"type": "ball", "radius": "big"}}, [("things.a.radius", 'must be a number, not "big".')]),
    ({"a": {"type": "ball", "radius": 1, "size": [1, 2, 3]}}, [("things.a.size", "unknown key 'size'. Allowed: 'colour', 'radius'.")]),
    ({"a": {"type": "ball", "radius": 1, "colour": "green"}}, [("things.a.colour", 'must be "blue" or "red", not "green".')]),
    ({"a": {"type": "box", "size": [1, 2]}}, [("things.a.size", "must have 3 entries, not 2.")]),
    ({"a": {"type": "box", "size": [1, 2, "x"], "lid": 1}}, [("things.a.size[2]", 'must be a number, not "x".'), ("things.a.lid", "must be true or false, not 1.")]),
    ({"a": {"type": "box", "size": [1, 2, 1e999], "count": 1.5}}, [("things.a.size[2]", "must be a finite number, not inf."), ("things.a.count", "must be a whole number, not 1.5.")]),
    ({"p": {"type": "pile", "things": [{"type": "ball", "radius": 1}, {"type": "pile", "things": []}]}}, [("things.p.things[1].type", "unknown type \"pile\". Allowed: 'ball', 'box'.")]),
    ({"p": {"type": "pile", "things": [], "from_site": "x"}}, [("things.p.from_site", "unknown key 'from_site'. Allowed: 'best', 'by_name', 'from', 'things'.")]),
]  # fmt: skip


@pytest.mark.parametrize(("things", "expected"), FAULTS)
def test_a_fault_is_that_of_the_right_kind_in_its_place(things, expected):
    assert faults(things=things) == expected


def test_faults_of_all_objects_come_at_once():
    found = faults(things={"a": {"type": "bal"}, "b": {"type": "box", "size": "x"}, "c": {}}, tittle="x")
    assert [place for place, _ in found] == ["tittle", "things.a.type", "things.b.size", "things.c"]


def test_an_object_or_null_keeps_the_faults_of_its_kind():
    assert faults(main={"type": "ball", "radius": "big"}) == [("main.radius", 'must be a number, not "big".')]
    assert faults(main={"type": "bal"}) == [
        ("main.type", "unknown type \"bal\". Did you mean 'ball'? Allowed: 'ball', 'box', 'pile'.")
    ]
    document, _, _ = read_document({**HEAD, "main": None}, Store, "pult.store")
    assert document.main is None


def test_an_empty_list_that_needs_entries_is_refused():
    assert [place for place, _ in faults(things={"a": {"type": "box", "size": []}})] == ["things.a.size"]


# --- heads ----------------------------------------------------------------------------------------------------------

HEADS = [
    ([], [("", "a store is a JSON object.")]),
    ({}, [("format", "the key 'format' is missing; a store has \"format\": \"pult.store\"."), ("version", "the key 'version' is missing; this pult reads version 1.")]),
    ({"format": "pult.shop", "version": 1}, [("format", "the format is 'pult.shop'; a store has \"format\": \"pult.store\".")]),
    ({"format": "pult.store", "version": 2}, [("version", "version 2 is not known; this pult reads version 1. The file was written by a newer pult: update this one.")]),
    ({"format": "pult.store", "version": True}, [("version", "version True is not known; this pult reads version 1.")]),
    ({"format": "pult.store", "version": "1", "tings": 1}, [("version", "version '1' is not known; this pult reads version 1.")]),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), HEADS)
def test_a_wrong_head_is_told_and_nothing_else(tmp_path, data, expected):
    file = tmp_path / "a.store.json"
    file.write_text(json.dumps(data))
    for source, title in ((data, "store"), (file, str(file))):
        with pytest.raises(DocumentError) as error:
            read_document(source, Store, "pult.store")
        assert [(fault.place, fault.message) for fault in error.value.faults] == expected
        assert str(error.value).startswith(title)


def test_a_file_gives_its_folder_and_its_name(tmp_path):
    file = tmp_path / "a.store.json"
    file.write_text(json.dumps(HEAD))
    document, title, folder = read_document(str(file), Store, "pult.store")
    assert (document, title, folder) == (Store(**HEAD), str(file), tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"format": "pult.store", "version": 1, "version": 1}', "the key 'version' appears twice"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 70 + b"1" + b"}" * 70, "nested deeper than 64 levels"),
    ],
)
def test_a_file_that_is_no_document_is_refused(tmp_path, content, message):
    file = tmp_path / "a.store.json"
    file.write_bytes(content)
    with pytest.raises(DocumentError, match=message):
        read_document(file, Store, "pult.store")


def test_files_that_are_not_there_and_folders_are_refused(tmp_path):
    with pytest.raises(DocumentError, match="there is no such file"):
        read_document(tmp_path / "gone.json", Store, "pult.store")
    with pytest.raises(DocumentError, match="is a folder"):
        read_document(tmp_path, Store, "pult.store")


def test_words_are_said_in_the_language_asked_for_or_in_english_or_in_any():
    words = {"en": "arm", "ru": "рука"}
    assert [localized(words, language) for language in ("en", "ru", "de")] == ["arm", "рука", "arm"]
    assert localized({"ru": "рука"}, "en") == "рука"
    assert localized("arm", "ru") == "arm"
    assert localized({}, "en") == ""


_plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["ball", "box", "pile", "red", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "radius", "size", "things", "lid", "from", "best", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(_plain)
@settings(max_examples=300)
def test_whatever_is_read_gives_a_document_or_faults_with_places(data):
    found, said_ = decode(Store, {**HEAD, "things": {"a": data}})
    assert (found is None) == bool(said_)
    for fault in said_:
        assert fault.message
        assert fault.place.startswith("things.a")
