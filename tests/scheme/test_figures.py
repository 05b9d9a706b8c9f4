"""Numbers that a scheme takes from the robot: the same bits as written out, and clear faults where the robot lacks them."""

from typing import Annotated

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pult
import tests.scheme.lab  # noqa: F401 - its blocks are used by the lab's scheme
from pult.core.block import declare
from pult.core.errors import BlockError, DocumentError
from pult.core.signals import Array, Fixed, Number, Provided, Shape
from pult.scheme.compile import UnboundScheme
from pult.scheme.draw import draw_scheme
from pult.scheme.signals import ValueRefused
from pult.sim.commands import Input
from pult.testing import simulate_block
from tests.sim.lab import ROBOT, SCHEME, assert_same_bits, opened, run, write

SETTINGS = settings(max_examples=30, deadline=None)


def robot(**drives):
    """A chain of two joints with these drives; the second joint has no limits."""
    rows = [
        {"a": 0.3, "alpha": 0.0, "name": "shoulder", "lower": -1.5, "upper": 2.0},
        {"a": 0.2, "alpha": 0.0, "name": "elbow"},
    ]
    return pult.load_robot(
        {
            "format": "pult.robot", "version": 1, "name": "lab",
            "chains": {"arm": {"table": {"convention": "standard", "rows": rows}}},
            "poses": {"home": {"shoulder": 0.4, "elbow": -0.25}},
            "drives": drives,
        }
    )  # fmt: skip


def electric(torque, speed, *joints):
    return {"type": "electric", "joints": list(joints), "stall_torque": torque, "no_load_speed": speed}


TWO = {"motors": electric([24, 10], [4, 5.5], "shoulder", "elbow"), "third": electric(3, 7, "extra")}
GEARED = {
    "type": "dc", "joints": ["shoulder", "elbow"], "resistance": 2.0, "torque_constant": 0.1, "speed_constant": 0.1,
    "max_voltage": [24, 12], "gear": 50,
}  # fmt: skip


def inversion(size=3, shape=True, **parameters):
    """A scheme with one inversion of drives, repeated over a shape if there is one."""
    port = {"shape": [size]} if shape else {}
    block = {"id": "inverse", "type": "control.drive_inversion", "parameters": parameters}
    return {
        "format": "pult.scheme", "version": 1, "name": "inversion",
        "inputs": {"torque": {"unit": "N*m", **port}, "speed": {"unit": "rad/s", **port}},
        "outputs": {"u": {"unit": "V", **port}},
        "blocks": [{**block, "shape": [size]} if shape else block],
        "wires": [
            {"from": "torque", "to": "inverse.torque"}, {"from": "speed", "to": "inverse.speed"},
            {"from": "inverse.y", "to": "u"},
        ],
    }  # fmt: skip


def faults(document, bound):
    return [f"{fault.place}: {fault.message}" for fault in pult.check_scheme(document, bound)[1]]


# --- the same as written out -----------------------------------------------------------------------------------------


def test_figures_of_several_drives_stand_one_behind_the_other():
    document = inversion(stall_torque=["motors", "third"], no_load_speed=["third", "motors"])
    program = pult.compile_scheme(document, plain=True, robot=robot(**TWO))
    assert program.get("inverse.stall_torque") == [24.0, 10.0, 3.0]
    assert program.get("inverse.no_load_speed") == [7.0, 4.0, 5.5]


numbers = st.floats(0.01, 1e4)


@SETTINGS
@given(st.lists(numbers, min_size=2, max_size=2), st.lists(numbers, min_size=2, max_size=2), st.integers(0, 2**32 - 1))
def test_what_comes_from_the_robot_gives_the_bits_of_what_is_written_out(torque, speed, seed):
    bound = robot(motors=electric(torque, speed, "shoulder", "elbow"))
    named = inversion(2, stall_torque="motors", no_load_speed="motors", u_max="motors")
    written = inversion(2, stall_torque=torque, no_load_speed=speed, u_max=1.0)
    given = np.random.default_rng(seed).normal(size=(2, 2)) * 10.0
    outputs = [
        pult.compile_scheme(document, plain=True, robot=bound).step({"torque": given[0], "speed": given[1]})["u"]
        for document in (named, written)
    ]
    assert_same_bits(*outputs)


