import json
import math
import threading
import warnings

import numpy as np
import pytest

import pult
from pult.scheme.compile import HostBlockWarning
from tests.scheme import lab


def reference_servo(steps, kp=20.0, kd=0.3, drive=5.0, dt=0.01, wanted=1.0):
    """The servo's difference equations, written by hand."""
    angle = speed = 0.0
    found = []
    for _ in range(steps):
        found.append(angle)
        u = min(max(kp * (wanted - angle) - kd * speed, -1.0), 1.0)
        angle, speed = angle + dt * speed, speed + dt * (drive * u)
    return found


@pytest.fixture(scope="module")
def native_servo():
    return pult.compile_scheme(lab.servo(3))


@pytest.fixture(params=[True, False], ids=["plain", "native"])
def plain(request):
    return request.param


def test_the_servo_follows_its_difference_equations_bit_for_bit(plain):
    program = pult.compile_scheme(lab.servo(3), plain=plain)
    found = [program.step({"wanted": 1.0}) for _ in range(300)]
    expected = reference_servo(300)
    for name in ("axis0", "axis1", "axis2"):
        assert [row[name] for row in found] == expected
    assert program.time == 3.0
    assert program.steps == 300


def test_step_array_and_run_give_what_step_gives(native_servo):
    native_servo.reset()
    rows = [native_servo.step({"wanted": 0.5}) for _ in range(50)]
    native_servo.reset()
    u, y = np.array([0.5]), np.zeros(3)
    for row in rows:
        native_servo.step_array(u, y)
        assert y.tolist() == list(row.values())
    native_servo.reset()
    series = native_servo.run(50, {"wanted": 0.5})
    assert [
        dict(zip(series, values, strict=True)) for values in zip(*(v.tolist() for v in series.values()), strict=True)
    ] == rows
    assert native_servo.steps == 50


def test_parameters_are_tuned_while_running_without_recompiling(native_servo):
    native_servo.reset()
    text, key = native_servo.text.source, native_servo.key
    native_servo.run(20, {"wanted": 1.0})
    native_servo.set("axis1.pd.kp", 0.5)
    after = native_servo.run(20, {"wanted": 1.0})
    assert (native_servo.text.source, native_servo.key) == (text, key)
    assert native_servo.get("axis1.pd.kp") == 0.5
    assert native_servo.get("axis0.pd.kp") == 20.0
    assert after["axis0"].tolist() == after["axis2"].tolist() == reference_servo(40)[20:]
    assert after["axis1"].tolist() != after["axis0"].tolist()
    native_servo.set("axis1.pd.kp", 20.0)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "axis0.pd.kq",
            1.0,
            "'axis0.pd.kq': 'pd' has no parameter or constant 'kq'. Did you mean 'kd'? Allowed: 'kd', 'kp', 'u_max', 'unit'.",
        ),
        (
            "axis9.pd.kp",
            1.0,
            "'axis9.pd.kp': there is no block 'axis9'. Did you mean 'axis0'? Allowed: 'axis0', 'axis1', 'axis2'.",
        ),
        ("axis0.pd.kp", -1.0, "axis0.pd.kp: 'kp' is -1 V/rad; allowed is >= 0 V/rad."),
        ("axis0.pd.kp", math.nan, "axis0.pd.kp: 'kp' must be a finite number, not nan."),
        ("axis0.pd.kp", math.inf, "axis0.pd.kp: 'kp' must be a finite number, not inf."),
        ("axis0.pd.kp", "2", "axis0.pd.kp: 'kp' must be a number, not \"2\"."),
        ("axis0.pd.kp", True, "axis0.pd.kp: 'kp' must be a number, not true."),
        ("axis0.pd.kp", [1.0, 2.0], "axis0.pd.kp: 'kp' must be a number, not [1.0, 2.0]."),
        ("kp", 1.0, "'kp' does not name a block; write 'block.parameter'. Allowed: 'axis0', 'axis1', 'axis2'."),
        ("axis0.pd.x.kp", 1.0, "'axis0.pd.x.kp': 'pd' is not a sub-scheme."),
    ],
)
def test_a_wrong_parameter_is_refused_and_nothing_changes(native_servo, name, value, message):
    before = native_servo.get("axis0.pd.kp")
    with pytest.raises(pult.PultError) as caught:
        native_servo.set(name, value)
    assert str(caught.value) == message
    assert native_servo.get("axis0.pd.kp") == before


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, "no value for input 'wanted'."),
        ({"wanted": 1.0, "wnated": 2.0}, "there is no input 'wnated'. Did you mean 'wanted'? Allowed: 'wanted'."),
        ({"wanted": math.nan}, "input 'wanted' must be finite, not nan."),
        ({"wanted": [1.0]}, "input 'wanted' must be a scalar, not a vector of 1."),
        ({"wanted": "fast"}, "input 'wanted' must be a number, not 'fast'."),
        ({"wanted": True}, "input 'wanted' must be a number, not True."),
    ],
)
def test_a_wrong_input_is_refused_before_the_step(native_servo, inputs, message):
    steps = native_servo.steps
    with pytest.raises(pult.PultError) as caught:
        native_servo.step(inputs)
    assert str(caught.value) == message
    assert native_servo.steps == steps


