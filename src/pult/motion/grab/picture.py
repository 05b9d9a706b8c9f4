"""Work zones and configurations as SVG, in the vertical plane of the grab."""

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

import numpy as np

from pult.core.signals import Array
from pult.motion.grab.chain import elbow_place, offsets, plane_point, wrist_place
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.zone.zone import WorkZone

ZONES = ("#8fa3ad", "#2460c4", "#2e8b57", "#a84406")
ARMS = ("#1f5f8f", "#c8762c", "#7a4fa3", "#8b1a2b")
_GROUND = "#55606a"


def plane_joints(
    angles: Sequence[float] | Array, held: Sequence[float] | None = None, *, robot: Manipulator = PRM1
) -> Array:
    """Shoulder, elbow, wrist and finger tips, and start and far end of a held object, in the vertical plane [m].

    Args:
        angles: Column, shoulder, elbow, wrist, roll [rad].
        held: Held object: angle [rad], height, distance, length [m].
        robot: The manipulator.

    Returns:
        Shape (4, 2), with an object (6, 2).
    """
    _, shoulder, elbow, wrist, roll = (float(angle) for angle in angles)
    t = robot.table
    rows = [
        (-robot.shoulder_back, robot.shoulder_height), elbow_place(t, shoulder), wrist_place(t, shoulder, elbow),
        plane_point(t, shoulder, elbow, wrist, robot.grab, 0.0),
    ]  # fmt: skip
    if held is not None:
        angle, height, distance, length = (float(number) for number in held)
        for far in (0.0, length):
            along, up, _ = offsets(t, roll, angle, height, distance, far)
            rows.append(plane_point(t, shoulder, elbow, wrist, along, up))
    return np.array(rows)


def zone_svg(
    zones: Sequence[WorkZone],
    arms: Sequence[tuple[Sequence[float] | Array, str]] = (),
    *,
    held: Sequence[float] | None = None,
    robot: Manipulator = PRM1,
    width: int = 640,
) -> str:
    """A picture of work zones, and of the arm in some configurations.

    Args:
        zones: Zones, drawn over each other; the first ones larger.
        arms: Joint angles [rad] and what is written beside the arm.
        held: Held object, drawn with the arms: angle [rad], height, distance, length [m].
        robot: The manipulator.
        width: Width of the picture [pixels].
    """
    joints = [plane_joints(angles, held, robot=robot) for angles, _ in arms]
    outlines = [zone.polygon for zone in zones if len(zone.polygon)]
    base = np.array([[-robot.platform_radius, -robot.platform_height], [robot.platform_radius, 0.1]])
    every = np.vstack([base, *outlines, *joints])
    low, high = every.min(axis=0) - 0.08, every.max(axis=0) + 0.08
    scale = width / float(high[0] - low[0])
    height = scale * float(high[1] - low[1])

    def at(x: float, z: float) -> tuple[float, float]:
        return scale * (x - float(low[0])), scale * (float(high[1]) - z)

    def text(points: Array) -> str:
        return " ".join(f"{a:.1f},{b:.1f}" for a, b in (at(float(x), float(z)) for x, z in points))

    rows = []
    x0, y0 = at(-robot.platform_radius, 0.0)
    rows.append(
        f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{2 * scale * robot.platform_radius:.1f}" '
        f'height="{scale * robot.platform_height:.1f}" fill="{_GROUND}" fill-opacity="0.25"/>'
    )
    _, floor = at(0.0, -robot.platform_height)
    rows.append(f'<path d="M0 {floor:.1f}H{width}" stroke="{_GROUND}" stroke-width="2"/>')
    for k, zone in enumerate(zones):
        if len(zone.polygon):
            colour = ZONES[k % len(ZONES)]
            rows.append(
                f'<polygon points="{text(zone.polygon[:: max(1, len(zone.polygon) // 1500)])}" fill="{colour}" '
                f'fill-opacity="0.15" stroke="{colour}" stroke-width="1.5"/>'
            )
    for k, (points, (_, words)) in enumerate(zip(joints, arms, strict=True)):
        colour = ARMS[k % len(ARMS)]
        rows.append(
            f'<polyline points="{text(points[:4])}" fill="none" stroke="{colour}" stroke-width="4" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        )
        if len(points) > 4:
            rows.append(f'<polyline points="{text(points[4:])}" fill="none" stroke="{_GROUND}" stroke-width="5"/>')
        rows += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="{colour}"/>' for a, b in (at(*p) for p in points[:3])]
        a, b = at(*points[1])
        rows.append(f'<text x="{a + 8:.1f}" y="{b - 6:.1f}" font-size="13" fill="{colour}">{escape(words)}</text>')
    for k, zone in enumerate(zones):
        name = "any pitch" if zone.pitch is None else f"pitch {math.degrees(zone.pitch):.0f} degrees"
        rows.append(
            f'<text x="10" y="{18 * (k + 1)}" font-size="13" fill="{ZONES[k % len(ZONES)]}">'
            f"{name}: {zone.area:.3f} m²</text>"
        )
    body = "\n".join(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height:.0f}" '
        f'viewBox="0 0 {width} {height:.0f}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="#fbfcfd"/>\n{body}\n</svg>\n'
    )
