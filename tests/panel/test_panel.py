"""Panels as documents: what is right is loaded, what is wrong is told all at once with its place."""

import copy
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.document import schema
from pult.core.errors import DocumentError, UsageError
from pult.core.shipped import shipped
from pult.panel.document import PanelDocument
from pult.panel.elements import Slider
from pult.panel.panel import Panel, check_panel, load_panel
from tests.panel.lab import ALL, made, picture

STICK = {"type": "joystick"}
COORDINATES = {name: {"type": "entry", "range": [-2000, 2000], "unit": "mm"} for name in ("x", "y", "z")}
POINT = {"type": "point", "entries": ["x", "y", "z"]}


def faults(elements, **others):
    panel, found = check_panel(made(elements, **others))
    assert panel is None
    return {fault.place: fault.message for fault in found}


def one(element, **others):
    (found,) = faults({"it": element}, **others).items()
    return found


def test_a_panel_survives_being_written_and_read_again():
    document = load_panel(ALL).document
    text = msgspec.json.encode(document)
    again = load_panel(json.loads(text))
    assert again.document == document
    assert json.loads(text)["elements"]["lever"]["return"] == "hold"
    assert load_panel(document).document == document


def test_a_document_made_in_code_is_checked_like_any_other():
    document = PanelDocument(format="pult.panel", version=1, elements={"it": Slider(range=[1.0])})
    (fault,) = check_panel(document)[1]
    assert str(fault) == "elements.it.range: must have 2 entries, not 1."


def test_the_schema_lists_every_kind_of_element():
    kinds = schema(PanelDocument, "panel")["$defs"]["PanelDocument"]["properties"]["elements"]
    names = kinds["additionalProperties"]["discriminator"]["mapping"]
    assert set(names) == {element["type"] for element in (*ALL["elements"].values(), POINT)}


def test_times_have_their_defaults():
    panel = load_panel(made({"it": STICK}))
    assert (panel.stop_time, panel.link_timeout) == (0.5, 0.25)