def test_wrong_arrays_are_refused_by_name(native_servo):
    y = np.zeros(3)
    for u in (np.zeros(1, dtype=np.float32), [0.0], np.zeros((1, 1))):
        with pytest.raises(pult.PultError, match="u must be a contiguous array of 1 float64"):
            native_servo.step_array(u, y)
    with pytest.raises(pult.PultError, match="y must be a contiguous array of 3 float64"):
        native_servo.step_array(np.zeros(1), np.zeros(6)[::2])


def test_every_signal_can_be_probed_by_name_at_any_depth(plain):
    program = pult.compile_scheme(lab.servo(2), plain=plain)
    source = program.text.source
    program.run(10, {"wanted": 1.0})
    angle, speed = program.probe("axis1.angle.y"), program.probe("axis1.speed.y")
    assert angle == reference_servo(10)[-1]
    u = min(max(20.0 * (1.0 - angle) - 0.3 * speed, -1.0), 1.0)
    assert program.probe("axis1.pd.y") == u
    assert program.probe("axis1.drive.y") == 5.0 * u
    assert program.probe("axis1.angle") == program.probe("axis1") == angle  # port of the sub-scheme, external output
    assert program.probe("axis1.pd.wanted") == program.probe("axis1.wanted") == program.probe("wanted") == 1.0
    for name in program.signals():
        assert math.isfinite(program.probe(name))
    assert str(program.signal("axis1.drive.y")) == "axis1.drive.y: scalar [rad/s^2]"
    assert program.text.source == source


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("axis1.pd.u", "'axis1.pd.u': block 'axis1.pd' has no port 'u'. Allowed: 'angle', 'speed', 'wanted', 'y'."),
        ("axis1.pid.y", "'axis1.pid.y': there is no block 'axis1.pid'. Did you mean 'pd'? Allowed: 'angle', 'drive', 'pd', 'speed'."),
        ("axis7.pd.y", "'axis7.pd.y': there is no block 'axis7.pd'. Allowed: 'axis0', 'axis1', 'axis2'."),
        ("wantd", "there is no signal 'wantd'. Did you mean 'wanted'? Allowed: 'axis0', 'axis0.angle', 'axis1', 'axis1.angle', 'axis2', 'axis2.angle', 'wanted'."),
    ],
)  # fmt: skip
def test_an_unknown_signal_is_refused_with_the_nearest_name(native_servo, name, message):
    with pytest.raises(pult.UnknownName) as caught:
        native_servo.probe(name)
    assert str(caught.value) == message


def test_states_are_saved_restored_compared_and_named(plain):
    program = pult.compile_scheme(lab.servo(1), plain=plain)
    program.run(30, {"wanted": 1.0})
    saved = program.state
    assert set(saved.named()) == {"axis0.angle.value", "axis0.speed.value"}
    assert saved.named()["axis0.angle.value"] == reference_servo(31)[-1]
    first = program.run(30, {"wanted": 1.0})["axis0"].tolist()
    assert program.state != saved
    assert program.state.differences(saved) == ["axis0.angle.value", "axis0.speed.value"]
    program.restore(saved)
    assert program.steps == 30
    assert program.run(30, {"wanted": 1.0})["axis0"].tolist() == first
    with pytest.raises(ValueError, match="read-only"):
        saved.values[0] = 1.0


def test_a_state_of_another_scheme_is_refused_by_name():
    one, two = pult.compile_scheme(lab.servo(1), plain=True), pult.compile_scheme(lab.servo(2), plain=True)
    with pytest.raises(pult.ValueRefused) as caught:
        one.restore(two.state)
    assert (
        str(caught.value)
        == "this state was saved from another scheme. They differ in 'axis1.angle.value', 'axis1.speed.value'."
    )
    with pytest.raises(pult.ValueRefused, match="not a saved state"):
        pult.State.from_json(b"{}")
    with pytest.raises(pult.ValueRefused, match="not a saved state: 'utf-8' codec"):
        pult.State.from_json(one.state.to_json().replace(b'"layout":"', b'"layout":"\x80'))


