"""The map of a tuning: what was tried, and how the best came about. It needs Matplotlib: `pip install pult[plot]`."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pult.batch.tuning.space import Axis, Choice, Range
from pult.batch.tuning.trial import Trial
from pult.batch.tuning.tune import TuningResult
from pult.core.errors import UsageError
from pult.media.plot import BAD, COLOURS, FAINT, GOOD, INK, MARK, SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_MAPS = 3
"""Parameters of which every pair is mapped; of more, trials are lines across parallel axes."""
MIN_CONTOUR = 10
"""Feasible trials from which on level lines are drawn between them."""
_STYLE: Any = {"font.family": "sans-serif", "font.size": 9.0, "svg.fonttype": "none", "svg.hashsalt": "pult"}


def draw_tuning(tuned: TuningResult, path: str | Path) -> None:
    """Draw all trials to a file (SVG, PNG, PDF).

    On the left the goal over the trials with the best so far; then the goal over one parameter, maps of every pair of
    two or three, or parallel axes of more. Trials that break constraints are crosses.

    Raises:
        UsageError: Matplotlib is not installed, or the file cannot be written.
    """
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as NewFigure
    except ImportError:
        raise UsageError("drawing needs Matplotlib: pip install pult[plot].") from None
    names = list(tuned.prepared.space)
    pairs = list(combinations(names, 2)) if len(names) <= MAX_MAPS else []
    with mpl.rc_context(_STYLE):
        panels = 1 + max(len(pairs), 1)
        figure = NewFigure(figsize=(4.5 * panels if panels < 4 else 14.0, 3.8), layout="constrained")
        FigureCanvasAgg(figure)
        sweep = tuned.prepared.sweep
        figure.suptitle(
            f"{sweep.exercise.name} ({sweep.variant}), {len(tuned.trials)} trials", color=INK, fontsize=10.0
        )
        first, *others = figure.subplots(1, panels)
        _history(first, tuned)
        if pairs:
            for axes, (across, up) in zip(others, pairs, strict=True):
                _map(axes, tuned, across, up)
        elif len(names) == 1:
            _curve(others[0], tuned, names[0])
        else:
            _parallel(figure, others[0], tuned)
        try:
            figure.savefig(path, dpi=150, metadata={"Date": None} if str(path).endswith(".svg") else None)
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot write {str(path)!r}: {getattr(error, 'strerror', None) or error}.") from None


def _clean(axes: "Axes", title: str, x: str, y: str) -> None:
    axes.set_title(title, loc="left", color=INK, fontsize=9.0)
    axes.set_xlabel(x, color=SOFT)
    axes.set_ylabel(y, color=SOFT)
    axes.tick_params(colors=SOFT)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(FAINT)


def _split(trials: Sequence[Trial]) -> tuple[list[Trial], list[Trial]]:
    """Trials that keep all constraints, and the others."""
    return [one for one in trials if one.feasible], [one for one in trials if not one.feasible]


def _goals(trials: Sequence[Trial]) -> list[float]:
    """The goal of each trial; NaN where no run has it."""
    return [np.nan if trial.objective is None else trial.objective for trial in trials]


def _history(axes: "Axes", tuned: TuningResult) -> None:
    goal, (good, bad) = tuned.prepared.objective.goal, _split(tuned.trials)
    axes.plot([t.number for t in good], _goals(good), "o", color=COLOURS[0], ms=4.0, label="trial")
    known = [t for t in bad if t.objective is not None]
    if known:
        axes.plot([t.number for t in known], _goals(known), "x", color=BAD, ms=4.0, label="constraint broken")
    if good:
        best = goal.sign * np.minimum.accumulate([goal.sign * value for value in _goals(good)])
        steps = [*[t.number for t in good], len(tuned.trials) - 1]
        axes.step(steps, [*best, best[-1]], where="post", color=GOOD, lw=1.2, label="best so far")
    if tuned.before.objective is not None:
        axes.axhline(tuned.before.objective, color=MARK, lw=0.8, ls="--", label="before")
    axes.legend(frameon=False, fontsize=8.0)
    _clean(axes, f"{goal.words}, {tuned.prepared.direction}", "trial", "")


def _coordinates(axis: Axis, trials: Sequence[Trial], name: str) -> list[float]:
    """Where trials are on an axis: numbers by value, choices by place."""
    values = [trial.values[name] for trial in trials]
    return [float(axis.values.index(v)) for v in values] if isinstance(axis, Choice) else [float(v) for v in values]


def _scale(axes: "Axes", axis: Axis, side: str) -> None:
    if isinstance(axis, Choice):
        getattr(axes, f"set_{side}ticks")(range(len(axis.values)), [str(value) for value in axis.values])
    else:
        getattr(axes, f"set_{side}scale")("log" if axis.scale == "log" else "linear")
        gap = 0.02 * (axis.high - axis.low)
        ends = (axis.low / 1.05, axis.high * 1.05) if axis.scale == "log" else (axis.low - gap, axis.high + gap)
        getattr(axes, f"set_{side}lim")(*ends)


def _curve(axes: "Axes", tuned: TuningResult, name: str) -> None:
    axis, (good, bad) = tuned.prepared.space[name], _split(tuned.trials)
    bad = [trial for trial in bad if trial.objective is not None]
    axes.plot(_coordinates(axis, good, name), _goals(good), "o", color=COLOURS[0], ms=4.0)
    axes.plot(_coordinates(axis, bad, name), _goals(bad), "x", color=BAD, ms=4.0)
    if tuned.best.objective is not None:
        axes.plot(_coordinates(axis, [tuned.best], name), _goals([tuned.best]), "*", color=GOOD, ms=12.0, mec="white")
    _scale(axes, axis, "x")
    _clean(axes, "what was tried", name, tuned.prepared.objective.goal.words)


def _map(axes: "Axes", tuned: TuningResult, across: str, up: str) -> None:
    one, two, (good, bad) = tuned.prepared.space[across], tuned.prepared.space[up], _split(tuned.trials)
    x, y = _coordinates(one, good, across), _coordinates(two, good, up)
    goal = _goals(good)
    _scale(axes, one, "x")
    _scale(axes, two, "y")
    colours = "viridis_r" if tuned.prepared.objective.goal.sign > 0.0 else "viridis"
    if len(tuned.prepared.space) == 2 and isinstance(one, Range) and isinstance(two, Range):
        _contour(axes, (one, x), (two, y), goal, colours)
    if bad:
        axes.plot(_coordinates(one, bad, across), _coordinates(two, bad, up), "x", color=BAD, ms=4.0)
    if good:
        drawn = axes.scatter(x, y, c=goal, cmap=colours, s=22.0, edgecolors="white", linewidths=0.4, zorder=3)
        axes.figure.colorbar(drawn, ax=axes, shrink=0.9)
    best = _coordinates(one, [tuned.best], across), _coordinates(two, [tuned.best], up)
    axes.plot(*best, "*", color=GOOD, ms=13.0, mec="white", zorder=4)
    if tuned.prepared.first is not None:
        now = _coordinates(one, tuned.trials[:1], across), _coordinates(two, tuned.trials[:1], up)
        axes.plot(*now, "s", color="none", mec=INK, ms=8.0, zorder=4)
    broken = ", constraint broken: cross" if bad else ""
    _clean(axes, f"best: star, before: square{broken}", across, up)


def _contour(
    axes: "Axes", x: tuple[Range, list[float]], y: tuple[Range, list[float]], goal: list[float], colours: str
) -> None:
    """Level lines between feasible trials, where they span an area."""
    from matplotlib.tri import Triangulation

    places = np.array([[r.fraction(v) or 0.0 for v in values] for r, values in (x, y)])  # (2, trials)
    _, chosen = np.unique(np.round(places, 3), axis=1, return_index=True)
    spread = places[:, chosen] - places[:, chosen].mean(axis=1, keepdims=True)
    if len(chosen) >= MIN_CONTOUR and np.linalg.matrix_rank(spread, tol=0.01) == 2:
        # triangles of the search's own coordinates, so that a logarithmic scale does not distort them
        triangles = Triangulation(*places[:, chosen]).triangles
        mesh = Triangulation(np.array(x[1])[chosen], np.array(y[1])[chosen], triangles)
        axes.tricontourf(mesh, np.array(goal)[chosen], levels=12, cmap=colours, alpha=0.45)


def _parallel(figure: "Figure", axes: "Axes", tuned: TuningResult) -> None:
    """Trials as lines across one axis a parameter; the better ones darker, the best in green."""
    space, (good, bad) = tuned.prepared.space, _split(tuned.trials)
    places = range(len(space))

    def line(trial: Trial, **style: Any) -> None:
        heights = [axis.fraction(trial.values[name]) for name, axis in space.items()]
        axes.plot(places, [np.nan if h is None else h for h in heights], **style)

    for trial in bad:
        line(trial, color=BAD, lw=0.6, alpha=0.35, ls=":")
    ranked = sorted(good, key=tuned.prepared.objective.rank)
    for place, trial in enumerate(reversed(ranked)):
        line(trial, color=COLOURS[0], lw=0.8, alpha=0.1 + 0.7 * (place + 1) / len(ranked))
    line(tuned.best, color=GOOD, lw=2.0)
    axes.set_xticks(places, list(space), rotation=20)
    axes.set_ylim(-0.03, 1.03)
    for place, axis in zip(places, space.values(), strict=True):
        axes.axvline(place, color=FAINT, lw=0.8, zorder=0)
        low, high = axis.ends()[0], axis.ends()[-1]
        axes.annotate(f"{low:g}" if isinstance(low, float) else str(low), (place, 0.0), fontsize=7.0, color=SOFT)
        axes.annotate(f"{high:g}" if isinstance(high, float) else str(high), (place, 1.0), fontsize=7.0, color=SOFT)
    _clean(axes, "what was tried: darker is better, best: green", "", "part of the range")
    figure.align_labels()
