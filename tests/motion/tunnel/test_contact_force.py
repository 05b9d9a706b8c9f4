"""The method of paper 001, by contact forces: it finds the angles of the closed form, slower and less exactly."""

import math

import numpy as np
import pytest

from pult.motion.tunnel.arcs import piece_pose, table
from pult.motion.tunnel.contact_force import follow_by_contact, nearest_on_piece
from pult.motion.tunnel.plan import plan_tunnel
from pult.motion.tunnel.tunnel import Arm, make_tunnel


def test_the_nearest_point_of_an_arc_lies_across_it():
    arc = table([(0.0, 0.0, 0.3, -4.0, 0.5)])
    for s in (0.0, 0.1, 0.37, 0.5):
        x, y, heading = piece_pose(arc, 0, s)
        off = 0.03
        found = nearest_on_piece(arc, 0, x - off * math.sin(heading), y + off * math.cos(heading))
        assert found == pytest.approx(s, abs=1e-12)


def test_contact_forces_find_the_angles_of_the_closed_form():
    arm = Arm((0.1,) * 8, 0.02)
    tunnel = make_tunnel([[0, 0.05], [0.35, 0.05], [0.35, 0.5]], [[0, -0.05], [0.45, -0.05], [0.45, 0.5]], [0.4, 0.3])
    run = follow_by_contact(plan_tunnel(tunnel, arm), speed=0.1)
    assert run.deviation < 5e-4
    assert run.angle_error < math.radians(1.0)
    assert np.abs(run.angles).max() > 0.5  # it has gone around the corner
