"""PID: difference equation, transfer function, anti-windup; bumpless transfer to and from manual control."""

import math

import control as ct
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.registry import blocks
from pult.scheme.prepare import runtime_values
from pult.testing import simulate_block

DT = 0.01


def noise(seed, steps=500):
    """Noise on a slow swing, so that limits on both sides are met and left again."""
    swing = 3.0 * np.sin(3 * seed + 0.05 * np.arange(steps))
    return swing + 0.3 * np.random.default_rng(seed).normal(size=steps)


def reference_pid(r, y, *, kp, ki, kd, b=1.0, c=0.0, tf=0.02, low=-1e300, high=1e300, scheme="none", tt=1.0, i0=0.0):
    """The equations of the documentation, written independently of the block."""
    out, i, d, before = [], i0, 0.0, None
    for rk, yk in zip(r, y, strict=True):
        point = c * rk - yk
        d = 0.0 if before is None else (tf * d + kd * (point - before)) / (tf + DT)
        before = point
        v = kp * (b * rk - yk) + i + d
        u = min(max(v, low), high)
        out.append(u)
        grow = ki * (rk - yk) * DT
        if scheme == "clamping":
            i += 0.0 if (v > high and grow > 0) or (v < low and grow < 0) else grow
        else:
            i += grow + (DT / tt * (u - v) if scheme == "back_calculation" else 0.0)
    return np.array(out)


@pytest.mark.parametrize("scheme", ["none", "clamping", "back_calculation"])
@pytest.mark.parametrize(("b", "c", "tf"), [(1.0, 0.0, 0.02), (0.3, 1.0, 0.0), (0.0, 0.5, 0.1)])
def test_pid_follows_its_difference_equations(scheme, b, c, tf):
    r, y = noise(1), noise(2)
    gains = {"kp": 1.2, "ki": 1.0, "kd": 0.1}
    parameters = {**gains, "b": b, "c": c, "filter_time": tf, "low": -2.0, "high": 1.5, "initial": 0.4}
    parameters |= {"anti_windup": scheme, "tracking_time": 0.25}
    u = simulate_block("control.pid", {"wanted": r, "measured": y}, parameters, dt=DT)["y"]
    expected = reference_pid(r, y, **gains, b=b, c=c, tf=tf, low=-2.0, high=1.5, scheme=scheme, tt=0.25, i0=0.4)
    np.testing.assert_allclose(u, expected, rtol=0, atol=1e-11)  # 500 steps, terms up to 1e2
    assert {-2.0, 1.5} <= set(u)


def test_pid_without_limits_is_the_transfer_function_of_its_parts():
    """Response of kp + ki dt/(z-1) + kd (z-1)/((Tf+dt) z - Tf) by python-control."""
    z = ct.tf([1, 0], [1], DT)
    kp, ki, kd, tf = 2.0, 1.5, 0.3, 0.05
    parts = kp + ki * DT / (z - 1) + kd * (z - 1) / ((tf + DT) * z - tf)
    r = noise(3)
    r[0] = 0.0  # the block has no derivative in the first step; a transfer function starts from zero
    parameters = {"kp": kp, "ki": ki, "kd": kd, "c": 1.0, "filter_time": tf}
    u = simulate_block("control.pid", {"wanted": r, "measured": 0.0}, parameters, dt=DT)["y"]
    expected = ct.forced_response(parts, DT * np.arange(len(r)), r).outputs
    np.testing.assert_allclose(u, expected, rtol=0, atol=1e-9)  # the double pole at z = 1 costs digits there


@pytest.mark.parametrize("kick", [False, True])
def test_set_point_weight_of_the_derivative_decides_on_the_kick(kick):
    r = np.where(np.arange(20) < 10, 0.0, 1.0)
    parameters = {"kp": 0.0, "ki": 0.0, "kd": 1.0, "c": float(kick), "filter_time": 0.0}
    u = simulate_block("control.pid", {"wanted": r, "measured": 0.0}, parameters, dt=DT)["y"]
    assert u[10] == (pytest.approx(1.0 / DT) if kick else 0.0)


@pytest.mark.parametrize(
    ("parameters", "tracking"),
    [
        ({"kp": 2.0, "ki": 0.5, "kd": 0.08}, math.sqrt(0.08 / 0.5)),
        ({"kp": 2.0, "ki": 0.5, "kd": 0.0}, 4.0),
        ({"kp": 2.0, "ki": 0.0, "kd": 0.1}, math.inf),  # no integral action that could undo it
        ({"kp": 1.0, "ki": 1e6, "kd": 0.0}, DT),  # never faster than one step
        ({"tracking_time": 0.7}, 0.7),
    ],
)
def test_automatic_tracking_time(parameters, tracking):
    block_type = blocks()["control.pid"]
    concrete, _ = block_type.concrete(parameters)
    assert runtime_values(block_type, concrete.values, DT, None, None)["back"] == pytest.approx(DT / tracking)


def test_back_calculation_settles_at_the_excess_that_balances_the_error():
    """A limited output with constant error e: I is at rest where ki e = (v - u)/Tt."""
    parameters = {"kp": 1.0, "ki": 2.0, "high": 1.0, "tracking_time": 0.5}
    parameters = {**parameters, "anti_windup": "back_calculation"}
    e = np.where(np.arange(3000) < 2999, 3.0, 0.0)
    u = simulate_block("control.pid", {"wanted": e, "measured": 0.0}, parameters, dt=DT)["y"]
    # v - u = ki e Tt = 3, so v = 4, I = v - kp e = 1 when the error vanishes
    assert u[-1] == pytest.approx(1.0, abs=1e-9)


