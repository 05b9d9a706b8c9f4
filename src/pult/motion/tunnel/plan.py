r"""The path of an arm through a tunnel, and the clearance that it guarantees.

Circles of the radius r about the corners that stand out; a string pulled tight around them. All joints stay on it. A
link of length l with both ends outside such a circle passes the corner at sqrt(r^2 - l^2/4) or farther, so its
clearance is at least

    min(min_c sqrt(r_c^2 - l^2/4), distance of the path from the walls),    less half the width of the link.

With w the distance from a corner to the opposite wall, r* = (w^2 + l^2/4)/(2 w) makes both parts of it equal. The proof
and the true conditions are in docs/snakeman.md.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import DocumentError, Fault, FaultKind
from pult.core.signals import Array
from pult.motion.tunnel.arcs import LENGTH, follow, table
from pult.motion.tunnel.taut import Circle, as_printed, pieces_of, pull_taut
from pult.motion.tunnel.tunnel import Arm, Corner, Tunnel
from pult.motion.tunnel.walls import path_clearance

TOO_NARROW = FaultKind(
    "no-way",
    "the tunnel is {width:.4g} m wide at this corner; links of {length:.4g} m by {breadth:.4g} m need more than "
    "{needed:.4g} m.",
)
CORNERS_TOO_CLOSE = FaultKind(
    "no-way",
    "this corner and {other}, where the tunnel turns to the other side, are {distance:.4g} m apart; links of "
    "{length:.4g} m by {breadth:.4g} m need more than {needed:.4g} m.",
)
NO_STRAIGHT_MOUTH = FaultKind(
    "no-way",
    "the path bends {distance:.4g} m after the mouth; links of {length:.4g} m need {needed:.4g} m to come in straight.",
)
PATH_TOO_NEAR = FaultKind(
    "no-way", "the path passes this wall at {distance:.4g} m; links {breadth:.4g} m wide need more than {needed:.4g} m."
)
CORNER_TOO_NEAR = FaultKind(
    "no-way",
    "the path passes this corner at {distance:.4g} m; links of {length:.4g} m by {breadth:.4g} m need more than "
    "{needed:.4g} m.",
)
END_TOO_NEAR = FaultKind(
    "no-way", "it is {distance:.4g} m from the corner {corner}; links of {length:.4g} m by {breadth:.4g} m need more "
    "than {needed:.4g} m."
)
NO_TANGENT = FaultKind("no-way", "no taut path leads from the mouth to the target around all corners.")
ARM_TOO_SHORT = FaultKind(
    "no-way", "the target is {way:.4g} m from the mouth along the path; the arm of {reach:.4g} m does not get there."
)

Measure = Callable[[Array, Array], tuple[float, int]]
MARGIN = 1e-6
"""What is left of a needed width at least [m]."""


@dataclass(frozen=True, eq=False)
class TunnelPath:
    """A path for an arm in a tunnel.

    Attributes:
        tunnel, arm: What it was planned for.
        corners: Corners of the tunnel, in the order in which they are passed.
        radii: Radii of their circles [m].
        touched: Indices of the corners that the path goes around.
        pieces: The path as a table (`arcs`); its first piece is the run-in before the mouth. Shape (m, 5).
        start: Length of the path at which the tip stands before the mouth with the stretched arm behind it [m].
        mouth: Length up to the mouth [m].
        end: Length up to the target [m].
        from_corners: Distances of the path from the corners [m].
        from_walls: Distance of the path from the walls [m].
        nearest_wall: Index of the wall that it is nearest to.
    """

    tunnel: Tunnel
    arm: Arm
    corners: tuple[Corner, ...]
    radii: tuple[float, ...]
    touched: tuple[int, ...]
    pieces: Array
    start: float
    mouth: float
    end: float
    from_corners: tuple[float, ...]
    from_walls: float
    nearest_wall: int

    @property
    def bound(self) -> float:
        """Guaranteed clearance of the links' surfaces [m]."""
        quarter = 0.25 * self.arm.longest**2
        at_corners = min((math.sqrt(max(d * d - quarter, 0.0)) for d in self.from_corners), default=math.inf)
        return min(at_corners, self.from_walls) - self.arm.half_width

    @property
    def lengths(self) -> Array:
        """Lengths of the links [m]. Shape (n,)."""
        return np.array(self.arm.lengths)

    @property
    def straight(self) -> float:
        """Length of the first straight piece, on which the base slides [m]."""
        return float(self.pieces[0, LENGTH])

    def stations(self, step: float) -> Array:
        """Lengths of the path from the start to the end, at most a step apart [m]."""
        return np.linspace(self.start, self.end, max(2, math.ceil((self.end - self.start) / step) + 1))


