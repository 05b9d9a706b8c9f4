"""What every block of the family control must keep: purity, documentation, units, native = plain, loops."""

import pytest

from pult.core.registry import blocks
from pult.testing import check_block

PARAMETERS = {
    "control.p": [{}, {"kp": -2.5, "bias": 0.3, "low": -1.0, "high": 2.0}],
    "control.pi": [{}, {"kp": 0.7, "ki": 3.0, "low": -1.0, "high": 2.0, "initial": 0.5}],
    "control.pd": [{}, {"kp": 3.0, "kd": 0.2, "u_max": 10.0}],
    "control.pd_difference": [{}, {"kp": 3.0, "kd": 0.2, "u_max": 50.0}],
    "control.pid": [
        {},
        {"kd": 0.3, "c": 1.0, "b": 0.4, "low": -2.0, "high": 2.0},
        {"kd": 0.3, "filter_time": 0.0, "low": -2.0, "high": 2.0, "anti_windup": "clamping", "initial": 1.0},
        {"ki": 0.0, "kd": 0.1, "anti_windup": "none"},
    ],
    "control.manual_auto": [
        {},
        {"kd": 0.3, "c": 0.5, "low": -2.0, "high": 2.0, "fade_time": 0.1},
        {"low": -2.0, "high": 2.0, "anti_windup": "clamping", "initial": 1.0},
    ],
    "control.feed_forward": [{}, {"k": 2.0, "kv": 0.3, "ka": -0.01}],
    "control.friction_compensation": [{}, {"coulomb": 0.4, "viscous": 0.1, "stribeck": 0.5}],
    "control.led_setpoint": [{}, {"n": 2, "leash": 0.001}],
    "control.led_setpoint_from": [{}, {"n": 2, "leash": 0.001}],
    "control.led_orientation": [{}, {"leash": 0.01}],
    "control.memory": [{}, {"n": 5}],
    "control.shared_setpoint": [{"n": 2, "low": [-1.0, -2.0], "high": [0.5, 2.0], "most": 0.1, "catching": 0.05}],
    "control.grip": [{}, {"voltage": 0.8, "kp": 1.0, "kd": 0.1, "opened": -0.2}],
    "control.press": [{}],
    "control.tare": [{}, {"n": 6, "time": 0.05}],
    "control.drive_inversion": [{"stall_torque": 24.0, "no_load_speed": 4.0}],
    "control.integrator": [{}, {"initial": 0.01, "low": -0.02, "high": 0.03}],
    "control.trapezoid_integrator": [{}, {"initial": 0.01, "low": -0.02, "high": 0.03}],
    "control.resetting_integrator": [{"interval": 0.07}, {"interval": 0.05, "method": "euler"}, {}],
    "control.differentiator": [{}],
    "control.filtered_derivative": [{}, {"time_constant": 0.0}],
    "control.lag": [{}, {"gain": -2.0, "time_constant": 0.003, "initial": 4.0}],
    "control.second_order": [{}, {"gain": 2.0, "wn": 100.0, "zeta": 0.0, "initial": 1.0}, {"zeta": 3.0}],
    "control.lead_lag": [{}, {"method": "zoh", "lead_time": 0.0}, {"method": "backward", "initial": 2.0}],
    "control.low_pass": [{}, {"order": 1, "cutoff": 100.0, "initial": 2.0}],
    "control.high_pass": [{}, {"order": 1, "cutoff": 100.0, "initial": 2.0}],
    "control.notch": [{}, {"centre": 200.0, "width": 3.0, "depth": 0.3, "initial": 1.0}],
    "control.transfer_function": [
        {},
        {"numerator": [1.0, 2.0, 3.0], "denominator": [1.0, 0.4, 9.0], "method": "tustin"},
        {"numerator": [5.0], "denominator": [2.0]},
    ],
    "control.transfer_function_strict": [{}, {"denominator": [1.0, 0.4, 9.0, 1.0], "method": "euler"}],
    "control.discrete_transfer_function": [
        {},
        {"numerator": [1.0, 2.0, 3.0], "denominator": [2.0, 0.4, 0.3]},
        {"numerator": [5.0], "denominator": [2.0]},
    ],
    "control.discrete_transfer_function_strict": [{}, {"numerator": [3.0], "denominator": [2.0, 0.4, 0.3]}],
    "control.state_space": [
        {},
        {
            "A": [[0.0, 1.0], [-4.0, -0.3]],
            "B": [[0.0, 1.0, 0.0], [1.0, 0.5, 2.0]],
            "C": [[1.0, 2.0]],
            "D": [[0.0, 0.5, 0.1]],
            "method": "backward",
            "initial": [1.0, -2.0],
        },
    ],
    "control.state_space_strict": [
        {},
        {
            "A": [[0.0, 1.0], [-4.0, -0.3]],
            "B": [[0.0], [1.0]],
            "C": [[1.0, 2.0], [3.0, 4.0]],
            "initial": [2.0],
        },
    ],
    "control.saturation": [{}, {"low": 0.5, "high": 0.5}],
    "control.soft_saturation": [{}, {"limit": 7.0}],
    "control.dead_zone": [{}, {"low": 0.5, "high": 2.0}],
    "control.rate_limiter": [{}, {"rising": 5.0, "falling": 100.0, "start": "input"}, {"initial": 3.0}],
    "control.backlash": [{}, {"width": 4.0, "initial": 1.0}],
    "control.relay": [{}, {"on_at": 1.0, "off_at": -2.0, "high": 5.0, "low": 0.5, "initially_on": True}],
    "control.trapezoid_trajectory": [{}, {"v_max": 300.0, "a_max": 5e4, "initial": 4.0}],
    "control.jerk_limited_trajectory": [{}, {"v_max": 300.0, "a_max": 5e4, "j_max": 5e6, "initial": 4.0}],
}
CASES = [(name, parameters) for name, table in PARAMETERS.items() for parameters in table]
BREAKS_LOOPS = {
    "control.integrator",
    "control.lag",
    "control.second_order",
    "control.transfer_function_strict",
    "control.discrete_transfer_function_strict",
    "control.state_space_strict",
    "control.trapezoid_trajectory",
    "control.jerk_limited_trajectory",
}


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=[f"{n}-{i}" for i, (n, _) in enumerate(CASES)])
def test_block_keeps_the_rules(name, parameters):
    check_block(name, parameters)


def test_every_block_of_the_family_is_in_the_table():
    assert set(PARAMETERS) == {name for name in blocks() if name.startswith("control.")}


@pytest.mark.parametrize("name", sorted(PARAMETERS))
def test_only_blocks_said_to_break_loops_do(name):
    block_type = blocks()[name]
    fed_through = [port.name for port in block_type.inputs if block_type.fed_through(port.name)]
    assert bool(fed_through) == (name not in BREAKS_LOOPS)


@pytest.mark.parametrize("name", sorted(PARAMETERS))
def test_every_parameter_is_described(name):
    assert [p.name for p in blocks()[name].parameters if not p.description] == []


LIMITED = sorted(
    n
    for n, t in PARAMETERS.items()
    if any("low" in p for p in t) and n not in ("control.relay", "control.shared_setpoint")
)


@pytest.mark.parametrize("name", LIMITED)
def test_limits_in_the_wrong_order_are_refused(name):
    with pytest.raises(ValueError, match=r"^'low' is 2, above 'high', which is 1; swap them\.$"):
        check_block(name, {"low": 2.0, "high": 1.0})