def test_a_whole_session_has_the_same_bits_with_figures_of_the_robot(tmp_path):
    """The servo of the lab with an inversion of its drive before the motors, its numbers named and written out."""

    def scheme(**parameters):
        blocks = [
            *SCHEME["blocks"],
            {"id": "torque", "type": "arithmetic.gain", "shape": [2], "parameters": {"k": 5.0}},
            {"id": "inverse", "type": "control.drive_inversion", "shape": [2], "parameters": parameters},
        ]
        wires = [wire for wire in SCHEME["wires"] if wire["to"] != "motors"]
        wires += [
            {"from": "pd.y", "to": "torque.x"}, {"from": "torque.y", "to": "inverse.torque"},
            {"from": "speeds", "to": "inverse.speed"}, {"from": "inverse.y", "to": "motors"},
        ]  # fmt: skip
        return {**SCHEME, "blocks": blocks, "wires": wires}

    motors = ROBOT["drives"]["motors"]
    written = scheme(stall_torque=motors["stall_torque"], no_load_speed=motors["no_load_speed"])
    named = scheme(stall_torque="motors", no_load_speed="motors")
    push = Input({"stick": [0.7, -0.4]})
    rows = []
    for folder, document in (("written", written), ("named", named)):
        session = opened(tmp_path / folder, scheme=document)
        rows.append(run(session, 40, lambda session, step: session.apply(push) if step == 3 else None))
    assert np.abs(rows[0]).max() > 0.0
    assert_same_bits(*rows)


def test_limits_and_poses_of_a_chain_are_vectors():
    bound = robot()
    document = {
        "format": "pult.scheme", "version": 1, "name": "setpoint",
        "inputs": {"at": {"shape": [2], "unit": "rad"}, "loose": {"shape": [2]}},
        "outputs": {"y": {"shape": [2], "unit": "rad"}},
        "blocks": [
            {"id": "set", "type": "control.shared_setpoint", "parameters": {"n": 2, "low": "arm", "high": "arm"}},
            {"id": "relax", "type": "kinematics.relax",
             "parameters": {"chain": "arm", "joints": 2, "rest": "arm.home", "part": [1, 1]}},
        ],
        "wires": [
            {"from": "at", "to": "set.at"}, {"from": "loose", "to": "set.loose"}, {"from": "set.position", "to": "y"},
            {"from": "at", "to": "relax.q"}, {"from": "relax.y", "to": "set.wanted"},
        ],
    }  # fmt: skip
    document["blocks"][0]["inputs"] = {"at_speed": [0, 0]}
    program = pult.compile_scheme(document, plain=True, robot=bound)
    np.testing.assert_array_equal(program.get("set.low"), [-1.5, -1e300])  # no limit, as documents can write it
    np.testing.assert_array_equal(program.get("set.high"), [2.0, 1e300])
    np.testing.assert_array_equal(program.get("relax.rest"), [0.4, -0.25])


def test_one_entry_of_a_thing_is_named_by_its_joint():
    document = inversion(shape=False, stall_torque="motors[elbow]", no_load_speed="third")
    program = pult.compile_scheme(document, plain=True, robot=robot(**TWO))
    assert (program.get("inverse.stall_torque"), program.get("inverse.no_load_speed")) == (10.0, 7.0)


def test_one_number_of_the_robot_serves_all_entries_of_a_repeated_block():
    document = inversion(stall_torque="third", no_load_speed=["motors", "third"])
    program = pult.compile_scheme(document, plain=True, robot=robot(**TWO))
    assert program.get("inverse.stall_torque") == 3.0


