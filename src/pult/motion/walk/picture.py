"""A walk as SVG: footprints, centre of mass and zero-moment point from above, and the margin to the support polygon."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

import numpy as np

from pult.core.signals import Array
from pult.motion.walk.check import WalkCheck
from pult.motion.walk.legs import Legs
from pult.motion.walk.pattern import Pattern
from pult.motion.walk.polygon import sole_corners
from pult.motion.walk.rows import COM, LEFT, LEFT_FOOT, RIGHT, RIGHT_FOOT, SUPPORT, ZMP

_LEFT, _RIGHT, _COM, _ZMP, _BODY, _FAULT, _INK = (
    "#1f5f8f", "#c8762c", "#2e7d4f", "#8a4fa3", "#b9a3c6", "#c43d2f", "#55606a",
)  # fmt: skip
_PLOT = 170.0


def footprints(pattern: Pattern) -> dict[str, Array]:
    """Places where the feet stand, each once: x, y [m], heading [rad] for "left" and "right". Shape (k, 3)."""
    found = {}
    for side, first, swings in (("left", LEFT, RIGHT_FOOT), ("right", RIGHT, LEFT_FOOT)):
        standing = pattern.rows[pattern.rows[:, SUPPORT] != swings][:, [first, first + 1, first + 3]]
        rounded = np.round(standing, 9)
        _, index = np.unique(rounded, axis=0, return_index=True)
        found[side] = standing[np.sort(index)]
    return found


def walk_svg(pattern: Pattern, walker: Legs, check: WalkCheck, width: int = 860) -> str:
    """A picture of a walk.

    Args:
        pattern: The walk.
        walker: The robot.
        check: Its check; faults stand below, and instants outside the support polygon are marked.
        width: Width of the picture [pixels].
    """
    prints = footprints(pattern)
    soles = {side: [sole_corners(walker, *place) for place in places.tolist()] for side, places in prints.items()}
    corners = np.vstack([np.vstack(rows) for rows in soles.values()])
    zmp = pattern.rows[:, ZMP : ZMP + 2]
    points = np.vstack([corners, np.clip(zmp, corners.min(axis=0) - 0.3, corners.max(axis=0) + 0.3)])
    low, high = points.min(axis=0) - 0.06, points.max(axis=0) + 0.06
    scale = min(width / (high[0] - low[0]), 900.0)
    height = scale * (high[1] - low[1])
    left = 0.5 * (width - scale * (high[0] - low[0]))

    def at(p: Iterable[float]) -> str:
        x, y = p
        return f"{left + scale * (x - low[0]):.1f},{scale * (high[1] - y):.1f}"

    def line(rows: Array, colour: str, thick: float, more: str = "") -> str:
        path = " ".join(at(p) for p in rows)
        return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{thick}" {more}/>'

    drawn = [
        f'<polygon points="{" ".join(at(p) for p in sole)}" fill="{colour}" fill-opacity="0.10" stroke="{colour}"/>'
        for side, colour in (("left", _LEFT), ("right", _RIGHT))
        for sole in soles[side]
    ]
    drawn.append(line(pattern.zmps[::2], _BODY, 1.0))
    drawn.append(line(zmp, _ZMP, 1.4))
    drawn.append(line(pattern.rows[:, COM : COM + 2], _COM, 2.0))
    outside = np.flatnonzero(check.margins[0] < 0.0)
    for row in outside[:: max(1, len(outside) // 60)]:
        x, y = at(zmp[row]).split(",")
        drawn.append(f'<circle cx="{x}" cy="{y}" r="2.5" fill="{_FAULT}"/>')
    drawn += _margin_plot(pattern, check, height + 34.0, width)
    total = height + _PLOT + 64.0
    for fault in check.faults:
        drawn.append(f'<text x="12" y="{total:.0f}" fill="{_FAULT}">{escape(str(fault))}</text>')
        total += 18.0
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{total:.0f}" '
        f'viewBox="0 0 {width} {total:.0f}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="100%" height="100%" fill="#fbfcfd"/>\n{body}\n{_legend(height + 12.0)}\n</svg>\n'
    )


def _legend(y: float) -> str:
    entries = (("left sole", _LEFT), ("right sole", _RIGHT), ("centre of mass", _COM),
               ("planned zero-moment point", _ZMP), ("of the whole body", _BODY))  # fmt: skip
    texts, x = [], 12.0
    for text, colour in entries:
        texts.append(f'<rect x="{x}" y="{y - 8}" width="14" height="4" fill="{colour}"/>')
        texts.append(f'<text x="{x + 18}" y="{y - 2}" fill="{_INK}">{text}</text>')
        x += 34.0 + 6.4 * len(text)
    return "\n".join(texts)


def _margin_plot(pattern: Pattern, check: WalkCheck, top: float, width: int) -> list[str]:
    """Margin of both zero-moment points over time [mm]."""
    t = pattern.gait.step * np.arange(len(pattern.rows))
    values = 1000.0 * np.clip(check.margins, -0.15, None)
    low, high = min(0.0, float(values.min())), max(float(values.max()), 10.0)
    left, right = 52.0, width - 12.0

    def at(x: float, y: float) -> str:
        u = left + (right - left) * x / max(float(t[-1]), 1e-9)
        return f"{u:.1f},{top + 14.0 + (_PLOT - 30.0) * (high - y) / (high - low):.1f}"

    drawn = [f'<text x="12" y="{top:.0f}" fill="{_INK}">distance from the edge of the support polygon [mm]</text>']
    for level in sorted({0.0, round(low), round(high)}):
        y = at(0.0, level).split(",")[1]
        colour = _FAULT if level == 0.0 else "#d5dade"
        drawn.append(f'<line x1="{left}" y1="{y}" x2="{right}" y2="{y}" stroke="{colour}"/>')
        drawn.append(f'<text x="{left - 6}" y="{y}" text-anchor="end" fill="{_INK}">{level:.0f}</text>')
    for row, colour in ((1, _BODY), (0, _ZMP)):
        path = " ".join(at(float(x), float(y)) for x, y in zip(t, values[row], strict=True))
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
    starts = [*pattern.starts[:-1]]
    for name, start in zip(pattern.segments, starts, strict=True):
        x = at(float(start) * pattern.gait.step, 0.0).split(",")[0]
        drawn.append(f'<line x1="{x}" y1="{top + 14:.1f}" x2="{x}" y2="{top + _PLOT - 16:.1f}" stroke="#e3e7ea"/>')
        if len(starts) <= 12:
            drawn.append(f'<text x="{x}" y="{top + _PLOT:.0f}" font-size="10" fill="{_INK}">{escape(name)}</text>')
    return drawn