@pytest.mark.parametrize(
    ("element", "key", "message"),
    [
        ({"type": "joystik"}, ".type", "unknown type \"joystik\". Did you mean 'joystick'?"),
        ({"label": "x"}, "", "the key 'type' is missing."),
        ({**STICK, "axis": 3}, ".axis", "unknown key 'axis'. Did you mean 'axes'?"),
        ({**STICK, "axes": 4}, ".axes", "must be 1 or 2 or 3, not 4."),
        ({**STICK, "frames": ["hand"]}, ".frames[0]", 'must be "base" or "camera" or "effector", not "hand".'),
        ({**STICK, "frames": ["base", "base"]}, ".frames", "must name at least one frame, and none twice."),
        ({**STICK, "frames": []}, ".frames", "must name at least one frame, and none twice."),
        ({**STICK, "labels": ["x"]}, ".labels", "must have 3 entries, one for each axis, not 1."),
        ({**STICK, "dead_zone": 1}, ".dead_zone", "must be at least 0 and below 1, not 1."),
        ({**STICK, "dead_zone": -0.1}, ".dead_zone", "must be at least 0 and below 1, not -0.1."),
        ({**STICK, "return": "never"}, ".return", 'must be "hold" or "spring", not "never".'),
        ({"type": "joints", "options": {}}, ".options", "there must be at least one option."),
        ({"type": "joints", "options": {"a b": {}}}, ".options", "the name 'a b' is empty or has spaces or brackets."),
        ({"type": "joints", "options": {"a": {}}, "most": 2}, ".most", "must be 1 to 1, the number of joints, not 2."),
        ({"type": "joints", "options": {"a": {}}, "most": 0}, ".most", "must be 1 to 1, the number of joints, not 0."),
        ({"type": "joints", "options": {"a": {}}, "initial": ["b"]}, ".initial", "there is no 'b'. Allowed: 'a'."),
        (
            {"type": "joints", "options": {"a": {}}, "initial": ["a", "a"]},
            ".initial",
            "a joint is listed twice; keep one.",
        ),
        (
            {"type": "joints", "options": {"a": {}, "b": {}}, "most": 1, "initial": ["a", "b"]},
            ".initial",
            "at most 1 may be selected at once.",
        ),
        (
            {"type": "joints", "options": {"a": {"position": [1, 2]}}},
            ".options.a.position",
            "is a place on the picture",
        ),
        ({"type": "effectors", "options": {"hand": {}}, "initial": "hnad"}, ".initial", "there is no 'hnad'. Did you"),
        ({"type": "cameras", "options": {"head": {}}, "initial": "tail"}, ".initial", "there is no 'tail'."),
        ({"type": "selector", "options": []}, ".options", "there must be at least one option."),
        ({"type": "selector", "options": ["a", "a"]}, ".options", "a name is listed twice; keep one."),
        ({"type": "selector", "options": ["1st"]}, ".options", "'1st' cannot be the name of an option"),
        ({"type": "selector", "options": {"a": "A"}, "initial": "A"}, ".initial", "there is no 'A'. Did you mean 'a'?"),
        ({"type": "slider", "range": [1, 0]}, ".range", "must be two rising numbers, not 1 and 0."),
        ({"type": "slider", "range": [0, 1, 2]}, ".range", "must have 2 entries, not 3."),
        ({"type": "slider"}, "", "the key 'range' is missing."),
        ({"type": "slider", "range": [0, 1], "initial": 2}, ".initial", "2 is outside the range 0 to 1."),
        ({"type": "slider", "range": [0, 1], "step": 0.3}, ".step", "the range must be a whole number of steps"),
        ({"type": "slider", "range": [0, 1], "step": 0}, ".step", "the range must be a whole number of steps"),
        ({"type": "slider", "range": [0, 1], "step": -1}, ".step", "the range must be a whole number of steps"),
        ({"type": "slider", "range": [0, 1e308], "step": 1e-10}, ".step", "the range must be a whole number of steps"),
        (
            {"type": "slider", "range": [0, 1], "step": 0.25, "initial": 0.3},
            ".initial",
            "0.3 lies between two steps; steps of 0.25 count from 0.",
        ),
        ({"type": "slider", "range": [0, 1], "unit": "metre"}, ".unit", "unit 'metre' cannot be read"),
        ({"type": "entry", "range": [0, 1], "unit": "?a"}, ".unit", "'?a' is no unit of its own"),
        ({"type": "entry", "range": [-1e308, 1e308]}, ".range", "must be two rising numbers"),
        ({"type": "gauge", "range": [0, 1], "working": [0.5, 2]}, ".working", "must be two rising numbers within"),
        ({"type": "gauge", "range": [0, 1], "end": [0.5, 0.2]}, ".end", "must be two rising numbers within"),
        ({"type": "indicator", "digits": 99}, ".digits", "must be 0 to 10, not 99."),
        ({"type": "lamp", "colour": "blue"}, ".colour", 'must be "caution" or "stop" or "yes", not "blue".'),
        ({"type": "lamp", "signal": "output reach"}, ".signal", "'output reach' cannot be a signal: it has spaces."),
        ({"type": "button", "position": [1, 2]}, ".position", "positions need the panel's 'size' [width, height]."),
        ({"type": "button", "size": [0, 2]}, ".size", "width and height must be above 0."),
    ],
)
def test_a_wrong_element_is_refused_with_its_place(element, key, message):
    place, said = one(element)
    assert place == f"elements.it{key}"
    assert said.startswith(message)


def test_elements_lie_inside_the_panel():
    inside = {"type": "button", "position": [80, 10], "size": [20, 10]}
    assert load_panel(made({"it": inside}, size=[100, 20]))
    for changed in ({"position": [81, 10]}, {"position": [80, 11]}, {"position": [-1, 0]}, {"size": [20, 11]}):
        assert one(inside | changed, size=[100, 20]) == ("elements.it.position", "lies outside the panel of 100 x 20.")