def closed_loop_overshoot(scheme):
    """A lag with limited input under PID: overshoot of the set-point response."""
    block = blocks()["control.pid"]
    parameters = {"kp": 2.0, "ki": 2.0, "low": -1.2, "high": 1.2, "anti_windup": scheme, "tracking_time": 0.3}
    concrete, _ = block.concrete(parameters)
    values = runtime_values(block, concrete.values, DT, None, None)
    pick = lambda names: {n: values[n] for n in names}  # noqa: E731
    out = pick(["kp", "b", "c", "low", "high", "keep", "slope"])
    up = out | pick(["initial", "rise", "clamping", "back"])
    state, y, highest = block.initial(initial=0.0), 0.0, 0.0
    for _ in range(4000):
        u = block.output(state, 1.0, y, **out)
        state = block.update(state, 1.0, y, **up)
        y += DT * (u - y) / 2.0
        highest = max(highest, y)
    assert y == pytest.approx(1.0, abs=1e-6)  # no steady error
    return highest - 1.0


def test_anti_windup_lowers_the_overshoot_of_a_limited_loop():
    none = closed_loop_overshoot("none")
    assert none > 0.08
    assert closed_loop_overshoot("clamping") < 0.5 * none
    assert closed_loop_overshoot("back_calculation") < 0.5 * none


def test_pid_reset_makes_the_next_step_a_first_step():
    r, y, reset = noise(1, 60), noise(2, 60), np.arange(60) == 29
    parameters = {"kd": 0.5, "initial": 2.0, "low": -1.0, "high": 4.0}
    u = simulate_block("control.pid", {"wanted": r, "measured": y, "reset": reset}, parameters)["y"]
    again = simulate_block("control.pid", {"wanted": r[30:], "measured": y[30:]}, parameters)["y"]
    np.testing.assert_array_equal(u[30:], again)


MANUAL = {"kp": 2.0, "ki": 1.5, "kd": 0.2, "c": 1.0}


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.booleans(), min_size=2, max_size=40),
    st.sampled_from(["back_calculation", "clamping", "none"]),
    st.booleans(),
)
def test_the_output_never_moves_in_the_step_of_a_transfer(seed, auto, scheme, limited):
    generator = np.random.default_rng(seed)
    r, y, m = generator.normal(scale=5.0, size=(3, len(auto)))
    limits = {"low": -2.0, "high": 3.0} if limited else {}
    inputs = {"wanted": r, "measured": y, "manual": m, "auto": np.array(auto)}
    u = simulate_block("control.manual_auto", inputs, {**MANUAL, **limits, "anti_windup": scheme}, dt=DT)["y"]
    for k in range(1, len(auto)):
        if auto[k] != auto[k - 1]:
            assert u[k] == u[k - 1]


def test_transfer_glides_on_without_a_jump_on_either_side():
    """Mode changes far from balance: no step of the output is larger than its slow laws allow."""
    auto = (np.arange(1200) // 300) % 2 == 1
    e, m, ki, fade = 0.5, -3.0, 0.4, 2.0
    parameters = {"kp": 5.0, "ki": ki, "kd": 0.3, "fade_time": fade}
    u = simulate_block(
        "control.manual_auto", {"wanted": e, "measured": 0.0, "manual": m, "auto": auto}, parameters, dt=DT
    )["y"]
    largest_offset = np.abs(u - m).max()
    bound = max(ki * e * DT, (1 - math.exp(-DT / fade)) * largest_offset)
    assert np.abs(np.diff(u)).max() <= bound * (1 + 1e-9)
    assert np.ptp(u) > 0.5  # it did move
    np.testing.assert_array_equal(u[:300], m)


def test_automatic_mode_is_the_pid():
    r, y = noise(5), noise(6)
    parameters = {**MANUAL, "low": -3.0, "high": 2.0, "initial": 0.3}
    u = simulate_block("control.manual_auto", {"wanted": r, "measured": y, "manual": 9.0, "auto": True}, parameters)[
        "y"
    ]
    pid = simulate_block("control.pid", {"wanted": r, "measured": y}, parameters)["y"]
    np.testing.assert_array_equal(u, pid)


def test_after_a_transfer_the_pid_goes_on_from_the_manual_value():
    auto = np.arange(200) >= 100
    inputs = {"wanted": 1.0, "measured": 0.0, "manual": 4.0, "auto": auto}
    u = simulate_block("control.manual_auto", inputs, {"kp": 3.0, "ki": 0.5}, dt=DT)["y"]
    np.testing.assert_allclose(u[100:], 4.0 + 0.5 * DT * np.arange(100), rtol=1e-12)


def test_the_offset_of_the_manual_value_fades_with_its_time_constant():
    auto = np.arange(300) < 100
    inputs = {"wanted": 2.0, "measured": 0.0, "manual": -1.0, "auto": auto}
    u = simulate_block("control.manual_auto", inputs, {"kp": 1.0, "ki": 0.0, "fade_time": 0.5}, dt=DT)["y"]
    np.testing.assert_allclose(u[100:], -1.0 + 3.0 * np.exp(-DT * np.arange(200) / 0.5), rtol=0, atol=1e-13)


def test_a_long_fade_makes_the_manual_value_act_by_its_changes():
    auto = np.arange(300) < 100
    m = np.where(np.arange(300) < 200, -1.0, 0.5)
    inputs = {"wanted": 2.0, "measured": 0.0, "manual": m, "auto": auto}
    u = simulate_block("control.manual_auto", inputs, {"kp": 1.0, "ki": 0.0, "fade_time": 1e12}, dt=DT)["y"]
    np.testing.assert_allclose(u[100:200], 2.0, rtol=1e-9)
    np.testing.assert_allclose(u[200:], 3.5, rtol=1e-9)
