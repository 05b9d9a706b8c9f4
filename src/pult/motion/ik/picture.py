"""Plots of workspaces and of coordinate descent. Needs Matplotlib: `pip install pult[plot]`."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from pult.core.signals import Array
from pult.motion.ik.result import IkResult
from pult.motion.ik.workspace import Reachability
from pult.robot.chain import Chain

INK, FAINT, GOOD, ACCENT = "#1f2933", "#c3cbd3", "#0b7285", "#c2410c"


def draw_reachability(
    found: Reachability, u: Array, v: Array, plane: str, at: float, title: str, outline: Array | None = None
) -> Figure:
    """Draw a reachability map of a plane.

    Args:
        found: Reachability at the grid points of `plane_grid`.
        u: Horizontal coordinates [m]. Shape (cells,).
        v: Vertical coordinates [m]. Shape (cells,).
        plane: The two axes of the plane, such as "xz".
        at: Coordinate of the plane along the third axis [m].
        title: Title of the figure.
        outline: Points of the arm in some configuration, to show its size. Shape (k, 3).
    """
    figure = Figure(figsize=(6.4, 5.4), layout="constrained")
    axes = figure.add_subplot()
    share = np.where(found.share > 0.0, found.share, np.nan).reshape(len(v), len(u))
    image = axes.pcolormesh(u, v, share, cmap="viridis", vmin=0.0, vmax=1.0, shading="nearest", rasterized=True)
    if found.orientations:
        figure.colorbar(image, ax=axes, shrink=0.85, label=f"share of {found.orientations} orientations reached")
    if outline is not None:
        right, up = ("xyz".index(letter) for letter in plane)
        axes.plot(outline[:, right], outline[:, up], "-o", color=ACCENT, linewidth=2.5, markersize=4)
    third = next(letter for letter in "xyz" if letter not in plane)
    axes.set(title=f"{title}, {third} = {at:g} m", xlabel=f"{plane[0]} [m]", ylabel=f"{plane[1]} [m]")
    axes.set_aspect("equal")
    _style_axes(axes)
    return figure


def _style_axes(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=INK)


def arm_points(chain: Chain, q: Any) -> Array:
    """Origins of the joints and of the effector [m]. Shape (m + 1, 3)."""
    return np.vstack([chain.frames(q)[:, :3, 3], chain.forward(q)[:3, 3]])


def descent_postures(chain: Chain, q0: Any, result: IkResult) -> list[Array]:
    """Configurations of a traced descent, beginning with the start."""
    q = np.array(chain.clamp(q0))
    found = [q.copy()]
    for step in result.trace:
        q[step.joint] += step.change
        found.append(q.copy())
    return found


def draw_descent(chain: Chain, q0: Any, point: Any, result: IkResult, shown: int = 8) -> Figure:
    """Draw the steps of a planar coordinate descent, and the remaining distance after each rotation.

    Args:
        chain: A chain that moves in the x, y plane.
        q0: The start.
        point: The target point.
        result: Result of `coordinate_descent(..., trace=True)`.
        shown: Number of steps drawn one by one.
    """
    postures = descent_postures(chain, q0, result)
    steps = min(shown, len(result.trace))
    columns = 4
    rows = -(-steps // columns)
    low, high = plane_extent(chain, postures, point)
    shape = (high[1] - low[1]) / (high[0] - low[0])
    height = 2.35 * shape + 0.25
    figure = Figure(figsize=(2.35 * columns, height * rows + 2.0), layout="constrained")
    grid = figure.add_gridspec(rows + 1, columns, height_ratios=[height] * rows + [2.0])
    for number in range(steps):
        axes = figure.add_subplot(grid[number // columns, number % columns])
        draw_step(axes, chain, postures[number], postures[number + 1], result.trace[number].joint, point)
        turned = np.degrees(result.trace[number].change)
        axes.set_title(f"{number + 1}. {result.trace[number].name} {turned:+.1f}°", fontsize=9, color=INK)
        axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    below = figure.add_subplot(grid[rows, :])
    left = [np.linalg.norm(chain.forward(postures[0])[:3, 3] - point), *(step.distance for step in result.trace)]
    below.semilogy(range(len(left)), left, "-o", color=GOOD, markersize=3.5)
    below.axhline(1e-4, color=ACCENT, linewidth=1.0, linestyle="--")
    below.set(xlabel="rotation", ylabel="distance left [m]")
    below.grid(color=FAINT, linewidth=0.5)
    _style_axes(below)
    return figure


def plane_extent(chain: Chain, postures: list[Array], point: Any) -> tuple[Array, Array]:
    """Corners of the bounding box of the arm and the point in the x, y plane, with a margin [m]. Shapes (2,)."""
    seen = np.vstack([arm_points(chain, q)[:, :2] for q in postures] + [np.asarray(point)[None, :2]])
    margin = 0.08 * chain.reach
    return seen.min(axis=0) - margin, seen.max(axis=0) + margin


def draw_step(axes: Axes, chain: Chain, before: Array, after: Array, joint: int, point: Any) -> None:
    """Draw one rotation: the arm before (grey) and after it, the rotating joint, and the arc of the effector."""
    old, new = arm_points(chain, before), arm_points(chain, after)
    arc = np.array([chain.forward(before + s * (after - before))[:2, 3] for s in np.linspace(0.0, 1.0, 24)])
    axes.add_collection(LineCollection([arc], colors=ACCENT, linewidths=1.2, linestyles="dotted"))
    axes.plot(old[:, 0], old[:, 1], "-o", color=FAINT, linewidth=3.0, markersize=4)
    axes.plot(new[:, 0], new[:, 1], "-o", color=GOOD, linewidth=3.0, markersize=4)
    axes.plot(*new[joint, :2], "o", color=ACCENT, markersize=7)
    axes.plot(*np.asarray(point)[:2], "+", color=INK, markersize=11, markeredgewidth=2.0)
    axes.set_aspect("equal")
    axes.set_axis_off()
