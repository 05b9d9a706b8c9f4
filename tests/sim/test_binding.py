"""Which signal goes where, and everything that does not fit, told at once."""

import json

import numpy as np
import pytest

from pult.core.errors import DocumentError
from pult.sim.commands import Input
from pult.sim.setup import Setup
from tests.sim.lab import PANEL, ROBOT, SCENE_XML, SCHEME, assert_same_bits, opened, run


def setup(**fields):
    return Setup(**{"world": "room", "scheme": "servo", "panel": "desk", **fields})


def scheme(inputs=None, outputs=None, **changes):
    """The lab's scheme with other inputs and outputs, still wired to nothing else."""
    found = json.loads(json.dumps(SCHEME))
    found["inputs"].update(inputs or {})
    found["outputs"].update(outputs or {})
    return {**found, **changes}


def faults(folder, *given, **documents):
    with pytest.raises(DocumentError) as error:
        opened(folder, *given, **documents)
    return [(fault.place, fault.message) for fault in error.value.faults]


RENAMED = {
    **SCHEME,
    "inputs": {"q": SCHEME["inputs"]["angles"], "lever": {"shape": [2]}, "w": SCHEME["inputs"]["speeds"], "trouble": {}},
    "outputs": {"voltages": SCHEME["outputs"]["motors"], "risky": {}},
    "wires": [
        {"from": {"stick": "lever", "angles": "q", "speeds": "w"}.get(wire["from"], wire["from"]),
         "to": {"motors": "voltages"}.get(wire["to"], wire["to"])}
        for wire in SCHEME["wires"]
    ],
}  # fmt: skip


def test_signals_of_the_same_name_are_bound_by_themselves(session):
    wiring = session.wiring
    assert wiring.sources == {
        "stick": ("panel.stick",), "angles": ("sensor.angles",), "speeds": ("sensor.speeds",), "trouble": ("panel.trouble",),
    }  # fmt: skip
    assert wiring.targets == {"motors": "motors"}
    np.testing.assert_array_equal(wiring.inputs, [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2], [1, 3], [0, 2]])
    np.testing.assert_array_equal(wiring.routing, [0, 1])


def test_other_names_are_bound_explicitly_and_give_the_same_run(tmp_path, session):
    other = opened(
        tmp_path / "other",
        setup(
            seed=7,
            contacts=[["box", "world"]],
            inputs={"q": ["sensor.angles[shoulder]", "sensor.angles[1]"], "lever": "panel.stick", "w": "sensor.speeds"},
            outputs={"drive.motors": "voltages"},
        ),
        scheme=RENAMED,
    )
    assert other.wiring.sources["q"] == ("sensor.angles[shoulder]", "sensor.angles[1]")
    assert other.wiring.targets == {"motors": "voltages"}
    rows = []
    for one in (session, other):
        one.apply(Input(values={"stick": [0.5, -1.0]}))
        found = run(one, 50)
        rows.append(np.hstack([found[:, one.channels[name].place] for name in ("qpos", "qvel", "drive.motors")]))
    assert_same_bits(*rows)


def test_lists_are_put_one_after_another_in_their_order(tmp_path):
    session = opened(
        tmp_path,
        setup(
            inputs={
                "angles": ["sensor.angles[elbow]", "sensor.angles[shoulder]"],
                "stick": ["panel.trouble", "panel.stick[x]"],
            }
        ),
    )
    np.testing.assert_array_equal(session.wiring.inputs[:4], [[0, 2], [0, 0], [1, 1], [1, 0]])
    session.advance(1)
    led = session.row[session.channels["scheme.led.y"].place]
    np.testing.assert_allclose(led, [0.3, 0.4], rtol=1e-15)  # home is shoulder 0.4, elbow 0.3


def test_a_list_of_one_makes_a_vector_of_one(tmp_path):
    one = scheme({"trouble": {"shape": [1]}})
    one["blocks"][3] = {"id": "frail", "type": "vector.norm", "parameters": {"n": 1}}
    session = opened(tmp_path, setup(inputs={"trouble": ["panel.trouble"]}), scheme=one)
    session.advance(1)
    assert session.row[session.channels["output.risky"].start] == 1.0


