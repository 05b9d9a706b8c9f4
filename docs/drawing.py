"""Line drawings of vectors in space and in the plane, for pages of the docs."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

from pult.geometry import algebra

ASSETS = Path(__file__).resolve().parent / "assets"
INK, TEAL, BLUE, RUST, GREY, PALE = "#27313b", "#076c77", "#2460c4", "#a84406", "#8b95a1", "#d5dbe1"
_AZIMUTH, _HEIGHT = math.radians(28.0), math.radians(22.0)


def seen(point: Sequence[float]) -> Any:
    """Where a point in space is on the paper: x towards us and left, y right, z up. A point of the plane stays."""
    p = np.asarray(point, dtype=float)
    if p.shape[-1] == 2:
        return p
    x, y, z = p[..., 0], p[..., 1], p[..., 2]
    right = -x * math.sin(_AZIMUTH) + y * math.cos(_AZIMUTH)
    depth = x * math.cos(_AZIMUTH) + y * math.sin(_AZIMUTH)
    return np.stack([right, z * math.cos(_HEIGHT) - depth * math.sin(_HEIGHT)], axis=-1)


class Drawing:
    """One picture; it is written when its `with` ends."""

    def __init__(self, name: str, size: tuple[float, float] = (4.4, 2.7)) -> None:
        self.name = name
        plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10})
        self.figure, self.axes = plt.subplots(figsize=size, layout="constrained")
        self.axes.set_aspect("equal")
        self.axes.axis("off")

    def __enter__(self) -> "Drawing":
        return self

    def __exit__(self, *_: object) -> None:
        self.axes.margins(0.14)
        self.figure.savefig(ASSETS / f"{self.name}.svg", metadata={"Date": None})
        plt.close(self.figure)

    def arrow(self, start: Any, end: Any, text: str = "", color: str = INK, at: float = 1.0, shift: Any = (5, 5), width: float = 1.8) -> None:
        """A vector with its name."""
        a, b = seen(start), seen(end)
        self.axes.annotate("", b, a, arrowprops={"arrowstyle": "-|>", "color": color, "lw": width, "shrinkA": 0, "shrinkB": 0})
        self.axes.plot(*zip(a, b, strict=True), alpha=0.0)
        if text:
            self.text(np.asarray(start) + at * (np.asarray(end, dtype=float) - np.asarray(start)), text, color, shift)

    def line(self, points: Any, color: str = GREY, style: str = "-", width: float = 1.2) -> None:
        """A line through points."""
        found = np.array([seen(p) for p in points])
        self.axes.plot(found[:, 0], found[:, 1], style, color=color, lw=width, solid_capstyle="round")

    def dot(self, point: Any, text: str = "", color: str = INK, shift: Any = (5, 5), size: float = 4.5) -> None:
        """A point with its name."""
        self.axes.plot(*seen(point), "o", color=color, ms=size)
        if text:
            self.text(point, text, color, shift)

    def text(self, point: Any, text: str, color: str = INK, shift: Any = (5, 5)) -> None:
        """A name beside a point; the shift is in points of type."""
        self.axes.plot(*seen(point), alpha=0.0)  # the picture is made wide enough for it
        self.axes.annotate(text, seen(point), shift, textcoords="offset points", color=color, ha="center", va="center")

    def sweep(self, v: Any, axis: Any, start: float, end: float, about: Any = (0, 0, 0), **how: Any) -> Any:
        """The way of the end of a vector that is rotated about an axis; returns its points."""
        points = np.asarray(about, dtype=float) + algebra.rotate(v, axis, np.linspace(start, end, 60))
        self.line(points, **how)
        return points

    def circle(self, axis: Any, centre: Any, radius: float, **how: Any) -> None:
        """A circle in the plane normal to an axis."""
        k = algebra.align_directions([0, 0, 1], axis)
        side = algebra.rotate([abs(radius), 0, 0], k.axis, k.angle)
        self.sweep(side, axis, 0.0, 2 * math.pi, centre, **how)

    def cone(self, axis: Any, tilt: float, long: float = 1.0, **how: Any) -> None:
        """A cone with its apex at the origin."""
        k = np.asarray(axis) / np.linalg.norm(axis)
        side = algebra.perpendicular(k, [0.3, 0.9, 0.2]).direction
        edge = long * algebra.rotate(k, side, tilt)
        ring = self.sweep(edge, k, 0.0, 2 * math.pi, **how)
        flat = seen(ring)
        for number in (int(np.argmin(np.arctan2(flat[:, 1], flat[:, 0]))), int(np.argmax(np.arctan2(flat[:, 1], flat[:, 0])))):
            self.line([(0, 0, 0), ring[number]], **how)