def test_a_sub_scheme_takes_figures_from_outside():
    inner = inversion(2, stall_torque=[1, 1], no_load_speed="motors")
    outer = {
        **{key: inner[key] for key in ("format", "version", "name", "inputs", "outputs")},
        "blocks": [{"id": "sub", "type": "scheme.inner", "parameters": {"inverse.stall_torque": "motors"}}],
        "wires": [{"from": "torque", "to": "sub.torque"}, {"from": "speed", "to": "sub.speed"}, {"from": "sub.u", "to": "u"}],
        "schemes": {"inner": {key: inner[key] for key in ("inputs", "outputs", "blocks", "wires")}},
    }
    program = pult.compile_scheme(outer, plain=True, robot=robot(**TWO))
    u = program.step({"torque": [2.4, 2.0], "speed": [0.0, 0.0]})["u"]
    np.testing.assert_array_equal(u, [2.4 / 24.0, 2.0 / 10.0])
    assert pult.load_scheme(outer).robot_references() == {
        "inner:inverse.no_load_speed": "drive 'motors'", "sub.inverse.stall_torque": "'motors'"
    }  # fmt: skip


def test_robots_of_a_world_go_by_their_prefixes(tmp_path):
    world = {"robots": [{"robot": "swing", "prefix": "left/"}, {"robot": "swing", "prefix": "right/"}]}
    write(tmp_path)
    bound = pult.load_world({"format": "pult.world", "version": 1, "name": "room", **world}, tmp_path / "worlds")
    document = inversion(2, stall_torque="right/motors", no_load_speed="left/motors")
    assert pult.compile_scheme(document, plain=True, robot=bound).get("inverse.stall_torque") == [20.0, 8.0]


def test_a_block_by_itself_takes_figures_of_a_robot():
    values = {"stall_torque": "motors[shoulder]", "no_load_speed": "motors[shoulder]"}
    y = simulate_block("control.drive_inversion", {"torque": [12.0], "speed": 0.0}, values, robot=robot(**TWO))["y"]
    np.testing.assert_array_equal(y, [0.5])


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"stall_torque": ["motor", "third"]}, "unknown drive 'motor'. Did you mean 'motors'? Allowed: 'geared', 'motors', 'third'."),
        ({"stall_torque": "geared"}, "the drive 'geared' has no 'stall_torque'. Allowed: 'motors', 'third'."),
        ({"stall_torque": "motors"}, "'stall_torque' must be one value or a vector of 3, not vector of 2."),
        ({"stall_torque": "motors[wrist]"}, "the drive 'motors' has no entry 'wrist'. Allowed: 'elbow', 'shoulder'."),
        ({"stall_torque": [3, "motors", 4]}, '\'stall_torque\' must be a number, not "motors".'),
    ],
)  # fmt: skip
def test_what_a_robot_lacks_is_told_with_what_there_is(parameters, message):
    bound = robot(geared=GEARED, **TWO)
    document = inversion(**{"no_load_speed": 1.0, **parameters})
    (fault,) = faults(document, bound)
    assert fault == f"blocks[0].parameters.stall_torque: block 'inverse': {message}"


def test_a_robot_without_such_things_is_told_so():
    document = inversion(stall_torque="motors", no_load_speed=1.0)
    (fault,) = faults(document, robot())
    assert fault == "blocks[0].parameters.stall_torque: block 'inverse': unknown drive 'motors': the robot has none."


def test_a_block_that_takes_one_number_refuses_several():
    (fault,) = faults(inversion(shape=False, stall_torque="motors", no_load_speed=1.0), robot(**TWO))
    assert fault == (
        "blocks[0].parameters.stall_torque: block 'inverse': 'stall_torque' is one number, and 'motors' gives 2: name "
        "one, such as 'motors[shoulder]', or give the block a \"shape\"."
    )