def test_entries_of_a_drive_may_obey_different_outputs(tmp_path):
    two = scheme(
        outputs={"up": {"unit": "V"}, "down": {"unit": "V"}},
        blocks=[*SCHEME["blocks"], {"id": "one", "type": "vector.demux", "parameters": {"n": 2}}],
    )
    two["wires"] += [{"from": "pd.y", "to": "one.x"}, {"from": "one.y1", "to": "up"}, {"from": "one.y2", "to": "down"}]
    session = opened(tmp_path, setup(outputs={"motors[elbow]": "up", "motors[0]": "down"}), scheme=two)
    session.apply(Input(values={"stick": [1.0, -0.3]}))
    session.advance(5)
    row, channels = session.row, session.channels
    wanted = row[channels["scheme.pd.y"].place]
    np.testing.assert_array_equal(row[channels["drive.motors"].place], wanted[::-1])


def test_entries_left_out_are_told(tmp_path):
    one = scheme(
        outputs={"up": {"unit": "V"}},
        blocks=[*SCHEME["blocks"], {"id": "one", "type": "vector.select", "parameters": {"n": 2}}],
    )
    one["wires"] += [{"from": "pd.y", "to": "one.x"}, {"from": "one.y", "to": "up"}]
    assert faults(tmp_path, setup(outputs={"motors[elbow]": "up"}), scheme=one) == [
        ("outputs.motors", "'shoulder' of the drive gets no signal; bind every entry, or list the drive under 'idle'.")
    ]
    session = opened(tmp_path, setup(outputs={"motors[elbow]": "up"}, idle=["motors"]), scheme=one)
    np.testing.assert_array_equal(session.wiring.routing, [-1, 3])  # after two motors and the risky one


def test_an_idle_drive_gets_its_neutral_command(tmp_path):
    wheel = '<body name="wheel" pos="0 3 1"><joint name="wheel"/><geom size="0.1"/></body></worldbody>'
    scene = SCENE_XML.replace("</worldbody>", wheel + '<actuator><motor name="winch" joint="wheel"/></actuator>')
    session = opened(tmp_path, setup(idle=["winch"]), scene=scene)
    session.apply(Input(values={"stick": [1.0, 1.0]}))
    rows = run(session, 20)
    np.testing.assert_array_equal(rows[:, session.channels["drive.winch"].start], 0.0)
    assert np.abs(rows[2:, session.channels["drive.motors"].place]).min() > 0.0
    assert faults(tmp_path, setup(), scene=scene) == [
        (
            "outputs.winch",
            "the drive 'winch' gets no signal: the scheme has the outputs 'motors', 'risky'; bind one of them to it, or "
            "list the drive under 'idle'.",
        )
    ]


def test_outputs_that_no_drive_takes_are_for_lamps_and_gauges(session):
    assert "risky" in [port.name for port in session.program.outputs]
    assert "risky" not in session.wiring.targets


# --- what does not fit ----------------------------------------------------------------------------------------------

ALL_NAMES = (
    "'panel.light', 'panel.stick', 'panel.trouble', 'sensor.angles', 'sensor.landed', 'sensor.lid', 'sensor.load', "
    "'sensor.speeds', 'session.stopped'"
)