def chain(block, **more):
    return lab.scheme(
        [{"id": "b", "type": block, **more}], ["u -> b.x", "b.y -> y"], inputs={"u": {}}, outputs={"y": {}}
    )


def test_a_nan_names_block_port_time_and_inputs_and_leaves_the_state_alone(plain):
    document = lab.scheme(
        [{"id": "i", "type": "control.integrator"}, {"id": "r", "type": "lab.root"}, {"id": "g", "type": "lab.gain"}],
        ["u -> r.x", "r.y -> g.x", "g.y -> y", "u -> i.x"],
        inputs={"u": {}}, outputs={"y": {}},
    )  # fmt: skip
    program = pult.compile_scheme(document, plain=plain)
    for _ in range(3):
        program.step({"u": 4.0})
    before = program.state.named()
    with pytest.raises(pult.BlockRunError) as caught:
        program.step({"u": -4.0})
    assert str(caught.value) == "block 'r' (lab.root) gave NaN at its output 'y' at t = 0.03 s; its inputs were x=-4.0."
    assert (caught.value.block, caught.value.port, caught.value.time, caught.value.inputs) == (
        "r",
        "y",
        0.03,
        {"x": -4.0},
    )
    assert program.state.named() == before
    assert program.steps == 3
    assert program.step({"u": 9.0}) == {"y": 3.0}  # it goes on when the cause is gone


@pytest.mark.parametrize("copies", [1, 7])
def test_a_block_that_raises_is_named_with_time_and_inputs(plain, copies):
    blocks = [{"id": f"b{i}", "type": "lab.refuse", "parameters": {"limit": 10.0 - i}} for i in range(copies)]
    wires = [w for i in range(copies) for w in (f"u -> b{i}.x", f"b{i}.y -> y{i}")]
    document = lab.scheme(blocks, wires, inputs={"u": {}}, outputs={f"y{i}": {} for i in range(copies)})
    program = pult.compile_scheme(document, plain=plain)
    program.step({"u": 3.0})
    first = copies - 1 if copies == 1 else 5  # the first in order whose limit 10 - i is under 5.5
    value = 10.5 if copies == 1 else 5.5
    with pytest.raises(pult.BlockRunError) as caught:
        program.step({"u": value})
    expected = (
        f"block 'b{first}' (lab.refuse) raised ValueError: beyond the limit at t = 0.01 s; its inputs were x={value}."
    )
    assert str(caught.value) == expected


def test_a_division_by_zero_raises_natively_as_plainly(plain):
    program = pult.compile_scheme(chain("lab.inverse"), plain=plain)
    assert program.step({"u": 4.0}) == {"y": 0.25}
    with pytest.raises(pult.BlockRunError, match=r"block 'b' \(lab.inverse\) raised ZeroDivisionError"):
        program.step({"u": 0.0})


def test_a_state_that_becomes_nan_is_named(plain):
    program = pult.compile_scheme(chain("lab.explode"), plain=plain)
    program.step({"u": 1.0})
    with pytest.raises(
        pult.BlockRunError,
        match=r"the state 'value' of block 'b' \(lab.explode\) became NaN at t = 0.01 s; its inputs were x=5.0",
    ):
        program.step({"u": 5.0})
    program.reset()
    assert program.step({"u": 1.0}) == {"y": 0.0}


def test_a_run_stops_at_the_failing_step(plain):
    program = pult.compile_scheme(chain("lab.root"), plain=plain)
    with pytest.raises(pult.BlockRunError, match=r"at t = 0.04 s"):
        program.run(10, {"u": np.array([1, 1, 1, 1, -1, 1, 1, 1, 1, 1.0])})
    assert program.steps == 4
    with pytest.raises(pult.BlockRunError, match="the external input 'u' is NaN at t = 0.04 s"):
        program.step_array(np.array([math.nan]), np.zeros(1))


