"""Where each number of a manipulator stands in the flat array that the kernels read."""

UPPER_ARM, FOREARM, GRAB, BACK, HEIGHT, UPPER_ARM_SIDE, FOREARM_SIDE, GRAB_SIDE, CAMERA_UP, CAMERA_AHEAD = range(10)
LOWER = 10
"""Five lower stops."""
UPPER = 15
"""Five upper stops."""
UPPER_ARM_RADIUS, FOREARM_RADIUS, GRAB_RADIUS, PLATFORM_RADIUS, FLOOR = range(20, 25)
SPACE_LOWER = 25
"""Lower corner of the operating space (x, y, z)."""
SPACE_UPPER = 28
"""Upper corner of the operating space (x, y, z)."""
MASSES = 31
"""Mass and centre (x, y, z) of base, column, upper arm, forearm, hand, grab: six times four numbers."""
BASE_MASS, COLUMN_MASS, UPPER_ARM_MASS, FOREARM_MASS, HAND_MASS, GRAB_MASS = (MASSES + 4 * i for i in range(6))
MARGIN = 55
WHEELS = 56
"""Places of three wheels (x, y), counter-clockwise."""
SIZE = 62
