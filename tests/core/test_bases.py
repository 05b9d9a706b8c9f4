"""Documents that build on others: merging, what is from where, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.bases import MAX_BASES, merge_patch, read_merged, read_with_bases
from pult.core.errors import DocumentError
from pult.exercise.document import read_exercise
from pult.robot.document import read_robot
from pult.world.document import FORMAT, WorldDocument, read_world

HEAD = {"format": FORMAT, "version": 1}


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_merging_keeps_to_the_table_of_the_standard(target, patch, result):
    """RFC 7396, appendix A."""
    assert merge_patch(target, patch) == result


plain = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(st.text(max_size=2), plain, max_size=5)


def difference(one, two):
    """The patch that makes two of one."""
    if not isinstance(one, dict) or not isinstance(two, dict):
        return two
    changed = {key: difference(one[key], two[key]) if key in one else two[key] for key in two}
    return {**dict.fromkeys(set(one) - set(two)), **{k: v for k, v in changed.items() if k not in one or one[k] != two[k]}}


@given(objects, objects)
def test_whatever_differs_between_two_documents_can_be_said(one, two):
    before = json.dumps(one)
    assert merge_patch(one, difference(one, two)) == two
    assert json.dumps(one) == before


def write(folder, **documents):
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in documents.items():
        (folder / f"{name}.world.json").write_text(json.dumps({**HEAD, **document}))
    return folder


def test_a_variant_is_the_base_with_what_differs_under_its_own_name(tmp_path):
    base = {
        "name": "one", "title": {"en": "One", "ru": "Один"}, "scene": "one.xml", "timestep": 0.001,
        "sensors": {"a": {"type": "angle", "joints": "x"}, "b": {"type": "speed", "joints": "x"}},
    }  # fmt: skip
    change = {"base": "one", "title": {"en": "Two"}, "gravity": [0, 0, -1.62], "sensors": {"b": None}}
    write(tmp_path, one=base, two=change)
    read = read_world(tmp_path / "two.world.json")
    whole = read_world({**HEAD, **base, "name": "", "title": {"en": "Two", "ru": "Один"}, "gravity": [0.0, 0.0, -1.62],
                        "sensors": {"a": base["sensors"]["a"]}})  # fmt: skip
    assert read.document == whole.document and read.document.name == ""
    assert [file.name for file in read.whole.bases] == ["one.world.json"]
    assert set(read.sources()) == {"one.world.json", "two.world.json"}
    again = read_world(json.loads(read.content()))
    assert again.document == read.document and "base" not in json.loads(read.content())


def test_a_document_that_builds_on_none_is_kept_as_it_was_written(tmp_path):
    text = json.dumps({**HEAD, "name": "one"}, indent=7)
    (tmp_path / "one.world.json").write_text(text)
    assert read_world(tmp_path / "one.world.json").content() == text.encode()


def test_bases_have_bases_and_the_nearest_counts(tmp_path):
    write(tmp_path, a={"timestep": 0.001, "max_speed": 5.0}, b={"base": "a", "max_speed": 6.0}, c={"base": "b", "name": "c"})
    read = read_world(tmp_path / "c.world.json")
    assert (read.document.timestep, read.document.max_speed, read.document.name) == (0.001, 6.0, "c")
    assert [file.name for file in read.whole.bases] == ["b.world.json", "a.world.json"]


def test_files_start_from_the_folder_of_the_document_that_names_them(tmp_path):
    write(tmp_path / "worlds" / "far", far={"scene": "far.xml", "robots": [{"robot": "swing"}]})
    write(tmp_path / "worlds", near={"base": "far/far.world.json", "robots": []})
    read = read_world(tmp_path / "worlds" / "near.world.json")
    assert read.home("scene") == tmp_path / "worlds" / "far" and read.home("robots") == tmp_path / "worlds"


def test_plain_data_builds_on_what_lies_in_the_folder_it_is_said_to_lie_in(tmp_path):
    write(tmp_path, one={"timestep": 0.001})
    assert read_world({**HEAD, "base": "one"}, tmp_path).document.timestep == 0.001
    assert read_world({**HEAD, "base": "airlock"}, tmp_path).document.scene == "airlock.xml"  # shipped


@pytest.mark.parametrize(
    ("base", "message"),
    [
        ("nne", "base: no world 'nne' is shipped."),
        (3, "base: must be the name of a world, not 3."),
        ("", "base: must be the name of a world, not \"\"."),
        ("../elsewhere.world.json", "is outside"),
        ("/etc/passwd", "must be a path relative to this file"),
        ("broken", "base: broken.world.json: line 1, column 2: not JSON"),
        ("robot", "base: robot.world.json: format: the format is 'pult.robot'"),
        ("variant", "base: the documents are based on each other in a circle: variant.world.json -> variant.world.json."),
        ("circle", "base: the documents are based on each other in a circle: "
                   "variant.world.json -> circle.world.json -> variant.world.json."),
        ("unknown", "unknown key 'grvity'. Did you mean 'gravity'?"),
    ],
)  # fmt: skip
def test_a_base_that_cannot_be_had_is_told(tmp_path, base, message):
    write(tmp_path, variant={"base": base}, circle={"base": "variant"}, unknown={"grvity": [0, 0, 0]})
    (tmp_path / "broken.world.json").write_text("{")
    (tmp_path / "robot.world.json").write_text(json.dumps({"format": "pult.robot", "version": 1}))
    with pytest.raises(DocumentError) as error:
        read_world(tmp_path / "variant.world.json")
    assert message in str(error.value)


def test_a_link_to_elsewhere_is_no_base(tmp_path):
    write(tmp_path / "outside", secret={"description": "secret"})
    write(tmp_path / "mine", variant={"base": "linked"})
    (tmp_path / "mine" / "linked.world.json").symlink_to(tmp_path / "outside" / "secret.world.json")
    with pytest.raises(DocumentError, match="is outside"):
        read_world(tmp_path / "mine" / "variant.world.json")


def test_the_number_of_bases_is_bounded(tmp_path):
    count = MAX_BASES + 2
    write(tmp_path, last={}, **{f"w{i}": {"base": f"w{i + 1}" if i + 1 < count else "last"} for i in range(count)})
    with pytest.raises(DocumentError, match=f"at most {MAX_BASES} documents"):
        read_world(tmp_path / "w0.world.json")
    assert len(read_world(tmp_path / "w3.world.json").whole.bases) == count - 3


def test_in_a_record_nothing_is_taken_from_elsewhere(tmp_path):
    write(tmp_path / "worlds", variant={"base": "airlock"})
    with pytest.raises(DocumentError, match="not in the record"):
        read_world(tmp_path / "worlds" / "variant.world.json", whole=tmp_path)


def test_a_missing_key_of_the_whole_is_told():
    with pytest.raises(DocumentError, match="the key 'name' is missing"):
        read_exercise({"format": "pult.exercise", "version": 1, "base": "airlock-valve"})


def test_documents_of_other_kinds_build_on_none(tmp_path):
    file = tmp_path / "a.panel.json"
    file.write_text(json.dumps({"format": "pult.panel", "version": 1, "base": "airlock"}))
    assert read_merged(file, "panel").data["base"] == "airlock"


# --- shipped ---------------------------------------------------------------------------------------------------------


def test_the_shipped_variants_differ_from_their_bases_in_what_they_say_alone():
    ground, fall = read_world_by_name("airlock-gravity"), read_world_by_name("airlock")
    assert ground.gravity == [0.0, 0.0, -9.81] and not fall.gravity
    for field in WorldDocument.__struct_fields__:
        same = getattr(ground, field) == getattr(fall, field)
        assert same == (field not in ("name", "title", "description", "gravity")), field


def read_world_by_name(name):
    from pult.core.shipped import shipped_file

    return read_world(shipped_file("world", name)).document


def test_a_robot_leaves_out_what_its_base_has():
    from pult.core.shipped import shipped_robot

    light, torso = (read_robot(shipped_robot(name)).document for name in ("torso-light", "torso"))
    assert set(torso.drives) - set(light.drives) == {"right_hand", "left_hand"}
    assert light.chains == torso.chains and light.poses == torso.poses and light.model == "torso-light.xml"


def test_reading_says_the_same_as_reading_the_whole(tmp_path):
    write(tmp_path, one={"timestep": 0.001}, two={"base": "one", "name": "two"})
    read = read_with_bases(tmp_path / "two.world.json", WorldDocument, FORMAT)
    assert read_merged(tmp_path / "two.world.json", "world").data == read.whole.data