def best_radius(width: float, length: float) -> float:
    """The radius with the same clearance at the corner and at the opposite wall: (w^2 + l^2/4)/(2 w) [m].

    Args:
        width: Distance from the corner to the opposite wall [m].
        length: Length of the longest link [m].
    """
    return (width * width + 0.25 * length * length) / (2.0 * width)


def corner_radii(tunnel: Tunnel, arm: Arm) -> tuple[tuple[float, ...], list[Fault]]:
    """Radii of the circles about corners, and why there is none that works.

    Where turns alternate, two circles must not overlap: both are made smaller in proportion until they touch.
    """
    corners, l, b, least = tunnel.corners, arm.longest, arm.half_width, arm.least_radius  # noqa: E741
    data = {"length": l, "breadth": arm.width}
    faults = [
        TOO_NARROW.at(c.place, width=c.width, needed=b + least, **data)
        for c in corners
        if c.width <= b + least + MARGIN
    ]
    radii = [best_radius(c.width, l) if 0.0 < c.width < math.inf else 2.0 * l for c in corners]
    for i, c in enumerate(corners):
        for place, (x, y) in (("left[0]", tunnel.mouth), ("target", tunnel.target)):
            distance = math.hypot(float(x) - c.x, float(y) - c.y)
            if distance <= least + MARGIN:
                faults.append(END_TOO_NEAR.at(place, corner=c.place, distance=distance, needed=least, **data))
            else:
                radii[i] = min(radii[i], (1.0 - 1e-6) * distance)
    for i, j in itertools.combinations(range(len(corners)), 2):
        c, d = corners[i], corners[j]
        if c.turn == d.turn or not _neighbours(corners, i, j):
            continue
        distance = math.hypot(d.x - c.x, d.y - c.y)
        if distance <= 2.0 * least + MARGIN:
            needed = 2.0 * least
            faults.append(CORNERS_TOO_CLOSE.at(d.place, other=c.place, distance=distance, needed=needed, **data))
        elif radii[i] + radii[j] > distance:
            free = (1.0 - 1e-6) * distance - 2.0 * least
            share = free / (radii[i] + radii[j] - 2.0 * least)
            radii[i], radii[j] = (least + share * (r - least) for r in (radii[i], radii[j]))
    return tuple(radii), faults


def _neighbours(corners: Sequence[Corner], i: int, j: int) -> bool:
    """Whether no corner of the one side lies between i and j, or none of the other side: their circles may meet."""
    between = {c.turn for c in corners[i + 1 : j]}
    return len(between) < 2


def plan_tunnel(tunnel: Tunnel, arm: Arm, measure: Measure = path_clearance) -> TunnelPath:
    """Plan the path of an arm to the target of a tunnel.

    Args:
        tunnel, arm: The task.
        measure: Measures the distance of a path from walls; `following.plan_native` has it as native code.

    Raises:
        DocumentError: The arm cannot pass without touching; says where and why.
    """
    found, faults = try_plan(tunnel, arm, measure)
    if found is None or faults:
        raise DocumentError("tunnel", faults)
    return found


def try_plan(
    tunnel: Tunnel, arm: Arm, measure: Measure = path_clearance
) -> tuple[TunnelPath | None, list[Fault]]:
    """The path, if one can be drawn, and every reason why the arm cannot pass by it."""
    corners = tunnel.corners
    radii, faults = corner_radii(tunnel, arm)
    circles = [Circle(c.x, c.y, r, c.turn, i) for i, (c, r) in enumerate(zip(corners, radii, strict=True))]
    start, end = _end(tunnel.mouth), _end(tunnel.target)
    taut = pull_taut(start, circles, end) if not faults else None
    if taut is None:
        return None, faults or [NO_TANGENT.at("target")]
    made = _assemble(tunnel, arm, radii, taut, measure)
    return made, _path_faults(made)


