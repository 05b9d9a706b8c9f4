"""Parts of the scheme of PRM-1 that any scheme of the robot can use: base, servos of arm and cameras, grab."""

from typing import Any

from models.prm1.table import ARM, CAMERAS, STEERING_RANGE, WHEEL_RADIUS, WHEELS

ALL = 8
"""Joints of the arm, then of the cameras."""
BANDWIDTH = {"column": 28.0, "shoulder": 28.0, "elbow": 32.0, "wrist": 38.0, "roll": 40.0}
"""Of the position loops [rad/s]: at 12 a line is kept to 3 mm; with 36 and more at the shoulder the drives chatter."""
INERTIA = {"column": 3.5, "shoulder": 4.6, "elbow": 1.18, "wrist": 0.145, "roll": 0.032}
"""Inertia that each joint feels half stretched (shoulder -0.6, elbow 0.8 rad), its rotor included [kg*m^2]."""
RESET = 2.0
"""Rate of the integral [1/s]: an unknown load of 2 kg costs 0.15 mm, and 18 mm without."""
FINGER_STIFFNESS, FINGER_STALL = 60.0, 120.0
"""Of the grab's drive [V/m, N]; a pad presses with half of the force."""


def wires(*pairs: str) -> list[dict[str, str]]:
    """Wires, each written 'from -> to'."""
    ends = [pair.split(" -> ") for pair in pairs]
    return [{"from": begin, "to": end} for begin, end in ends]


def rounded(values: list[float]) -> list[float]:
    """Rounded to four digits."""
    return [float(f"{value:.4g}") for value in values]


def gains() -> tuple[list[float], list[float]]:
    """Stiffness [V/rad] and damping [V*s/rad] of all joints.

    K_p = M w^2 and K_d = 2 M w, over the stall torque. The motor itself damps by its back-EMF.
    """
    kp, kd = [], []
    for name, joint in ARM.items():
        inertia, w = INERTIA[name], BANDWIDTH[name]
        kp.append(inertia * w * w / joint.stall_torque)
        kd.append(max(2.0 * inertia * w / joint.stall_torque - 1.0 / joint.no_load_speed, 0.0))
    return kp + [8.0] * len(CAMERAS), kd + [0.0] * len(CAMERAS)