def test_names_of_elements_are_names():
    for name in ("2nd", "a b", "", "a.b", "кнопка"):
        (place,) = faults({name: {"type": "button"}})
        assert place == f"elements.{name}"


def test_no_element_may_take_the_name_of_a_frames_signal():
    two = {"type": "joystick", "frames": ["base", "effector"]}
    for other in ({"type": "button"}, {"type": "lamp"}):
        assert list(faults({"stick": two, "stick_frame": other})) == ["elements.stick_frame"]
        assert load_panel(made({"stick": STICK, "stick_frame": other}))


def test_a_stick_shows_what_the_robot_does_under_a_name_of_its_own():
    stick = {"type": "joystick", "actual": "output.hand_rate"}
    panel = load_panel(made({"stick": stick}))
    assert dict(panel.shows) == {"stick_actual": "output.hand_rate"} and panel.channels.names == ("stick",)
    assert list(faults({"stick": stick, "stick_actual": {"type": "lamp"}})) == ["elements.stick_actual"]
    assert one({**stick, "actual": "hand rate"})[0] == "elements.it.actual"


def test_enable_names_a_button_or_a_switch():
    elements = {"hold": {"type": "button"}, "on": {"type": "switch"}, "stick": STICK, "lamp": {"type": "lamp"}}
    for name in ("hold", "on"):
        assert load_panel(made(elements, enable=name)).enable >= 0
    assert faults(elements, enable="hald") == {
        "enable": "there is no element 'hald'. Did you mean 'hold'? Allowed: 'hold', 'on'."
    }
    for name in ("stick", "lamp"):
        assert faults(elements, enable=name)["enable"].startswith(f"'{name}' is neither a button nor a switch.")


def test_a_point_sets_three_entries_and_has_no_signal_of_its_own():
    panel = load_panel(made({"place": POINT, **COORDINATES}))
    assert panel.channels.names == ("x", "y", "z") and not panel.shows
    for entries, place, message in (
        (["x", "y", "zz"], "[2]", "there is no entry 'zz'. Did you mean 'z'?"),
        (["x", "y", "angle"], "[2]", "'angle' is in 'deg'; coordinates of a point are lengths."),
        (["x", "y", "stick"], "[2]", "there is no entry 'stick'."),
        (["x", "y", "y"], "", "an entry is listed twice; x, y and z need one each."),
        (["x", "y"], "", "must have 3 entries, not 2."),
    ):
        angle = {"type": "entry", "range": [0, 1], "unit": "deg"}
        wrong = faults({"place": {**POINT, "entries": entries}, **COORDINATES, "angle": angle, "stick": STICK})
        assert list(wrong) == [f"elements.place.entries{place}"]
        assert next(iter(wrong.values())).startswith(message)


def test_folds_hold_elements_without_places_and_never_what_enables():
    elements = {"hold": {"type": "button"}, "far": {"type": "button", "position": [0, 0]}, "near": {"type": "button"}}

    def folded(*names):
        return faults(elements, folds=[{"label": "more", "elements": list(names)}], enable="hold", size=[9, 9])

    fold = {"label": {"en": "More"}, "elements": ["near"]}
    assert load_panel(made(elements, folds=[fold], enable="hold", size=[9, 9])).document.folds[0].elements == ["near"]
    assert folded("naer") == {
        "folds[0].elements[0]": "there is no element 'naer' to fold. Did you mean 'near'? Allowed: 'far', 'hold', 'near'."
    }
    assert folded("near", "near") == {"folds[0].elements[1]": "'near' is in a fold already."}
    assert folded("far")["folds[0].elements[0]"].startswith("'far' is in a fold, which lays it out;")
    assert folded("hold") == {"folds[0].elements[0]": "'hold' enables motion, and must not be hidden."}


