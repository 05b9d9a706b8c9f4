"""Any biped: the on-line walk on Talos, whose legs have six joints, in a session with noisy sensors."""

import math

import numpy as np
import pytest

from pult.sim.commands import Arm, Input
from tests.motion.balance.talos import open_session
from tests.motion.walk.talos import URDF

pytestmark = pytest.mark.skipif(not URDF.is_file(), reason="example-robot-data is not installed")


def test_talos_walks_turns_steps_aside_and_stands(tmp_path):
    session = open_session(tmp_path)

    def value(name):
        return session.row[session.channels.find(name).place]

    def walk(orders, time):
        """Largest tilt [rad] and voltage on the way."""
        session.apply(Input(values=orders))
        tilt = voltage = 0.0
        for _ in range(round(time / 0.1)):
            session.advance(10)
            q = value("qpos")
            tilt = max(tilt, math.acos(min(1.0, 1.0 - 2.0 * float(q[4] ** 2 + q[5] ** 2))))
            voltage = max(voltage, float(np.abs(value("drive.legs")).max()))
        return tilt, voltage

    session.apply(Arm())
    walk({}, 2.0)  # its centre of mass comes over the soles
    start = value("qpos")[:3].copy()
    for orders in ({"forward": 0.15, "go": True}, {"forward": 0.1, "turn": 0.3}, {"forward": 0.0, "turn": 0.0, "aside": 0.1}):
        tilt, voltage = walk(orders, 6.0)
        assert tilt < math.radians(2.0)
        assert voltage < 0.8
    walk({"go": False}, 4.0)
    assert value("output.standing")
    assert value("qpos")[2] == pytest.approx(start[2], abs=0.02)
    assert np.linalg.norm(value("qpos")[:2] - start[:2]) > 1.5
    assert value("output.made") > 20.0
