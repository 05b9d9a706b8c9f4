"""Tunnels as SVG: walls, circles, the path, and the arm on its way."""

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

import numpy as np

from pult.core.errors import Fault
from pult.core.signals import Array
from pult.motion.tunnel.arcs import LENGTH, follow, piece_pose
from pult.motion.tunnel.plan import TunnelPath
from pult.motion.tunnel.tunnel import Tunnel

_WALL, _PATH, _CIRCLE, _FAULT = "#55606a", "#c8762c", "#8fa3ad", "#c43d2f"
_ARMS = ("#9cc3dd", "#6fa6cb", "#4787b3", "#1f5f8f")


def path_points(path: TunnelPath, step: float) -> Array:
    """Points of the path, at most a step apart on arcs [m]. Shape (k, 2)."""
    rows = []
    for i in range(len(path.pieces)):
        length = float(path.pieces[i, LENGTH])
        count = max(1, math.ceil(length / step)) if abs(float(path.pieces[i, 3])) > 0.0 else 1
        rows += [piece_pose(path.pieces, i, length * k / count)[:2] for k in range(count + 1)]
    return np.array(rows)


def arm_points(path: TunnelPath, s: float) -> Array:
    """Joints of the arm with its tip at a length of the path [m]. Shape (n + 1, 2)."""
    found = np.empty((len(path.arm.lengths) + 1, 4))
    follow(path.pieces, len(path.pieces), path.lengths, s, 0.0, found)
    return found[:, :2]


def tunnel_svg(
    tunnel: Tunnel, path: TunnelPath | None = None, faults: Sequence[Fault] = (), positions: int = 4, width: int = 720
) -> str:
    """A picture of a tunnel.

    Args:
        tunnel: The tunnel.
        path: The path of an arm; circles, path and the arm are drawn.
        faults: Faults; places among the walls are marked, and the texts stand below.
        positions: Number of positions of the arm that are drawn.
        width: Width of the picture [pixels].
    """
    arms = [arm_points(path, float(s)) for s in _positions(path, positions)] if path is not None else []
    low, high = tunnel.outline.min(axis=0), tunnel.outline.max(axis=0)
    border = 0.08 * float(max(high - low))
    scale = width / (float(high[0] - low[0]) + 2.0 * border)
    height = scale * (float(high[1] - low[1]) + 2.0 * border)

    def at(p: Iterable[float]) -> str:
        x, y = p
        return f"{scale * (x - low[0] + border):.1f},{scale * (high[1] - y + border):.1f}"

    def line(points: Array, colour: str, thick: float, more: str = "") -> str:
        return (
            f'<polyline points="{" ".join(at(p) for p in points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{thick:.1f}" stroke-linejoin="round" stroke-linecap="round"{more}/>'
        )

    rows = [line(side, _WALL, 3.0) for side in (tunnel.left, tunnel.right)]
    if path is not None:
        rows += [_circle(at((c.x, c.y)), scale * r) for c, r in zip(path.corners, path.radii, strict=True)]
        rows.append(line(path_points(path, 0.01), _PATH, 1.5, ' stroke-dasharray="6 4"'))
        for k, joints in enumerate(arms):
            colour = _ARMS[max(0, len(_ARMS) - len(arms)) + k] if len(arms) <= len(_ARMS) else _ARMS[-1]
            rows.append(line(joints, colour, max(scale * path.arm.width, 2.0), ' stroke-opacity="0.75"'))
            places = (at(p).split(",") for p in joints)
            rows += [f'<circle cx="{x}" cy="{y}" r="1.6" fill="#1b2a33"/>' for x, y in places]
    x, y = at(tunnel.target).split(",")
    rows.append(f'<circle cx="{x}" cy="{y}" r="5" fill="none" stroke="{_PATH}" stroke-width="2"/>')
    sides = (("left", tunnel.left), ("right", tunnel.right))
    marked = {f"{side}[{i}]": p for side, wall in sides for i, p in enumerate(wall)}
    for k, fault in enumerate(faults):
        if fault.place in marked:
            x, y = at(marked[fault.place]).split(",")
            rows.append(f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="{_FAULT}" stroke-width="3"/>')
        text = escape(str(fault))
        rows.append(f'<text x="8" y="{height + 16 * (k + 1):.0f}" font-size="12" fill="{_FAULT}">{text}</text>')
    total = height + 16 * len(faults) + (8 if faults else 0)
    body = "\n".join(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{total:.0f}" '
        f'viewBox="0 0 {width} {total:.0f}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="#fbfcfd"/>\n{body}\n</svg>\n'
    )


def _positions(path: TunnelPath, count: int) -> Array:
    way = path.end - path.mouth
    return path.mouth + way * np.arange(1, count + 1) / max(count, 1)


def _circle(centre: str, radius: float) -> str:
    x, y = centre.split(",")
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="{_CIRCLE}" fill-opacity="0.12" stroke="{_CIRCLE}" '
        'stroke-width="1"/>'
    )