def test_a_scalar_block_is_repeated_over_a_shape_with_a_parameter_for_each_entry(plain):
    document = lab.scheme(
        [
            {"id": "g", "type": "lab.gain", "shape": [3], "parameters": {"k": [1.0, 10.0, 100.0]}},
            {"id": "i", "type": "control.integrator", "shape": [3], "parameters": {"initial": 2.0, "high": [9.0, 2.05, 9.0]}},
        ],
        ["u -> g.x", "g.y -> i.x", "i.y -> y", "g.y -> z"],
        inputs={"u": {"shape": [3]}}, outputs={"y": {"shape": [3], "unit": "s"}, "z": {"shape": [3]}},
    )  # fmt: skip
    program = pult.compile_scheme(document, plain=plain)
    program.step({"u": [1.0, 2.0, 3.0]})
    found = program.step({"u": [1.0, 2.0, 3.0]})
    assert found["z"].tolist() == [1.0, 20.0, 300.0]
    assert found["y"].tolist() == [2.0 + 0.01 * 1.0, 2.05, 2.0 + 0.01 * 300.0]
    program.set("g.k", 2.0)
    assert program.step({"u": [1.0, 2.0, 3.0]})["z"].tolist() == [2.0, 4.0, 6.0]
    program.set("g.k", [3.0, 4.0, 5.0])
    assert program.step({"u": [1.0, 2.0, 3.0]})["z"].tolist() == [3.0, 8.0, 15.0]
    with pytest.raises(pult.ValueRefused, match="'k' must be one value or a vector of 3, not vector of 2"):
        program.set("g.k", [3.0, 4.0])


def test_vectors_matrices_booleans_and_constants_pass_through_wires(plain):
    document = lab.scheme(
        [
            {"id": "p", "type": "lab.pair", "parameters": {"level": 1.0}},
            {"id": "t", "type": "lab.turn"},
            {"id": "c", "type": "lab.turn", "inputs": {"x": [[1, 2], [3, 4]]}},
        ],
        ["u -> p.x", "p.low -> low", "p.above -> above", "m -> t.x", "t.y -> turned", "c.y -> fixed", "on -> again"],
        inputs={"u": {}, "m": {"shape": [2, 2], "unit": "m"}, "on": {"kind": "boolean"}},
        outputs={
            "low": {}, "above": {"kind": "boolean"}, "turned": {"shape": [2, 2], "unit": "m"}, "fixed": {"shape": [2, 2]},
            "again": {"kind": "boolean"},
        },
    )  # fmt: skip
    program = pult.compile_scheme(document, plain=plain)
    found = program.step({"u": 2.0, "m": [[1, 2], [3, 4]], "on": True})
    assert (found["low"], found["above"], found["again"]) == (1.0, True, True)
    assert isinstance(found["above"], bool)
    assert found["turned"].tolist() == found["fixed"].tolist() == [[1, 3], [2, 4]]
    program.set("c.x", [[5, 6], [7, 8]])
    assert program.step({"u": 0.0, "m": [[1, 2], [3, 4]], "on": False})["fixed"].tolist() == [[5, 7], [6, 8]]
    assert program.probe("p.above") is False
    assert program.get("c.x").tolist() == [[5, 6], [7, 8]]


def test_states_may_hold_arrays_integers_and_booleans(plain):
    program = pult.compile_scheme(chain("lab.window", parameters={"n": 4}), plain=plain)
    values = np.arange(1.0, 12.0)
    found = program.run(len(values), {"u": values})["y"]
    expected = [sum(values[max(0, k - 4) : k]) for k in range(len(values))]
    assert found.tolist() == expected
    assert program.state.named()["b.full"] == 1.0


def test_sub_schemes_take_parameters_from_outside_at_any_depth(plain):
    inner = {"inputs": {"a": {}}, "outputs": {"b": {}}, "blocks": [{"id": "g", "type": "lab.gain"}],
             "wires": [{"from": "a", "to": "g.x"}, {"from": "g.y", "to": "b"}]}  # fmt: skip
    outer = {
        "inputs": {"a": {}}, "outputs": {"b": {}},
        "blocks": [{"id": "in1", "type": "scheme.inner", "parameters": {"g.k": 3.0}}, {"id": "in2", "type": "scheme.inner"}],
        "wires": [{"from": "a", "to": "in1.a"}, {"from": "in1.b", "to": "in2.a"}, {"from": "in2.b", "to": "b"}],
    }  # fmt: skip
    document = lab.scheme(
        [{"id": "one", "type": "scheme.outer"}, {"id": "two", "type": "scheme.outer", "parameters": {"in1.g.k": 7.0, "in2.g.k": 2.0}}],
        ["u -> one.a", "u -> two.a", "one.b -> y", "two.b -> z"],
        inputs={"u": {}}, outputs={"y": {}, "z": {}}, schemes={"inner": inner, "outer": outer},
    )  # fmt: skip
    program = pult.compile_scheme(document, plain=plain)
    assert program.step({"u": 1.0}) == {"y": 3.0, "z": 14.0}
    program.set("one.in2.g.k", 10.0)
    assert program.step({"u": 1.0}) == {"y": 30.0, "z": 14.0}