def test_the_range_of_a_parameter_holds_for_figures_of_the_robot_too():
    bound = robot(bad=electric([1.0, -2.0], 3.0, "shoulder", "elbow"))
    (fault,) = faults(inversion(2, stall_torque="bad", no_load_speed="bad"), bound)
    assert "'stall_torque' is -2 N*m; allowed is > 0 N*m." in fault


def test_limits_in_the_wrong_number_are_told():
    document = {
        "format": "pult.scheme", "version": 1, "name": "s", "inputs": {"x": {"shape": [3]}}, "outputs": {"y": {"shape": [3]}},
        "blocks": [{"id": "set", "type": "control.shared_setpoint", "parameters": {"n": 3, "low": "arm", "high": [1, 1, 1]},
                    "inputs": {"at_speed": [0, 0, 0], "loose": [0, 0, 0]}}],
        "wires": [{"from": "x", "to": "set.at"}, {"from": "x", "to": "set.wanted"}, {"from": "set.position", "to": "y"}],
    }  # fmt: skip
    (fault,) = faults(document, robot())
    assert "'low' must have 3 entries along axis 1" in fault


# --- without a robot -------------------------------------------------------------------------------------------------


def test_without_a_robot_names_are_taken_on_trust_and_the_scheme_is_drawn_but_not_compiled():
    document = inversion(stall_torque=["motors", "third"], no_load_speed="motors")
    scheme = pult.load_scheme(document)
    assert scheme.robot_references() == {
        "inverse.stall_torque": "drive 'motors, third'", "inverse.no_load_speed": "drive 'motors'"
    }  # fmt: skip
    assert "motors, third" in draw_scheme(scheme)
    with pytest.raises(UnboundScheme, match=r"inverse.stall_torque \(drive 'motors, third'\)"):
        pult.compile_scheme(document)


def test_numbers_need_no_robot():
    program = pult.compile_scheme(inversion(stall_torque=1.0, no_load_speed=[1, 2, 3]), plain=True)
    assert program.scheme.robot_references() == {}


def test_while_it_runs_a_figure_is_tuned_as_a_number():
    program = pult.compile_scheme(inversion(2, stall_torque="motors", no_load_speed="motors"), robot=robot(**TWO), plain=True)
    program.set("inverse.stall_torque", [1.0, 2.0])
    assert program.get("inverse.stall_torque") == [1.0, 2.0]
    with pytest.raises(ValueRefused, match="must be a number"):
        program.set("inverse.stall_torque", "third")


def test_a_faulty_name_in_a_document_is_one_error_of_it():
    with pytest.raises(DocumentError, match="unknown drive 'mtors'"):
        pult.load_scheme(inversion(2, stall_torque="mtors", no_load_speed="motors"), robot(**TWO))


# --- declarations ----------------------------------------------------------------------------------------------------


def test_a_figure_goes_by_the_name_of_its_parameter_unless_it_says_another():
    def own(x: Number, *, gear: Annotated[float, "1", Provided("drive")] = 1.0) -> Number:
        return gear * x

    def other(x: Number, *, n: Annotated[float, "1", Provided("drive", "gear")] = 1.0) -> Number:
        return n * x

    for function in (own, other):
        (p,) = declare("lab.geared", function).figures
        assert (p.kind, p.provided, p.figure, p.structural) == ("number", "drive", "gear", False)


def test_the_size_of_a_vector_of_figures_is_known_without_a_robot():
    def loose(*, low: Annotated[Array, "1", Shape("n"), Provided("limits", "lower")]) -> Annotated[Array, "1", Shape("n")]:
        return low

    def sized(
        *, n: Annotated[int, Fixed] = 2, low: Annotated[Array, "1", Shape("n"), Provided("limits", "lower")]
    ) -> Annotated[Array, "1", Shape("n")]:
        return low

    with pytest.raises(BlockError, match="a vector whose size is a parameter"):
        declare("lab.loose", loose)
    assert [p.name for p in declare("lab.sized", sized).figures] == ["low"]
