"""Every numbered example runs and says what it promises."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "examples"
PROMISES = {
    "01_first_scheme.py": ["servo: 4 blocks, native code", "drive.y: scalar [rad/s^2]", "after 2 s the angle is 0.99"],
    "02_tune_and_probe.py": ["kp =  1.0 V/rad", "refused: axis.pd.kp: 'kp' is -1 V/rad; allowed is >= 0 V/rad."],
    "03_save_and_restore.py": ["the same bits again: True"],
    "04_your_own_block.py": ["mine.stick keeps the rules", " 1.00 ->  1.0000", "-0.50 -> -0.0878", " 0.05 ->  0.0000"],
    "05_errors_that_teach.py": [
        "refused with 8 faults",
        "deg and rad",
        "algebraic loop: double.y -> minus.a -> minus.y -> double.x -> double.y",
    ],
    "06_inverse_kinematics.py": [
        "point: reached", "pose: reached", "circle: largest joint step 0.01", "far away: unreachable",
        "coordinate descent: reached",
    ],
    "07_run_an_exercise.py": [
        "semi-automatic: done in ", "command: done in ", "every bit the same", "with pd.kp = 5: done in ",
    ],
    "08_session.py": [
        "angles come from sensor.angles", "the hand has moved 0.24 m to the left", "refused: release the joystick",
        "stopped: the elbow is dead", "the robot came to rest 0.0",
    ],
}


def test_every_example_has_its_promise():
    assert sorted(path.name for path in FOLDER.glob("[0-9]*.py")) == sorted(PROMISES)


@pytest.mark.parametrize("name", PROMISES)
def test_an_example_runs_and_says_what_it_promises(name, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", str(FOLDER / name)], capture_output=True, text=True, cwd=tmp_path, timeout=300,
        env=os.environ.copy(), check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for line in PROMISES[name]:
        assert line in done.stdout, done.stdout
