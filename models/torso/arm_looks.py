"""Shapes of an arm and its hand, each in the frame of its body; by material. Those of the hand are the right one's."""

import numpy as np
from models.torso.shapes import Shape, badge, ball, disc, loft, moved
from models.torso.table import FINGER_RADIUS, FOREARM, HANDS, MIDDLE, TIP_BACK, TIP_RADIUS, UPPER_ARM

WRIST = MIDDLE - FOREARM
"""Height of the wrist in the frame of the lower forearm [m]."""
TOWARDS_BODY = "y"
"""From the right shoulder the body is along +y."""


def shoulder() -> dict[str, list[Shape]]:
    """A dark drum between chest and shoulder."""
    return {"dark": [moved(disc(0.056, 0.015, 0.075, 0.006, 24), z_to=TOWARDS_BODY)]}


def upper_roll() -> dict[str, list[Shape]]:
    """The white cap of the shoulder, with dark hubs on the axis of its roll."""
    cap = loft([(-0.066, 0.054, 0.054), (-0.03, 0.063, 0.062), (0.006, 0.066, 0.064)], (0.006, 0.062), 28, 5, 2.2, 6)
    hubs = [moved(disc(0.023, 0.040, 0.0685, 0.004, 16), z_to=way) for way in ("x", "-x")]
    return {"shell": [cap], "dark": hubs}


def upper_arm() -> dict[str, list[Shape]]:
    """A white tube below a dark ring."""
    tube = [(-0.268, 0.043, 0.041), (-0.22, 0.048, 0.047), (-0.15, 0.053, 0.052), (-0.092, 0.054, 0.054)]
    return {
        "shell": [loft(tube, (0.012, 0.006), 26, 6, 2.2, 3)],
        "dark": [disc(0.0510, -0.090, -0.062, 0.004, 24), disc(0.034, -UPPER_ARM, -0.26, 0.004, 16, 1)],
    }


def forearm() -> dict[str, list[Shape]]:
    """The elbow, dark with teal hubs, and the upper half of the forearm."""
    tube = [(-0.119, 0.0440, 0.0440), (-0.075, 0.0475, 0.0470), (-0.040, 0.042, 0.042)]
    hubs = [moved(disc(0.033, 0.030, 0.0515, 0.004, 20), z_to=way) for way in ("y", "-y")]
    return {
        "shell": [loft(tube, (0.004, 0.014), 26, 5, 2.2, 3)],
        "dark": [moved(disc(0.0435, -0.046, 0.046, 0.006, 24), z_to="y")],
        "teal": hubs,
    }


def lower_forearm() -> dict[str, list[Shape]]:
    """The half of the forearm that turns, from a dark seam to the wrist."""
    tube = [(WRIST + 0.028, 0.0315, 0.031), (-0.06, 0.037, 0.0365), (-0.004, 0.0435, 0.0435)]
    return {
        "shell": [loft(tube, (0.006, 0.004), 26, 5, 2.2, 2)],
        "dark": [disc(0.0410, -0.004, 0.013, 0.003, 24), disc(0.0245, WRIST, WRIST + 0.03, 0.003, 16, 1)],
        "teal": [disc(0.0342, -0.0905, -0.0845, 0.002, 24, 2)],
    }


def wrist() -> dict[str, list[Shape]]:
    """A dark ball."""
    return {"dark": [ball(0.0265, 20, 9)]}


def hand() -> dict[str, list[Shape]]:
    """A white palm with a dark pad, the bar of the knuckles and the root of the thumb."""
    palm = [(-0.083, 0.0415, 0.0135), (-0.06, 0.0425, 0.0150), (-0.035, 0.0390, 0.0165), (-0.018, 0.031, 0.0175)]
    pad = badge(lambda y, z: np.full_like(y, 0.0135), (0.0, -0.054), (0.032, 0.026), 0.0025, 4.0, 28, 1)  # noqa: ARG005
    base = HANDS["thumb"].base
    return {
        "shell": [loft(palm, (0.006, 0.010), 32, 6, 3.0, 3)],
        "dark": [
            (pad[0][:, [1, 0, 2]] * np.array([-1.0, 1.0, 1.0]), pad[1]),
            moved(disc(0.0115, -0.040, 0.040, 0.004, 16, 2), (0.0, 0.0, -HANDS["index"].base[0]), "x"),
            moved(ball(0.0135, 14, 7), (base[2], base[1], -base[0])),
            disc(0.022, -0.030, 0.0, 0.004, 16, 1),
        ],
    }


def _link(length: float, radius: float) -> dict[str, list[Shape]]:
    """The first link of a finger: a shell between two narrower dark pins."""
    tube = [(-length + 0.008, 0.94 * radius, 0.94 * radius), (-0.5 * length, radius, radius), (-0.0075, radius, radius)]
    return {
        "shell": [loft(tube, (0.003, 0.003), 14, 3, 2.6, 2)],
        "dark": [_pin(radius), disc(0.66 * radius, -length, -0.004, 0.002, 12, 1)],
    }


def _tip(length: float, radius: float, back: float) -> dict[str, list[Shape]]:
    """The second link: a pin, a shell and a dark soft tip that lies a little back."""
    turn = 0.78 * length
    tube = [(-turn, radius, radius), (-0.0075, 1.02 * radius, 1.02 * radius)]
    soft = [(-length, radius, radius), (-turn - 0.001, 1.01 * radius, 1.01 * radius)]
    corners, faces = loft(soft, (0.98 * radius, 0.002), 14, 2, 2.2, 4)
    shell, shell_faces = loft(tube, (0.002, 0.003), 14, 2, 2.4, 2)
    for points in (corners, shell):
        points[:, 1] += back * points[:, 2] / length  # bent: z is negative, and back is towards -y
    return {"shell": [(shell, shell_faces)], "dark": [_pin(radius), (corners, faces)]}


def _pin(radius: float) -> Shape:
    return moved(disc(0.84 * radius, -0.98 * radius, 0.98 * radius, 0.002, 12, 2), z_to="x")


PARTS = {
    "shoulder": shoulder, "upper_roll": upper_roll, "upper_arm": upper_arm, "forearm": forearm,
    "lower_forearm": lower_forearm, "wrist": wrist, "hand": hand,
}  # fmt: skip
for _name in ("thumb", "index", "middle"):
    _given = HANDS[_name]
    PARTS[f"{_name}_1"] = lambda given=_given: _link(given.first, FINGER_RADIUS)
    _back = 0.0 if _name == "thumb" else TIP_BACK
    PARTS[f"{_name}_2"] = lambda given=_given, back=_back: _tip(given.second, TIP_RADIUS, back)
