"""Makes the shipped motions: two arms reach, wave and come back as a person's would, always below 1 Hz.

Reaches follow the path of least jerk, which is how people move a hand from place to place (T. Flash, N. Hogan, "The
coordination of arm movements", Journal of Neuroscience 5, 1985). One file has the angles of both arms, as a master
device gives them; the other has key points of a smaller person who stands turned by 25 degrees, as a tracker sees them.
"""

import itertools
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
FOLDER = Path(__file__).parents[2] / "src/pult/catalog/torso"
ANGLES = (
    "shoulder_pitch",
    "shoulder_roll",
    "shoulder_yaw",
    "elbow",
    "forearm_roll",
    "wrist_flexion",
    "wrist_deviation",
)
POINTS = ("shoulder", "elbow", "wrist")
SIDES = {"right": -1.0, "left": 1.0}
HOME = (0.0, 8.6, 0.0, 90.0, -8.6, 0.0, 0.0)
REACH = (60.0, 14.0, 5.0, 55.0, 10.0, 10.0, 5.0)
HIGH = (40.0, 40.0, 15.0, 110.0, -30.0, 0.0, 0.0)
SIDE = (15.0, 55.0, 10.0, 60.0, 20.0, -15.0, 0.0)
PLAN = {
    "right": [
        (0.0, HOME), (1.0, HOME), (2.6, REACH), (4.0, REACH), (5.8, HIGH),
        (11.8, HIGH), (13.6, SIDE), (15.0, SIDE), (17.0, HOME), (18.0, HOME),
    ],
    "left": [
        (0.0, HOME), (2.0, HOME), (3.8, SIDE), (5.0, SIDE), (6.8, REACH),
        (9.0, REACH), (11.0, HIGH), (13.0, HIGH), (15.5, HOME), (18.0, HOME),
    ],
}  # fmt: skip
"""Times [s] and postures [deg] between which the arms move."""
WAVES = [("right", 2, 6.4, 11.2, 22.0, 0.8), ("right", 4, 6.4, 11.2, 12.0, 0.8), ("left", 3, 7.0, 8.8, 8.0, 0.7)]
"""Side, joint, begin and end [s], amplitude [deg], frequency [Hz]."""
RATES = {"angles": 50.0, "points": 30.0}
UPPER, FORE, SHOULDERS, HEIGHT, TURN = 0.28, 0.24, 0.17, 1.35, math.radians(25.0)
"""The person: upper arm, forearm, half the width of the shoulders, their height [m]; how far it stands turned."""


def smooth(x: Array) -> Array:
    """From 0 to 1 with the least jerk."""
    x = np.clip(x, 0.0, 1.0)
    return 10.0 * x**3 - 15.0 * x**4 + 6.0 * x**5


def angles(side: str, times: Array) -> Array:
    """Angles of an arm [deg]. Shape (n, 7)."""
    plan = PLAN[side]
    found = np.tile(np.array(plan[0][1]), (len(times), 1))
    for (begin, old), (end, new) in itertools.pairwise(plan):
        found += smooth((times - begin) / (end - begin))[:, None] * (np.array(new) - np.array(old))
    for who, joint, begin, end, size, frequency in WAVES:
        if who == side:
            shape = smooth(times - begin) * smooth(end - times)  # a second to begin and to end
            found[:, joint] += size * shape * np.sin(2.0 * math.pi * frequency * (times - begin))
    return found


def turned(axis: int, angle: float) -> Array:
    """Rotation about x, y or z. Shape (3, 3)."""
    c, s = math.cos(angle), math.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    found = np.eye(3)
    found[i, i] = found[j, j] = c
    found[i, j], found[j, i] = -s, s
    return found


def points(side: str, q: Array) -> list[float]:
    """Shoulder, elbow and wrist for the first four angles [deg], the person turned about the vertical. Shape (9,)."""
    s, (pitch, roll, yaw, elbow) = SIDES[side], np.radians(q[:4])
    down = np.array([0.0, 0.0, -1.0])
    upper = turned(1, -pitch) @ turned(0, s * roll)
    fore = upper @ turned(2, -s * yaw) @ turned(1, -elbow)
    places = [np.array([0.0, s * SHOULDERS, HEIGHT])]
    places.append(places[0] + UPPER * (upper @ down))
    places.append(places[1] + FORE * (fore @ down))
    return [float(x) for place in places for x in turned(2, TURN) @ place]


def write(name: str, titles: list[str], rows: list[list[float]], digits: int) -> None:
    """Write a table."""
    lines = [",".join(titles), *(",".join(f"{x:.{digits}f}" for x in row) for row in rows)]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Write both files."""
    end = PLAN["right"][-1][0]
    times = np.arange(round(end * RATES["angles"]) + 1) / RATES["angles"]
    both = np.concatenate([angles(side, times) for side in SIDES], axis=1)  # (n, 14)
    titles = ["t", *(f"{side}_{joint} [deg]" for side in SIDES for joint in ANGLES)]
    write("reach-and-wave", titles, [[t, *row] for t, row in zip(times, both, strict=True)], 3)
    times = np.arange(round(end * RATES["points"]) + 1) / RATES["points"]
    titles = ["t", *(f"{side}_{point}_{axis}" for side in SIDES for point in POINTS for axis in "xyz")]
    seen = [
        [t, *points("right", r), *points("left", q)]
        for t, r, q in zip(times, angles("right", times), angles("left", times), strict=True)
    ]
    write("reach-and-wave-points", titles, seen, 4)


if __name__ == "__main__":
    main()