MISFITS = {
    "missing input": (
        {"scheme": scheme({"grip": {"shape": [2]}})}, {},
        [("inputs.grip", "the scheme's input 'grip' has no source: neither the panel nor the sensors have 'grip'; bind it to one of 'panel.stick', 'sensor.angles', 'sensor.speeds'.")],
    ),
    "unknown input": (
        {}, {"inputs": {"angels": "sensor.angles"}},
        [("inputs.angels", "the scheme has no input 'angels'. Did you mean 'angles'? Allowed: 'angles', 'speeds', 'stick', 'trouble'.")],
    ),
    "unknown source": (
        {}, {"inputs": {"angles": "sensor.angels"}},
        [("inputs.angles", f"there is no signal 'sensor.angels'. Did you mean 'sensor.angles'? Allowed: {ALL_NAMES}.")],
    ),
    "unknown entry": (
        {}, {"inputs": {"angles": ["sensor.angles[elbow]", "sensor.angles[wrist]"]}},
        [("inputs.angles", "signal 'sensor.angles' has no entry 'wrist'; it has 2 entries. Allowed: 'elbow', 'shoulder'.")],
    ),
    "empty list": (
        {}, {"inputs": {"angles": []}},
        [("inputs.angles", "the scheme's input 'angles' has an empty list of sources.")],
    ),
    "shape": (
        {}, {"inputs": {"stick": "panel.trouble"}},
        [("inputs.stick", "panel.trouble is a scalar, the scheme takes a vector of 2.")],
    ),
    "shape of a list": (
        {}, {"inputs": {"stick": ["panel.stick", "panel.trouble"]}},
        [("inputs.stick", "panel.stick and panel.trouble are 3 numbers together, the scheme takes a vector of 2.")],
    ),
    "kind": (
        {}, {"inputs": {"trouble": "panel.light"}},
        [("inputs.trouble", "panel.light is a boolean signal, the scheme takes a number.")],
    ),
    "unit": (
        {}, {"inputs": {"angles": "sensor.speeds"}},
        [("inputs.angles", "sensor.speeds is in rad/s, the scheme takes rad.")],
    ),
    "unit of a plain number": (
        {}, {"inputs": {"stick": "sensor.angles"}},
        [("inputs.stick", "sensor.angles is in rad, the scheme takes a plain number.")],
    ),
    "unknown drive": (
        {}, {"outputs": {"motor": "motors"}},
        [("outputs.motor", "there is no drive 'motor'. Did you mean 'motors'? Allowed: 'motors'.")],
    ),
    "unknown output": (
        {}, {"outputs": {"motors": "motor"}},
        [("outputs.motors", "the scheme has no output 'motor'. Did you mean 'motors'? Allowed: 'motors', 'risky'.")],
    ),
    "output shape": (
        {}, {"outputs": {"motors": "risky"}},
        [("outputs.motors", "the output 'risky' is a scalar, the drive takes a vector of 2."),
         ("outputs.motors", "the output 'risky' has no unit, the drive takes V.")],
    ),
    "unknown idle drive": (
        {}, {"idle": ["motor"]},
        [("idle", "there is no drive 'motor'. Did you mean 'motors'? Allowed: 'motors'.")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("documents", "fields", "expected"), MISFITS.values(), ids=MISFITS.keys())
def test_what_does_not_fit_is_told_exactly(tmp_path, documents, fields, expected):
    found = faults(tmp_path, setup(**fields), **documents)
    assert found == expected


def test_a_name_on_the_panel_and_on_the_robot_has_to_be_bound(tmp_path):
    elements = {**PANEL["elements"], "angles": {"type": "joystick", "axes": 2}}
    found = faults(tmp_path, setup(), panel={**PANEL, "elements": elements})
    message = "the scheme's input 'angles' has no source: both the panel and the robot have one of that name; bind it."
    assert found == [("inputs.angles", message)]
    session = opened(tmp_path, setup(inputs={"angles": "sensor.angles"}), panel={**PANEL, "elements": elements})
    assert session.wiring.sources["angles"] == ("sensor.angles",)


def test_units_and_kinds_of_drives_are_checked(tmp_path):
    torque = {"motors": {"type": "torque", "joints": ["shoulder", "elbow"], "limit": 1.0}}
    assert faults(tmp_path, setup(), robot={**ROBOT, "drives": torque}) == [
        ("outputs.motors", "the output 'motors' is in V, the drive takes N*m.")
    ]


def test_everything_is_told_at_once(tmp_path):
    found = faults(
        tmp_path,
        setup(inputs={"angles": "sensor.speeds", "stick": "panel.light"}, outputs={"motors": "risky"}, idle=["x"]),
    )
    assert [place for place, _ in found] == [
        "inputs.stick", "inputs.stick", "inputs.angles", "idle", "outputs.motors", "outputs.motors",
    ]  # fmt: skip


def test_a_session_without_a_panel_takes_everything_from_sensors(tmp_path):
    bare = {
        **SCHEME, "inputs": {name: SCHEME["inputs"][name] for name in ("angles", "speeds")}, "outputs": {"motors": SCHEME["outputs"]["motors"]},
        "blocks": SCHEME["blocks"][2:3],
        "wires": [{"from": "angles", "to": "pd.angle"}, {"from": "angles", "to": "pd.wanted"},
                  {"from": "speeds", "to": "pd.speed"}, {"from": "pd.y", "to": "motors"}],
    }  # fmt: skip
    session = opened(tmp_path, setup(panel=""), scheme=bare)
    session.advance(20)
    assert not [name for name in session.channels.names if name.startswith("panel.")]
    assert np.abs(session.row[session.channels["drive.motors"].place]).max() > 0.0


ENTRIES = {"lever[1]": "panel.stick[y]", "lever[0]": "panel.stick[0]", "q": "sensor.angles", "w": "sensor.speeds"}


@pytest.mark.parametrize("outputs", [
    {"motors[shoulder]": "voltages[0]", "motors[elbow]": "voltages[1]"},
    {"drive.motors[1]": "voltages[1]", "drive.motors[0]": "voltages[0]"},
])  # fmt: skip
def test_one_entry_may_be_named_on_both_sides(tmp_path, session, outputs):
    given = setup(seed=7, contacts=[["box", "world"]], inputs=ENTRIES, outputs=outputs)
    other = opened(tmp_path / "other", given, scheme=RENAMED)
    np.testing.assert_array_equal(other.wiring.routing, [0, 1])
    assert other.wiring.sources["lever"] == ("panel.stick[0]", "panel.stick[y]")

    def push(session, step):
        session.apply(Input(values={"stick": [0.5, -1.0 + step / 40]}))

    names = ("qpos", "qvel", "drive.motors")
    one, two = run(session, 40, push), run(other, 40, push)
    for name in names:
        assert_same_bits(one[:, session.channels[name].place], two[:, other.channels[name].place])


def test_crossed_entries_cross_the_signals(tmp_path):
    inputs = {**ENTRIES, "lever[0]": "panel.stick[y]", "lever[1]": "panel.stick[x]"}
    outputs = {"motors[shoulder]": "voltages[1]", "motors[elbow]": "voltages[0]"}
    crossed = opened(tmp_path, setup(inputs=inputs, outputs=outputs), scheme=RENAMED)
    np.testing.assert_array_equal(crossed.wiring.inputs[2:4], [[0, 1], [0, 0]])
    np.testing.assert_array_equal(crossed.wiring.routing, [1, 0])


@pytest.mark.parametrize(("inputs", "outputs", "expected"), [
    ({"lever[0]": "panel.stick[x]"}, {"motors": "voltages"}, (
        "inputs.lever", "no source for '1' of the scheme's input 'lever'; bind every entry, or the whole input.")),
    ({"lever": "panel.stick", "lever[0]": "panel.trouble"}, {"motors": "voltages"}, (
        "inputs.lever", "the scheme's input 'lever' is bound both as a whole and by its entries; keep one.")),
    ({"lever[0]": "panel.stick[x]", "lever[2]": "panel.trouble"}, {"motors": "voltages"}, (
        "inputs.lever[2]", "the scheme's input 'lever' has no entry '2'; it has 2 entries. Allowed: '0', '1'.")),
    ({"trouble[0]": "panel.stick[x]"}, {"motors": "voltages"}, (
        "inputs.trouble[0]", "the scheme's input 'trouble' has no entries: it is one number.")),
    ({"lever[0]": "panel.stick", "lever[1]": "panel.stick[y]"}, {"motors": "voltages"}, (
        "inputs.lever[0]", "panel.stick is a vector of 2, the scheme takes a scalar.")),
    ({"lever[0]": "panel.light", "lever[1]": "panel.stick[y]"}, {"motors": "voltages"}, (
        "inputs.lever[0]", "panel.light is a boolean signal, the scheme takes a number.")),
    ({"leer[0]": "panel.stick"}, {"motors": "voltages"}, (
        "inputs.leer[0]", "the scheme has no input 'leer'. Did you mean 'lever'? Allowed: 'lever', 'q', 'trouble', 'w'.")),
    ({}, {"motors[elbow]": "voltages[2]", "motors[shoulder]": "voltages[0]"}, (
        "outputs.motors[elbow]", "the scheme's output 'voltages' has no entry '2'; it has 2 entries. Allowed: '0', '1'.")),
    ({}, {"motors": "voltages[0]"}, (
        "outputs.motors", "the output 'voltages[0]' is a scalar, the drive takes a vector of 2.")),
    ({}, {"motors[elbow]": "voltages", "motors[shoulder]": "voltages[0]"}, (
        "outputs.motors[elbow]", "the output 'voltages' is a vector of 2, the drive takes a scalar.")),
])  # fmt: skip
def test_entries_that_cannot_be_bound_are_told(tmp_path, inputs, outputs, expected):
    given = {"lever": "panel.stick"} if not any(name.startswith(("lever", "leer")) for name in inputs) else {}
    given |= {"q": "sensor.angles", "w": "sensor.speeds", **inputs}
    assert expected in faults(tmp_path, setup(inputs=given, outputs=outputs), scheme=RENAMED)
