"""What is measured of the kinematics of PRM-1: round trips, brute force, straight lines, zones, aiming."""

import math

import numpy as np

import pult
import pult.geometry.rotation
from pult import grab
from pult.motion.grab.functions import native_inverse, native_refusal, native_working_point
from pult.motion.grab.manipulator import PRM1
from pult.motion.grab.zone.zone import reaches

R = grab.Reason
LOW, HIGH = np.array(PRM1.lower), np.array(PRM1.upper)
OBJECTS = np.array([[-1.5, -0.1, 0.2, 0.0], [1.5, 0.1, 0.4, 0.3]])
"""Held objects that are drawn: angle [rad], height, distance, length [m]."""
STOP = 2e-7
"""Twice what counts as at a stop [rad]."""
EDGE = 1e-6
"""Brute force cannot tell on which side of a limit what is nearer than this [m or rad]."""


def figures(fine, reason, **metrics):
    return pult.Figures(
        success=bool(fine), reason="" if fine else reason, time=0.0, metrics={k: float(v) for k, v in metrics.items()}
    )


def drawn(random, held):
    """A random configuration, with a held object or the finger tips."""
    thing = random.uniform(*OBJECTS) if held else np.array(PRM1.bare)
    return random.uniform(LOW, HIGH), thing


def round_trips(*, seed: int, count: int) -> pult.Figures:
    """f2(f1(config)) from other random starts, every second with a held object."""
    random = np.random.default_rng(seed)
    t, found, answer, point, again = PRM1.table, np.empty((4, 7)), np.empty(5), np.empty(3), np.empty(3)
    worst = turned = 0.0
    done = refused = tried = 0
    while done < count:
        tried += 1
        q, held = drawn(random, tried % 2 == 0)
        start = random.uniform(LOW, HIGH)
        if native_refusal(t, q, held, 0.0)[0] or native_refusal(t, start, held, 0.0)[0]:
            continue
        native_working_point(t, q, held, point)
        pitch = float(q[1:4].sum())
        reason, _, _ = native_inverse(t, start, held, 0.0, point, pitch, float(q[4]), found, answer)
        done += 1
        if reason:
            refused += 1
            continue
        native_working_point(t, answer, held, again)
        worst = max(worst, float(np.abs(again - point).max()))
        turned = max(
            turned, abs(math.remainder(float(answer[1:4].sum()) - pitch, math.tau)) + abs(float(answer[4] - q[4]))
        )
        refused += native_refusal(t, answer, held, 0.0)[0] != 0
    return figures(
        not refused and worst < 1e-9 and turned < 1e-9,
        "missed",
        count=done,
        refused=refused,
        worst=worst,
        turned=turned,
    )


def _roots(function, grid):
    """Zeros of a function of an array, by signs on a grid and bisection."""
    values = function(grid)
    low, high = grid[:-1][values[:-1] * values[1:] <= 0.0], grid[1:][values[:-1] * values[1:] <= 0.0]
    below = function(low)
    for _ in range(60):
        middle = 0.5 * (low + high)
        same = function(middle) * below > 0.0
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return np.unique(np.round(0.5 * (low + high), 9))


def searched(point, pitch, roll, held):
    """All configurations between the stops by search: no closed form but direct kinematics."""
    phi, height, distance, length = held
    up = height - length * math.sin(phi)
    along, left, above = distance + length * math.cos(phi), PRM1.grab_side - up * math.sin(roll), up * math.cos(roll)
    x, y, z = point
    columns = _roots(lambda c: y * np.cos(c) - x * np.sin(c) - left, np.linspace(LOW[0], HIGH[0], 1501))
    answers = []
    for column in columns:
        ahead = x * math.cos(column) + y * math.sin(column)
        wx = ahead - along * math.cos(pitch) - above * math.sin(pitch) + PRM1.shoulder_back
        wz = z + along * math.sin(pitch) - above * math.cos(pitch) - PRM1.shoulder_height

        def miss(a, wx=wx, wz=wz):
            return np.hypot(wx - PRM1.upper_arm * np.cos(a), wz + PRM1.upper_arm * np.sin(a)) - PRM1.forearm

        for shoulder in _roots(miss, np.linspace(LOW[1], HIGH[1], 1501)):
            slope = math.atan2(wz + PRM1.upper_arm * math.sin(shoulder), wx - PRM1.upper_arm * math.cos(shoulder))
            elbow = math.remainder(-slope - shoulder, math.tau)
            wrist = math.remainder(pitch - shoulder - elbow, math.tau)
            answers.append(np.array([column, shoulder, elbow, wrist, roll]))
    return [q for q in answers if (q >= LOW).all() and (q <= HIGH).all()]


