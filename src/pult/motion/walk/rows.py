"""Layout of a row of a walking plan: everything that is wanted at one instant, in the axes of the floor.

World axes are x forward, y left, z up at the start; z = 0 is the floor.
"""

COM, COM_RATE, COM_ACCELERATION = 0, 3, 6
"""Centre of mass, its velocity and its acceleration, three columns each [m, m/s, m/s^2]."""
HEADING = 9
"""Heading of the upright pelvis, its rate and angular acceleration [rad, rad/s, rad/s^2]."""
LEFT, RIGHT = 12, 24
"""Sole frames: x y z [m] and heading [rad], then the velocities of these four, then their accelerations."""
SUPPORT = 36
"""What stands on the floor: BOTH, LEFT_FOOT or RIGHT_FOOT."""
ZMP = 37
"""Planned zero-moment point, x and y [m]."""
ROW = 39
"""Columns of a row."""

BOTH, LEFT_FOOT, RIGHT_FOOT = 0, 1, 2
GRAVITY = 9.81
"""Standard gravity as MuJoCo rounds it [m/s^2]."""