def base() -> dict[str, Any]:
    """Steering, wheels and odometry."""
    places = {
        "n": 3,
        "wheels_x": rounded([x for x, _ in WHEELS.values()]),
        "wheels_y": rounded([y for _, y in WHEELS.values()]),
        "radius": WHEEL_RADIUS,
    }
    steering = {**places, "low": round(-STEERING_RANGE, 4), "high": round(STEERING_RANGE, 4)}
    return {
        "description": "The base Trikol: joystick to the motion of the base, to angles and rates of its wheels. Wheels "
        "are led by their angles, so that a standing base is held.",
        "inputs": {
            "joystick": {"description": "forward, left, turn to the left", "shape": [3]},
            "speed": {"description": "fraction of the full speed"},
            "turn_x": {"description": "turning centre, forward of the base", "unit": "mm"},
            "turn_y": {"description": "turning centre, to its left", "unit": "mm"},
            "off": {"description": "nothing is led", "kind": "boolean"},
            "steering_angles": {"shape": [3], "unit": "rad"},
            "wheel_angles": {"shape": [3], "unit": "rad"},
            "wheel_speeds": {"shape": [3], "unit": "rad/s"},
        },
        "outputs": {
            "steering": {"shape": [3], "unit": "V"},
            "wheels": {"shape": [3], "unit": "V"},
            "waiting": {"description": "wheels are turned at standstill", "kind": "boolean"},
            "way": {"description": "how far it is from where it began", "unit": "m"},
            "heading": {"unit": "rad"},
        },
        "blocks": [
            {"id": "scaled", "type": "vector.scale", "parameters": {"n": 3}},
            {"id": "axes", "type": "vector.demux", "parameters": {"n": 3}},
            {"id": "forward", "type": "arithmetic.gain", "parameters": {"k": 0.5}},
            {"id": "left", "type": "arithmetic.gain", "parameters": {"k": 0.5}},
            {"id": "turn", "type": "arithmetic.gain", "parameters": {"k": 0.8}},
            {"id": "centre_x", "type": "arithmetic.convert_unit", "parameters": {"from_unit": "mm", "to_unit": "m"}},
            {"id": "centre_y", "type": "arithmetic.convert_unit", "parameters": {"from_unit": "mm", "to_unit": "m"}},
            {"id": "about", "type": "mobile.turning_centre"},
            {"id": "vx", "type": "arithmetic.sum"},
            {"id": "vy", "type": "arithmetic.sum"},
            {"id": "steer", "type": "mobile.steering", "parameters": steering},
            {"id": "turned", "type": "control.pd", "shape": [3], "parameters": {"kp": 5.0, "kd": 0.0},
             "inputs": {"speed": 0}},
            {"id": "rolled", "type": "control.led_setpoint", "parameters": {"n": 3, "leash": 0.3}},
            {"id": "slip", "type": "arithmetic.difference", "shape": [3]},
            {"id": "kept", "type": "control.pd", "shape": [3], "parameters": {"kp": 3.0, "kd": 0.15}},
            {"id": "ahead", "type": "arithmetic.gain", "shape": [3], "parameters": {"k": round(1 / 15, 6)}},
            {"id": "voltage", "type": "arithmetic.sum", "shape": [3]},
            {"id": "odometry", "type": "mobile.odometry", "parameters": places},
            {"id": "far", "type": "arithmetic.expression", "parameters": {"expression": "hypot(x1, x2)", "n": 2}},
        ],
        "wires": wires(
            "joystick -> scaled.x", "speed -> scaled.factor", "scaled.y -> axes.x", "axes.y1 -> forward.x",
            "axes.y2 -> left.x", "axes.y3 -> turn.x", "turn.y -> about.rate", "turn_x -> centre_x.x",
            "turn_y -> centre_y.x", "centre_x.y -> about.x", "centre_y.y -> about.y",
            "forward.y -> vx.x1", "about.forward -> vx.x2", "left.y -> vy.x1", "about.left -> vy.x2",
            "vx.y -> steer.forward", "vy.y -> steer.left", "turn.y -> steer.rate", "steering_angles -> steer.angles",
            "steer.steered -> turned.wanted", "steering_angles -> turned.angle", "wheel_speeds -> slip.a",
            "steer.speeds -> slip.b", "wheel_angles -> rolled.at", "steer.speeds -> rolled.rate", "off -> rolled.reset",
            "rolled.y -> kept.wanted", "wheel_angles -> kept.angle", "slip.y -> kept.speed", "steer.speeds -> ahead.x",
            "kept.y -> voltage.x1", "ahead.y -> voltage.x2", "turned.y -> steering", "voltage.y -> wheels",
            "steer.waiting -> waiting", "wheel_angles -> odometry.rolled", "steering_angles -> odometry.steered",
            "odometry.x -> far.x1", "odometry.y -> far.x2", "far.y -> way", "odometry.yaw -> heading",
        ),
    }  # fmt: skip


def servo() -> dict[str, Any]:
    """Position control of arm and cameras."""
    kp, kd = gains()
    return {
        "description": "PD control of the joints of arm and cameras with an integral; voltages for weight, contact "
        "forces and wanted speed are fed forward.",
        "inputs": {
            "position": {"shape": [ALL], "unit": "rad"},
            "speed": {"shape": [ALL], "unit": "rad/s"},
            "angles": {"shape": [ALL], "unit": "rad"},
            "speeds": {"shape": [ALL], "unit": "rad/s"},
            "torques": {"description": "torques of the arm that are asked for besides", "shape": [5], "unit": "N*m"},
        },
        "outputs": {"arm": {"shape": [5], "unit": "V"}, "cameras": {"shape": [3], "unit": "V"}},
        "blocks": [
            {"id": "error", "type": "arithmetic.difference", "shape": [ALL]},
            {"id": "slip", "type": "arithmetic.difference", "shape": [ALL]},
            {"id": "pd", "type": "control.pd", "shape": [ALL],
             "parameters": {"kp": rounded(kp), "kd": rounded(kd), "u_max": 2.0}},
            {"id": "part", "type": "arithmetic.gain", "shape": [ALL],
             "parameters": {"k": rounded([RESET * k for k in kp[:5]] + [0.0] * 3)}},
            {"id": "integral", "type": "control.integrator", "shape": [ALL], "parameters": {"low": -0.3, "high": 0.3}},
            {"id": "volts", "type": "arithmetic.set_unit", "shape": [ALL], "parameters": {"unit": "V"}},
            {"id": "of_arm", "type": "vector.slice", "parameters": {"n": ALL, "start": 1, "length": 5}},
            {"id": "weight", "type": "kinematics.gravity", "parameters": {"chain": "arm", "joints": 5}},
            {"id": "both", "type": "arithmetic.sum", "shape": [5]},
            {"id": "no_torque", "type": "vector.constant", "parameters": {"values": [0.0] * 3}},
            {"id": "all_torques", "type": "vector.concat", "parameters": {"n": 5, "m": 3}},
            {"id": "ahead", "type": "control.drive_inversion", "shape": [ALL],
             "parameters": {"stall_torque": ["arm", "cameras"], "no_load_speed": ["arm", "cameras"]}},
            {"id": "sum", "type": "arithmetic.sum", "shape": [ALL], "parameters": {"signs": "+++"}},
            {"id": "limit", "type": "control.saturation", "shape": [ALL], "parameters": {"low": -1.0, "high": 1.0}},
            {"id": "arm_voltage", "type": "vector.slice", "parameters": {"n": ALL, "start": 1, "length": 5}},
            {"id": "camera_voltage", "type": "vector.slice", "parameters": {"n": ALL, "start": 6, "length": 3}},
        ],
        "wires": wires(
            "position -> error.a", "angles -> error.b", "speeds -> slip.a", "speed -> slip.b", "position -> pd.wanted",
            "angles -> pd.angle", "slip.y -> pd.speed", "error.y -> part.x", "part.y -> integral.x",
            "integral.y -> volts.x", "angles -> of_arm.x", "of_arm.y -> weight.q", "weight.torques -> both.x1",
            "torques -> both.x2", "both.y -> all_torques.a", "no_torque.y -> all_torques.b",
            "all_torques.y -> ahead.torque", "speed -> ahead.speed", "pd.y -> sum.x1", "ahead.y -> sum.x2",
            "volts.y -> sum.x3", "sum.y -> limit.x", "limit.y -> arm_voltage.x", "limit.y -> camera_voltage.x",
            "arm_voltage.y -> arm", "camera_voltage.y -> cameras",
        ),
    }  # fmt: skip