def completeness(*, seed: int, count: int) -> pult.Figures:
    """All solutions between the stops against the search: random targets, most out of reach, and reachable ones."""
    random = np.random.default_rng(seed)
    missing = extra = unsure = several = reached = 0
    for k in range(count):
        q, held = drawn(random, k % 2 == 0)
        pitch, roll = float(q[1:4].sum()), float(q[4])
        point = (
            grab.f1(grab.Config.of(q, held=held)).point
            if k % 4 < 2
            else random.uniform([-0.7, -1.2, -0.4], [1.4, 1.2, 1.6])
        )
        exact = [np.array(one.angles) for one in grab.solutions(point, pitch, roll, held, "ranges")]
        found = searched(point, pitch, roll, held)
        several, reached = several + (len(exact) > 1), reached + bool(exact)
        for one in exact:
            if not any(np.abs(one - other).max() < 1e-5 for other in found):
                near = min(np.abs(one - LOW).min(), np.abs(one - HIGH).min(), abs(one[2])) < 1e-3
                unsure, extra = unsure + near, extra + (not near)
        for other in found:
            if not any(np.abs(one - other).max() < 1e-5 for one in exact):
                near = min(np.abs(other - LOW).min(), np.abs(other - HIGH).min(), abs(other[2])) < 1e-3
                unsure, missing = unsure + near, missing + (not near)
    return figures(
        not missing and not extra,
        "differs",
        count=count,
        reached=reached,
        several=several,
        missing=missing,
        extra=extra,
        unsure=unsure,
    )


def _turn(axis, angle):
    return pult.geometry.rotation.matrix_from_rotation_vector(np.array(axis) * angle)


def segments(q, held):
    """Upper arm, forearm, grab, object as ends of segments, and the frame of each link: by matrices alone."""
    R1 = _turn([0, 0, 1], q[0])
    R2 = R1 @ _turn([0, 1, 0], q[1])
    R3 = R2 @ _turn([0, 1, 0], q[2])
    R4 = R3 @ _turn([0, 1, 0], q[3])
    R5 = R4 @ _turn([1, 0, 0], q[4])
    shoulder = R1 @ [-0.090, 0.0785, 0.095]
    elbow = shoulder + R2 @ [0.580, 0.0, 0.0]
    middle = elbow + R2 @ [0.0, -0.0785, 0.0]
    end = middle + R3 @ [0.440, 0.0, 0.0]
    wrist = end + R3 @ [0.0, 0.0355, 0.0]
    phi, height, distance, length = held
    begin = wrist + R5 @ [distance, 0.0, height]
    far = begin + length * R5 @ [math.cos(phi), 0.0, -math.sin(phi)]
    parts = [(shoulder, elbow), (middle, end), (wrist, wrist + R5 @ [0.36, 0.0, 0.0]), (begin, far)]
    return parts, [(np.zeros(3), np.eye(3)), (np.zeros(3), R1), (shoulder, R2), (middle, R3), (wrist, R4), (wrist, R5)]


def searched_reason(q, held, load, robot):
    """The first reason why a configuration is refused, by points along the links and sums over masses, and whether a
    limit is so near that points cannot tell."""
    for i, (low, high) in enumerate(zip(robot.lower, robot.upper, strict=True)):
        if q[i] < low or q[i] > high:
            return R(R.COLUMN_STOP + i), min(abs(q[i] - low), abs(q[i] - high)) < EDGE
    parts, frames = segments(q, held)
    radii = (robot.upper_arm_radius, robot.forearm_radius, robot.grab_radius, 0.0)
    share = np.linspace(0.0, 1.0, 2001)[:, None]
    close = False
    for k, ((a, b), radius) in enumerate(zip(parts, radii, strict=True)):
        line = a + share * (b - a)
        part, free = max(k - 1, 0), radius if k < 2 else 0.0
        under = float((-robot.platform_height - line[:, 2]).max()) + free
        far = float(np.maximum(np.array(robot.space_lower) - line, line - np.array(robot.space_upper)).max()) + free
        inside = np.minimum(robot.platform_radius + radius - np.hypot(line[:, 0], line[:, 1]), radius - line[:, 2])
        deep = float(inside.max())
        for amount, reason, edge in (
            (under, R.ARM_UNDER_FLOOR, EDGE),
            (far, R.ARM_OUTSIDE, EDGE),
            (deep, R.ARM_IN_PLATFORM, 1e-3),
        ):
            close = close or abs(amount) < edge
            if amount > 0.0:
                return R(reason + part), close
    groups = (
        robot.base_masses,
        robot.column_masses,
        robot.upper_arm_masses,
        robot.forearm_masses,
        robot.hand_masses,
        robot.grab_masses,
    )
    masses = [(m.mass, p + T @ m.centre) for (p, T), group in zip(frames, groups, strict=True) for m in group]
    bare = held[0] == 0.0 and held[1] == 0.0 and held[2] + held[3] <= robot.grab
    begin, end = parts[3]
    for reason, more in (
        (R.TIPS_EMPTY, []),
        (R.TIPS_LOADED, [(load, end if bare else 0.5 * (begin + end))] if load else []),
    ):
        every = masses + more
        centre = sum(m * p for m, p in every) / sum(m for m, _ in every)
        wheels = np.array(robot.wheels)
        edges = zip(wheels, np.roll(wheels, -1, axis=0), strict=True)
        inward = [
            ((b - a)[0] * (centre[1] - a[1]) - (b - a)[1] * (centre[0] - a[0])) / np.linalg.norm(b - a)
            for a, b in edges
        ]
        lacking = robot.margin - min(float(v) for v in inward)
        close = close or abs(lacking) < EDGE
        if lacking > 0.0:
            return reason, close
    return R.NONE, close