def test_host_blocks_split_the_step_and_warn_of_their_cost():
    document = lab.scheme(
        [
            {"id": "g", "type": "lab.gain", "parameters": {"k": 3.0}}, {"id": "h", "type": "lab.host"},
            {"id": "g2", "type": "lab.gain", "parameters": {"k": 0.5}}, {"id": "f", "type": "lab.host_filter"},
            {"id": "i", "type": "control.integrator"},
        ],
        ["u -> g.x", "g.y -> h.x", "h.y -> g2.x", "g2.y -> y", "g2.y -> f.x", "f.y -> z", "f.y -> i.x", "i.y -> w"],
        inputs={"u": {}}, outputs={"y": {}, "z": {}, "w": {"unit": "s"}},
    )  # fmt: skip
    with pytest.warns(
        HostBlockWarning, match=r"plain Python runs in every step: 'f' \(lab.host_filter\), 'h' \(lab.host\)"
    ):
        native = pult.compile_scheme(document)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = pult.compile_scheme(document, plain=True)
    assert native.native
    lab.CALLS.clear()
    for k in range(20):
        assert native.step({"u": float(k)}) == plain.step({"u": float(k)})
    assert native.probe("h.y") == 2.0 * 3.0 * 19.0
    assert [3.0 * k for k in range(20) for _ in range(2)] == lab.CALLS
    assert native.state == plain.state
    assert native.run(3, {"u": 1.0})["y"].tolist() == plain.run(3, {"u": 1.0})["y"].tolist()


def test_background_compilation_starts_at_once_and_changes_over_with_the_same_bits(tmp_path, monkeypatch):
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path))
    # a size of its own: what another test of this process has compiled would be there at once
    program = pult.compile_scheme(lab.servo(13), background=True)
    assert not program.native
    found = [program.step({"wanted": 1.0})["axis0"] for _ in range(20)]
    assert program.wait_native(timeout=300)
    found += [program.step({"wanted": 1.0})["axis0"] for _ in range(20)]
    assert found == reference_servo(40)
    assert not [t for t in threading.enumerate() if t.name == "pult-compile"]


def test_a_scheme_without_outputs_or_inputs_runs(plain):
    program = pult.compile_scheme(lab.scheme([], []), plain=plain)
    assert program.step() == {}
    document = lab.scheme([], ["u -> y"], inputs={"u": {}}, outputs={"y": {}})
    assert pult.compile_scheme(document, plain=plain).step({"u": 3.0}) == {"y": 3.0}


def test_time_and_step_reach_the_blocks_exactly(plain):
    program = pult.compile_scheme(chain("lab.clocked") | {"step": 0.002}, plain=plain)
    assert program.step({"u": 1.0}) == {"y": 0.002}
    program.run(999, {"u": 1.0})
    assert program.time == 1000 * 0.002


def test_moving_a_block_or_writing_a_note_changes_no_hash_and_no_code():
    document = lab.servo(1)
    moved = json.loads(json.dumps(document))
    moved["ui"] = {"blocks": {"axis0": {"position": [10, 20], "color": "teal"}}}
    moved["notes"] = [{"text": "mind the gap"}]
    moved["schemes"]["axis"]["ui"] = {"blocks": {"pd": {"position": [1, 2], "size": [3, 4]}}}
    one, two = pult.compile_scheme(document, plain=True), pult.compile_scheme(moved, plain=True)
    assert one.scheme.hash == two.scheme.hash
    assert one.text.source == two.text.source
    tuned = json.loads(json.dumps(document))
    tuned["schemes"]["axis"]["blocks"][0]["parameters"]["kp"] = 21.0
    three = pult.compile_scheme(tuned, plain=True)
    assert three.scheme.hash != one.scheme.hash
    assert three.text.source == one.text.source  # a parameter is data, not code


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_copies_cost_the_compiler_nothing(copies):
    few = pult.compile_scheme(lab.servo(10 * copies), plain=True)
    many = pult.compile_scheme(lab.servo(100), plain=True)
    assert len(many.layout.batches) == len(few.layout.batches)


def test_eight_hundred_blocks_as_copies_compile_and_follow_the_equations():
    program = pult.compile_scheme(lab.servo(200))
    series = program.run(100, {"wanted": 1.0})
    expected = reference_servo(100)
    for rows in series.values():
        assert rows.tolist() == expected


def test_a_block_that_no_compiler_can_take_is_named_with_advice():
    assert pult.compile_scheme(chain("lab.impossible"), plain=True).step({"u": 2.0}) == {"y": 2.0}
    with pytest.raises(pult.PultError, match=r"'lab.impossible' cannot be compiled to native code: .*host=True"):
        pult.compile_scheme(chain("lab.impossible"))