def grip() -> dict[str, Any]:
    """The fingers."""
    law = f"clip({FINGER_STIFFNESS:g}*(x1 - x2) - 2*x3, -x4, x4)"
    return {
        "description": "The grab: its opening goes while a button is held, and presses with the set force at most. "
        "What was closed keeps pressing.",
        "inputs": {
            "open": {"kind": "boolean"},
            "close": {"kind": "boolean"},
            "force": {"description": "largest force of a finger", "unit": "N"},
            "off": {"kind": "boolean"},
            "finger": {"description": "half of the opening", "unit": "m"},
            "finger_speed": {"unit": "m/s"},
        },
        "outputs": {
            "grab": {"shape": [1], "unit": "V"},
            "opening": {"description": "between the fingers", "unit": "m"},
        },
        "blocks": [
            {"id": "opens", "type": "logic.to_number"},
            {"id": "closes", "type": "logic.to_number"},
            {"id": "way", "type": "arithmetic.expression", "parameters": {"expression": "0.05*(x1 - x2)", "n": 2}},
            {"id": "rate", "type": "vector.mux", "parameters": {"n": 1}},
            {"id": "at", "type": "vector.mux", "parameters": {"n": 1}},
            {"id": "led", "type": "control.led_setpoint", "parameters": {"n": 1, "leash": 0.018}},
            {"id": "wanted", "type": "vector.demux", "parameters": {"n": 1}},
            {"id": "within", "type": "control.saturation", "parameters": {"low": -0.018, "high": 0.055}},
            {"id": "most", "type": "arithmetic.expression",
             "parameters": {"expression": f"clip(2*x1/{FINGER_STALL:g}, 0, 1)"}},
            {"id": "law", "type": "arithmetic.expression", "parameters": {"expression": law, "n": 4}},
            {"id": "one", "type": "vector.mux", "parameters": {"n": 1}},
            {"id": "twice", "type": "arithmetic.gain", "parameters": {"k": 2.0}},
        ],
        "wires": wires(
            "open -> opens.x", "close -> closes.x", "opens.y -> way.x1", "closes.y -> way.x2", "way.y -> rate.x1",
            "finger -> at.x1", "at.y -> led.at", "rate.y -> led.rate", "off -> led.reset", "led.y -> wanted.x",
            "wanted.y1 -> within.x", "force -> most.x1", "within.y -> law.x1", "finger -> law.x2",
            "finger_speed -> law.x3", "most.y -> law.x4", "law.y -> one.x1", "one.y -> grab", "finger -> twice.x",
            "twice.y -> opening",
        ),
    }  # fmt: skip


PARTS = {"prm1-base": base, "prm1-servo": servo, "prm1-grip": grip}
"""Parts of the library by name."""