def refusals(*, seed: int, count: int) -> pult.Figures:
    """Reasons of f1 against the search, in an operating space that is drawn, with and without a load."""
    from dataclasses import replace

    random = np.random.default_rng(seed)
    wrong = unsure = 0
    kinds = set()
    for k in range(count):
        upper = (float(random.uniform(0.6, 3.0)), float(random.uniform(0.6, 3.0)), float(random.uniform(0.6, 3.0)))
        robot = replace(
            PRM1, space_lower=(-2.0, -float(upper[1]), -float(random.uniform(0.2, 2.0))), space_upper=upper,
            margin=float(random.uniform(0.01, 0.08)), platform_height=float(random.uniform(0.3, 0.8)),
        )  # fmt: skip
        q, held = drawn(random, k % 2 == 0)
        q = q + (k % 5 == 0) * random.uniform(-0.1, 0.1, 5)
        load = float(random.choice([0.0, 2.0, 6.0]))
        wanted, close = searched_reason(q, held, load, robot)
        found = grab.f1(grab.Config.of(q, held=held), load=load, robot=robot).reason
        kinds.add(int(found))
        unsure, wrong = unsure + (found != wanted and close), wrong + (found != wanted and not close)
    return figures(not wrong, "reason", count=count, wrong=wrong, unsure=unsure, kinds=len(kinds))


def lines(*, seed: int, count: int) -> pult.Figures:
    """f3 again and again: how straight, how linear, how long the steps, how exact the end."""
    random = np.random.default_rng(seed)
    bent = skew = step_error = end_error = 0.0
    done = stopped = 0
    while done < count:
        q, held = drawn(random, done % 2 == 0)
        step = float(random.choice([0.002, 0.005, 0.01]))
        goal = np.clip(q + random.uniform(-0.6, 0.6, 5), LOW, HIGH)
        now, target = (grab.Config.of(one, held=held, step=step) for one in (q, goal))
        if grab.f1(now).reason or grab.f1(target).reason:
            continue
        rows = [now]
        while True:
            answer = grab.f3(rows[-1], target, max_turn=math.pi)
            if answer.reason:
                break
            rows.append(answer.config)
            if answer.share >= 1.0:
                break
        if answer.reason:
            stopped += 1
            if stopped > 200 * count:
                break
            continue
        done += 1
        points = np.array([grab.f1(row).point for row in rows])
        way = points[-1] - points[0]
        size = float(np.linalg.norm(way))
        if size < step:
            continue
        share = (points - points[0]) @ way / size**2
        bent = max(bent, float(np.linalg.norm(points - points[0] - share[:, None] * way, axis=1).max()))
        for name in ("pitch", "roll"):
            angles = np.array([getattr(row, name) for row in rows])
            skew = max(skew, float(np.abs(angles - angles[0] - share * (angles[-1] - angles[0])).max()))
        steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
        step_error = max(step_error, float(np.abs(steps[:-1] - step).max(initial=0.0)), float(steps[-1] - step))
        end_error = max(end_error, float(np.abs(np.subtract(rows[-1].angles, goal)).max()))
    fine = bent < 1e-6 and skew < 1e-6 and step_error < 1e-8 and end_error == 0.0
    return figures(
        fine, "line", count=done, stopped=stopped, bent=bent, skew=skew, step_error=step_error, end_error=end_error
    )


