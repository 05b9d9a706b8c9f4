"""Shipped schemes: right, well formatted, and doing what they say."""

import json
from pathlib import Path

import numpy as np
import pytest

import pult
from pult.core.shipped import shipped, shipped_file
from pult.scheme.document import format_scheme, read_scheme_document

FOLDER = Path(pult.__file__).parent / "catalog"
FILES = sorted(FOLDER.glob("*/*.scheme.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_a_shipped_scheme_is_right_and_written_in_the_standard_form(path):
    scheme = pult.load_scheme(path)
    assert path.read_text(encoding="utf-8") == format_scheme(read_scheme_document(path)[0])
    assert scheme.document.description
    assert json.loads(path.read_text(encoding="utf-8"))["format"] == "pult.scheme"


def test_the_servo_settles_at_the_wanted_angle():
    program = pult.compile_scheme(pult.shipped_scheme("servo"), plain=True)
    angle = program.run(400, {"wanted": 1.0})["angle"]
    assert angle[-1] == pytest.approx(1.0, abs=1e-5)  # the poles -4 +- 4i decay by e^-16 in 4 s
    # damping 1/sqrt(2): overshoot e^-pi, changed a little by the limited voltage and the 10 ms step
    assert angle.max() == pytest.approx(1.0 + np.exp(-np.pi), abs=5e-3)


def test_joint_force_follows_the_law_of_paper_004():
    """tau_e = tau_d + kp e + kI integral(e) by the trapezoid rule, U = w/w_idle + tau_e/M_s."""
    program = pult.compile_scheme(pult.shipped_scheme("joint-force"), plain=True)
    wanted, speed = 40.0, 0.2
    measured = 30.0 + np.sin(np.arange(400) * 0.01)
    found = program.run(400, {"wanted": wanted, "measured": measured, "speed": speed})["voltage"]
    error = wanted - measured
    integral = np.concatenate([[0.0], np.cumsum(0.5 * (error[1:] + error[:-1]) * 0.01)])
    # whether the first interval counts from zero or from the first error is the block's choice: half a step of error
    expected = 0.955 * speed + 0.005 * (wanted + 0.2 * error + 0.1 * integral)
    assert np.abs(found - expected).max() < 0.005 * 0.1 * 10.0 * 0.01


def test_the_horn_sounds_for_two_seconds_before_the_drive_moves():
    program = pult.compile_scheme(pult.shipped_scheme("start-sequence"), plain=True)
    start = np.zeros(600, dtype=bool)
    stop = start.copy()
    start[10], stop[500] = True, True
    found = program.run(600, {"start": start, "stop": stop, "speed": 1.0})
    assert np.flatnonzero(found["horn"]).tolist() == list(range(10, 210))
    assert np.flatnonzero(found["running"]).tolist() == list(range(210, 500))
    assert found["command"][:210].max() == 0.0
    assert found["command"][499] == pytest.approx(1.0, abs=1e-12)
    assert np.diff(found["command"]).max() <= 0.5 * 0.01 + 1e-15
    assert found["command"][-1] == 0.0


def test_every_exercise_has_a_picture_that_shows_something():
    from PIL import Image

    for name in shipped("exercise"):
        with Image.open(shipped_file("exercise", name).with_name(f"{name}.webp")) as picture:
            assert picture.size == (640, 360)
            colours = picture.convert("RGB").getcolors(maxcolors=2**24)
        assert len(colours) > 500, name


# --- what belongs to the robot comes from the robot ------------------------------------------------------------------

STALL = [300, 400, 15, 15, *[120, 120, 70, 70, 20, 15, 15] * 2]
IDLE = [3, 2.5, 6, 6, *[4, 4, 5, 5, 6, 6, 6] * 2]
ARM_LOW, ARM_HIGH = [-1.0297, 0.0524, -1.5533, 0.0698, -1.7279, -1.2043, -0.7679], [2.9496, 2.2515, 1.5533, 2.5133, 1.7279, 1.3788, 0.7679]
LOW, HIGH = [-1.0297, -0.2443, -1.3788, -0.5934, *ARM_LOW * 2], [1.0297, 0.8552, 1.3788, 0.8552, *ARM_HIGH * 2]
TAKEN = {
    ("torso", "laboratory"): {
        "servo.ahead.stall_torque": STALL, "servo.ahead.no_load_speed": IDLE, "setpoint.low": LOW, "setpoint.high": HIGH,
        "semi.right.relax.rest": [0.0, 0.15, 0.0, 1.5708, -0.15, 0.0, 0.0],
        "semi.left.relax.rest": [0.0, 0.15, 0.0, 1.5708, -0.15, 0.0, 0.0],
    },
    ("airlock", "airlock-gravity"): {
        "servo.ahead.stall_torque": STALL, "servo.ahead.no_load_speed": IDLE, "setpoint.low": LOW, "setpoint.high": HIGH,
        "motors.drive.stall_torque": STALL[4:11], "motors.drive.no_load_speed": IDLE[4:11],
    },
    ("massage-force", "massage"): {"servo.u_max": [40.0] * 6},
    ("massage-position", "massage-patient"): {"servo.u_max": [40.0] * 6},
    ("force-joints", "human-arm"): {"drive.stall_torque": STALL[4:11], "drive.no_load_speed": IDLE[4:11]},
}  # fmt: skip
"""Numbers that the schemes had written out before they took them from the robot: the same bits, so the same runs."""


@pytest.mark.parametrize(("scheme", "world"), TAKEN)
def test_schemes_take_from_the_robot_what_they_had_written_out(scheme, world):
    program = pult.compile_scheme(pult.shipped_scheme(scheme), plain=True, robot=pult.load_world(world))
    for name, numbers in TAKEN[scheme, world].items():
        assert np.asarray(program.get(name)).tolist() == numbers, name


@pytest.mark.parametrize("name", shipped("exercise"))
def test_no_scheme_of_an_exercise_copies_figures_of_its_robot(name):
    exercise = pult.load_exercise(name)
    provided = pult.load_world(exercise.document.world).provided()
    known = {
        (kind, figure): [values.tolist() for thing in provided[kind].values() if (values := thing.values.get(figure)) is not None]
        for kind in ("drive", "limits", "pose")
        for figure in {figure for thing in provided[kind].values() for figure in thing.values}
    }  # fmt: skip
    for variant in exercise.document.variants.values():
        scheme = pult.load_scheme(pult.shipped_scheme(variant.scheme))
        for level in scheme.levels.values():
            for block in level.blocks.values():
                for p in block.type.figures if block.type is not None else ():
                    written = np.ravel(block.entries.get(p.name, block.concrete.values[p.name])).tolist()
                    copies = [row for row in known.get((p.provided, p.figure), []) if len(row) > 1 and written[: len(row)] == row]
                    assert not copies, f"{variant.scheme}: {level.name}:{block.id}.{p.name} copies {copies[0]}"
