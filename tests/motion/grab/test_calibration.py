"""Calibration by touching: the mount is found again, touches of a file are read, and bad files are refused with words."""

import json
import math

import numpy as np
import pytest
from typer.testing import CliRunner

from pult import grab
from pult.cli import app
from pult.core.errors import DocumentError, KinematicsError
from pult.geometry.fit import Determined
from pult.geometry.pose import pose
from pult.motion.grab.calibration import COLUMNS, Touch, calibrate, read_touches
from pult.motion.grab.frames import joint_positions, prm1_frames

MOUNT = pose((0.012, -0.008, 0.452), (0.004, -0.006, math.pi - 0.05))
FRAMES = prm1_frames(T_trikol_interface=MOUNT)


def touches(count, seed=0, noise=0.0, corner=None):
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        angles = rng.uniform(grab.PRM1.lower, grab.PRM1.upper) if corner is None else corner
        known = FRAMES.point([0, 0, 0], "tip", "trikol", joint_positions(angles)) + rng.normal(scale=noise or 0.0, size=3)
        found.append(Touch(grab.Config.of(angles), tuple(known)))
    return found


def written(path, rows, head=COLUMNS):
    lines = [",".join(head), *(",".join(str(v) for v in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def rows_of(found):
    return [[*(math.degrees(a) for a in touch.config.angles), *touch.known] for touch in found]


def test_exact_touches_give_the_mount_back():
    found = calibrate(touches(5))
    assert found.determined == Determined.YES
    np.testing.assert_allclose(found.pose, MOUNT, rtol=0, atol=1e-13)
    tree = FRAMES.place("interface", found.pose)
    np.testing.assert_allclose(tree.pose("trikol", "interface"), MOUNT, rtol=0, atol=1e-13)


def test_a_wrong_zero_of_the_column_is_a_rotation_of_the_mount():
    off = 0.03
    shifted = [Touch(grab.Config.of([t.config.column - off, *t.config.angles[1:]]), t.known) for t in touches(5)]
    found = calibrate(shifted)
    assert found.rms < 1e-13
    np.testing.assert_allclose(found.pose, MOUNT @ pose(rotation=(0, 0, off)), rtol=0, atol=1e-13)


def test_a_wrong_zero_of_another_joint_shows_in_the_residuals():
    shifted = [Touch(grab.Config.of(np.add(t.config.angles, [0, 0, 0.02, 0, 0])), t.known) for t in touches(8)]
    assert calibrate(shifted).rms > 1e-3


def test_one_corner_touched_again_and_again_determines_nothing():
    assert calibrate(touches(4, corner=(0.3, -0.5, 1.0, 0.2, 0.0))).determined == Determined.COINCIDENT
    assert calibrate(touches(2)).determined == Determined.TOO_FEW
    with pytest.raises(KinematicsError, match="a calibration needs touches"):
        calibrate([])


def test_touches_are_read_from_a_file(tmp_path):
    made = touches(6, noise=0.001)
    read = read_touches(written(tmp_path / "touches.csv", rows_of(made)))
    np.testing.assert_allclose(calibrate(read).pose, calibrate(made).pose, rtol=0, atol=1e-12)


def test_a_bad_file_is_refused_with_all_its_faults(tmp_path):
    head = [*COLUMNS[:2], "elbw", *COLUMNS[3:]]
    with pytest.raises(DocumentError) as caught:
        read_touches(written(tmp_path / "a.csv", rows_of(touches(3)), head))
    text = str(caught.value)
    assert "line 1: there is no column 'elbw' in a file of touches. Did you mean 'elbow'?" in text
    assert "line 1: the column 'elbow' is missing" in text
    rows = rows_of(touches(3))
    rows[1][2], rows[2][7] = "high", "nan"
    with pytest.raises(DocumentError) as caught:
        read_touches(written(tmp_path / "b.csv", rows))
    assert [str(f) for f in caught.value.faults] == [
        "line 3: 'elbow' must be a finite number, not 'high'.",
        "line 4: 'z' must be a finite number, not 'nan'.",
    ]
    with pytest.raises(DocumentError, match="there are no touches in it"):
        read_touches(written(tmp_path / "c.csv", []))


def test_the_command_says_pose_residuals_and_what_is_not_determined(tmp_path):
    path = written(tmp_path / "touches.csv", rows_of(touches(6, noise=0.001)))
    shown = CliRunner().invoke(app, ["prm1", "calibrate", str(path)])
    assert shown.exit_code == 0, shown.output
    assert "arm on the base: x 1" in shown.output and "standard error" in shown.output
    answer = json.loads(CliRunner().invoke(app, ["prm1", "calibrate", str(path), "--json"]).output)
    np.testing.assert_allclose(answer["position"], MOUNT[:3, 3], atol=5e-3)
    assert answer["determined"] == "yes" and len(answer["residuals"]) == 6
    few = written(tmp_path / "few.csv", rows_of(touches(2)))
    refused = CliRunner().invoke(app, ["prm1", "calibrate", str(few)])
    assert refused.exit_code == 1 and "three points" in refused.output