def plan_as_printed(tunnel: Tunnel, arm: Arm, radius: float, centres: Sequence[Circle] = ()) -> TunnelPath | None:
    """The path of paper 001: one radius for all corners, no corner dropped, and nothing checked.

    Args:
        tunnel, arm: The task.
        radius: Radius of the circles [m].
        centres: Circles other than those at the inner corners, such as on the middle line.

    Returns:
        The path; None if two circles have no common tangent.
    """
    corners = tunnel.corners
    circles = list(centres) or [Circle(c.x, c.y, radius, c.turn, i) for i, c in enumerate(corners)]
    start, end = _end(tunnel.mouth), _end(tunnel.target)
    taut = as_printed(start, circles, end)
    return None if taut is None else _assemble(tunnel, arm, (radius,) * len(corners), taut)


def _end(point: Array) -> Circle:
    """An end of the path."""
    return Circle(float(point[0]), float(point[1]), 0.0, 1)


def _assemble(
    tunnel: Tunnel,
    arm: Arm,
    radii: tuple[float, ...],
    taut: tuple[list[Circle], list[float]],
    measure: Measure = path_clearance,
) -> TunnelPath:
    chain, headings = taut
    inside = pieces_of(chain, headings)
    run_in = arm.reach + arm.longest
    x, y, heading = (float(v) for v in inside[0, :3])
    # the run-in is the extension of the first tangent: the base slides on it
    x, y = x - run_in * math.cos(heading), y - run_in * math.sin(heading)
    before = (x, y, heading, 0.0, run_in + float(inside[0, LENGTH]))
    pieces = np.vstack([table([before]), inside[1:]])
    end = float(pieces[:, LENGTH].sum())
    touched = tuple(circle.number for circle in chain if circle.number >= 0)
    near, wall = measure(pieces, tunnel.walls)
    corners = tunnel.corners
    points = [np.array([[corner.x, corner.y, corner.x, corner.y]]) for corner in corners]
    from_corners = tuple(measure(pieces, point)[0] for point in points)
    start = run_in - 0.5 * arm.longest
    return TunnelPath(
        tunnel, arm, corners, radii, touched, pieces, start, run_in, end, from_corners, near, int(wall)
    )  # fmt: skip


def _path_faults(plan: TunnelPath) -> list[Fault]:
    """What the circles cannot promise by themselves, looked at on the path."""
    faults = []
    tunnel, arm = plan.tunnel, plan.arm
    data = {"length": arm.longest, "breadth": arm.width}
    for corner, near in zip(plan.corners, plan.from_corners, strict=True):
        if near <= arm.least_radius + MARGIN:
            faults.append(CORNER_TOO_NEAR.at(corner.place, distance=near, needed=arm.least_radius, **data))
    near = plan.from_walls
    if not faults and near <= arm.half_width + MARGIN:
        place = tunnel.wall_place(plan.nearest_wall)
        faults.append(PATH_TOO_NEAR.at(place, distance=near, breadth=arm.width, needed=arm.half_width))
    least = min(plan.radii, default=math.inf)
    straight = plan.straight - plan.mouth
    needed = 2.0 * least * math.asin(min(0.5 * arm.longest / least, 1.0)) if math.isfinite(least) else 0.0
    if len(plan.pieces) > 1 and straight < needed:
        faults.append(NO_STRAIGHT_MOUTH.at("left[0]", distance=straight, needed=needed, length=arm.longest))
    found = np.empty((len(arm.lengths) + 1, 4))
    if not faults and follow(plan.pieces, len(plan.pieces), plan.lengths, plan.end, 0.0, found) > plan.straight:
        faults.append(ARM_TOO_SHORT.at("target", way=plan.end - plan.mouth, reach=arm.reach))
    return faults