def test_what_acts_in_some_modes_names_selectors_and_their_positions():
    mode = {"type": "selector", "options": ["one", "two"]}

    def wrong(element, **more):
        return faults({"mode": {**mode, **more}, "it": element})

    bent = {"axis": "z", "reason": {"en": "It is flat."}, "when": {"mode": ["two"]}}
    good = made({"mode": mode, "it": {**STICK, "acts_in": {"mode": ["one"]}, "idle": [bent]}})
    assert load_panel(good).document.elements["it"].acts_in == {"mode": ["one"]}
    button = {"type": "button"}
    assert wrong({**button, "acts_in": {"mood": ["one"]}}) == {
        "elements.it.acts_in.mood": "there is no selector 'mood'. Allowed: 'mode'."
    }
    assert wrong({**button, "acts_in": {"mode": ["tow"]}}) == {
        "elements.it.acts_in.mode[0]": "'mode' has no position 'tow'. Did you mean 'two'? Allowed: 'one', 'two'."
    }
    assert list(wrong({"type": "joystick", "axes": 2, "idle": [bent]})) == ["elements.it.idle[0].axis"]
    assert list(wrong(button, acts_in={"mode": ["one"]})) == ["elements.mode.acts_in.mode"]


def test_all_faults_are_told_at_once():
    wrong = faults(
        {
            "1": {"type": "button"},
            "s": {"type": "slider", "range": [1, 0], "unit": "x"},
            "j": {**STICK, "labels": ["a"]},
        },
        stop_time=0,
        link_timeout=-1,
        enable="k",
        size=[0, 1],
    )
    assert list(wrong) == [
        "enable", "stop_time", "link_timeout", "size", "elements.1", "elements.s.range", "elements.s.unit",
        "elements.j.labels",
    ]  # fmt: skip


def test_a_panel_has_elements_and_the_right_head():
    assert faults({}) == {"elements": "a panel needs at least one element."}
    assert check_panel({"format": "pult.robot", "version": 1})[1][0].place == "format"
    with pytest.raises(DocumentError, match="panel: 1 fault"):
        load_panel(made({}))
    with pytest.raises(UsageError, match="no panel 'two-lnik' is shipped. Did you mean 'two-link'"):
        load_panel("two-lnik")


# --- pictures beside the document -----------------------------------------------------------------------------


@pytest.fixture
def panel_with(tmp_path):
    def write(svg=None, options=None, **picture_keys):
        elements = {"joints": {"type": "joints", "options": {"elbow": options or {"position": [100, 50]}}}}
        file = tmp_path / "arm.panel.json"
        file.write_text(json.dumps(made(elements, picture={"file": "arm.svg", **picture_keys})))
        if svg is not None:
            (tmp_path / "arm.svg").write_text(svg)
        return check_panel(file)

    return write


def test_the_picture_tells_its_own_size(panel_with, tmp_path):
    panel, found = panel_with(picture())
    assert found == [] and isinstance(panel, Panel)
    assert panel.view == (100.0, 50.0) and panel.picture == tmp_path / "arm.svg"


def test_marks_lie_on_the_picture_and_its_size_is_that_of_the_file(panel_with):
    assert panel_with(picture(), {"position": [100, 51]})[1][0].message == "lies outside the picture of 100 x 50."
    (fault,) = panel_with(picture(), size=[50, 100], options={"position": [1, 1]})[1]
    assert str(fault) == "picture.size: the file's own size is 100 x 50; give this, or leave 'size' out."
    assert panel_with(picture(), size=[100, 50])[1] == []