def area(*, seed: int, degrees: float, count: int) -> pult.Figures:
    """Area of a zone against chance, one point in each cell of a grid; 999 degrees is any pitch.

    At a fixed pitch points are tried by the law of cosines. At any pitch they are tried by the exact test, and a fifth
    of them at many pitches besides: what is reached at one of these, the exact test must not deny.
    """
    pitch = None if degrees == 999.0 else math.radians(degrees)
    zone = grab.work_zone(pitch)
    random = np.random.default_rng(seed)
    low, high = zone.polygon.min(axis=0) - 0.001, zone.polygon.max(axis=0) + 0.001
    side = round(math.sqrt(count))
    cells = (np.mgrid[0:side, 0:side].reshape(2, -1).T + random.random((side * side, 2))) / side
    points = low + cells * (high - low)
    hit = np.array([reaches(PRM1, pitch, float(x), float(z)) for x, z in points])
    if pitch is None:
        some = np.zeros(len(points[::5]), dtype=bool)
        for one in np.linspace(-math.pi, math.pi, 181):
            some |= _two_links(points[::5], one, -STOP)
        denied = int((some & ~hit[::5]).sum())
    else:
        # at a stop to 1e-7 rad counts as within it (protection.STOP_TOLERANCE): there both answers are right
        denied = int((_two_links(points, pitch, -STOP) & ~hit | hit & ~_two_links(points, pitch, STOP)).sum())
    found = float(hit.mean() * np.prod(high - low))
    gap = zone.gaps[0].distance if zone.gaps else 0.0
    fine = abs(found / zone.area - 1.0) < 2e-3 and not denied
    return figures(fine, "area", area=zone.area, chance=found, denied=denied, points=len(points), gap=gap)


def _two_links(points, pitch, slack):
    """Which points are reached at a pitch, by the law of cosines, with stops farther apart by a slack [rad]. Shape (n,)."""
    x = points[:, 0] + PRM1.shoulder_back - PRM1.grab * math.cos(pitch)
    z = points[:, 1] - PRM1.shoulder_height + PRM1.grab * math.sin(pitch)
    c = (x * x + z * z - PRM1.upper_arm**2 - PRM1.forearm**2) / (2.0 * PRM1.upper_arm * PRM1.forearm)
    hit = np.zeros(len(points), dtype=bool)
    for sign in (1.0, -1.0):
        elbow = sign * np.arccos(np.clip(c, -1.0, 1.0))
        shoulder = -np.arctan2(z, x) - np.arctan2(
            PRM1.forearm * np.sin(elbow), PRM1.upper_arm + PRM1.forearm * np.cos(elbow)
        )
        shoulder = np.mod(shoulder + math.pi, math.tau) - math.pi
        wrist = np.mod(pitch - shoulder - elbow + math.pi, math.tau) - math.pi
        fine = np.abs(c) <= 1.0
        for joint, angle in ((1, shoulder), (2, elbow), (3, wrist)):
            fine &= (angle >= LOW[joint] - slack) & (angle <= HIGH[joint] + slack)
        hit |= fine
    return hit


def aims(*, seed: int, count: int) -> pult.Figures:
    """Aiming at points that some configuration looks at, and at random ones; projected through the camera."""
    random = np.random.default_rng(seed)
    off = 0.0
    missed = silent = behind = hidden = reached = 0
    columns, wrists = np.linspace(LOW[0], HIGH[0], 541), np.linspace(LOW[3], HIGH[3], 261)
    for k in range(count):
        q = random.uniform(LOW, HIGH)
        view = grab.camera_view(q)
        visible = k % 2 == 0
        point = (
            view.eye + random.uniform(0.05, 2.0) * view.R_interface_camera[:, 2]
            if visible
            else random.uniform([-1.5, -1.5, -0.5], [2.0, 1.5, 1.5])
        )
        found = grab.aim(q[1], q[2], q[4], point)
        reached += bool(found)
        for one in found:
            seen = grab.camera_view(one.angles)
            off, behind = max(off, seen.off_axis(point)), behind + (seen.seen(point)[2] <= 0.0)
        if visible and math.hypot(*point[:2]) > 0.08:
            missed += not any(abs(one.column - q[0]) < 1e-6 and abs(one.wrist - q[3]) < 1e-6 for one in found)
        if not found:
            silent += not (found.reason and found.text)
            if k % 20 == 1:  # by brute force: no column and wrist on a grid of half a degree look nearly there
                best = min(
                    grab.camera_view([c, q[1], q[2], w, q[4]]).off_axis(point)
                    for c in columns[:: 6] for w in wrists[:: 6]
                )  # fmt: skip
                hidden += best < 1e-3
    fine = off < 1e-9 and not (missed or silent or behind or hidden)
    return figures(
        fine, "aim", count=count, reached=reached, off=off, missed=missed, silent=silent, behind=behind, hidden=hidden
    )
