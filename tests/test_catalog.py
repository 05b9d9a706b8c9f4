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