def test_a_picture_that_is_missing_or_lies_elsewhere_or_acts_is_refused(panel_with, tmp_path):
    assert panel_with()[1][0].message == "there is no file 'arm.svg' beside the panel."
    assert panel_with(picture("<script/>"))[1][0].code == "bad-picture"
    outside = tmp_path.parent / "outside.svg"
    outside.write_text(picture())
    for name in ("../outside.svg", str(outside)):
        assert "must lie in the folder" in panel_with(picture(), file=name)[1][0].message
    (tmp_path / "link.svg").symlink_to(outside)
    assert "must lie in the folder" in panel_with(picture(), file="link.svg")[1][0].message
    assert panel_with(picture(), file="arm\0.svg")[1][0].place == "picture.file"


def test_the_picture_lies_on_the_panel():
    drawn = {"file": "a.svg", "size": [10, 20], "position": [5, 5], "scale": 2}
    assert load_panel(made({"it": STICK}, picture=drawn, size=[25, 45]))
    for size in ([24, 45], [25, 44]):
        assert one(STICK, picture=drawn, size=size)[0] == "picture.position"


def test_of_plain_data_the_picture_is_not_looked_for():
    panel = load_panel(made({"it": STICK}, picture={"file": "nowhere.svg", "size": [10, 20]}))
    assert panel.picture is None and panel.view == (10.0, 20.0)
    place, _ = one(STICK, picture={"file": "nowhere.svg", "size": [10, -20], "scale": 1})
    assert place == "picture.size"
    assert one(STICK, picture={"file": "nowhere.svg", "scale": 0})[0] == "picture.scale"


# --- what is shipped ------------------------------------------------------------------------------------------


def test_every_shipped_panel_is_right_and_speaks_english_and_russian():
    assert "two-link" in shipped("panel")
    for name in shipped("panel"):
        panel, found = check_panel(name)
        assert found == [] and panel is not None
        document = panel.document
        texts = [document.title, document.description, *(element.label for element in document.elements.values())]
        labels = [
            x.label for e in document.elements.values() for x in _dict(getattr(e, "options", {})) if hasattr(x, "label")
        ]
        # what an import makes calls joints as their model does, in every language
        texts += [label for label in labels if not isinstance(label, str)]
        for text in texts:
            assert set(text) >= {"en", "ru"} and all(text.values()), (name, text)


def _dict(options):
    return options.values() if isinstance(options, dict) else ()


def test_the_panel_of_the_two_link_arm_gives_what_its_schemes_need():
    panel = load_panel("two-link")
    shapes = {channel.name: (channel.shape, channel.kind) for channel in panel.channels}
    assert shapes == {
        "joints": ((2,), "boolean"),
        "effectors": ((), "number"),
        "joystick_mode": ((), "number"),
        "joystick": ((3,), "number"),
        "joystick_frame": ((), "number"),
        "speed": ((), "number"),
        "unreachable": ((), "boolean"),
        "enable": ((), "boolean"),
    }
    assert panel.channels["joints"].labels == ("shoulder", "elbow")
    assert dict(panel.shows) == {
        name: f"output.{name}" for name in ("out_of_reach", "at_limit", "hand_speed", "distance")
    }
    assert panel.initial[panel.enable] == 1.0 and panel.rest[panel.enable] == 0.0


# --- anything at all ------------------------------------------------------------------------------------------

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "elbow", "joystick", "base", "1"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["en", "a", "type"]), inner, max_size=2)
    ),
    max_leaves=5,
)


@given(st.data())
def test_a_document_with_anything_put_anywhere_is_loaded_or_refused_with_faults(data):
    document = copy.deepcopy(ALL)
    for _ in range(data.draw(st.integers(1, 3))):
        node = document
        while True:
            key = data.draw(st.sampled_from(sorted(node)))
            if not isinstance(node[key], dict) or not node[key] or data.draw(st.booleans()):
                break
            node = node[key]
        node[key] = data.draw(PLAIN)
        if not isinstance(document.get("elements"), dict):
            break
    panel, found = check_panel(document)
    assert (panel is None) == bool(found)
    assert all(fault.message and fault.code for fault in found)
