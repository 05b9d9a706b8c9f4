"""Pictures of a sweep: success and points over what was varied. They need Matplotlib: `pip install pult[plot]`."""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pult.batch.results import Row
from pult.batch.summary import Summary, rate_of, summarise
from pult.core.errors import UsageError
from pult.media.plot import BAD, COLOURS, FAINT, GOOD, INK, SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_CLASSES = 12
"""Values of one axis that are drawn apart; of more, numbers are put into classes of equal size."""
_STYLE: Any = {"font.family": "sans-serif", "font.size": 9.0, "svg.fonttype": "none", "svg.hashsalt": "pult"}


def draw_sweep(rows: Sequence[Row], path: str | Path, title: str = "") -> None:
    """Draw a sweep to a file (SVG, PNG, PDF): what is drawn depends on how much was varied.

    Nothing varied: points of all runs and causes of failures. One thing: its rate of success with the 95 % interval,
    and points as box plots. Two or more: maps of success and of median points over the two that explain most.

    Args:
        rows: The runs.
        path: The file.
        title: A line above.

    Raises:
        UsageError: Matplotlib is not installed, there are no rows, or the file cannot be written.
    """
    if not rows:
        raise UsageError("no run is done yet; there is nothing to draw.")
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as NewFigure
    except ImportError:
        raise UsageError("drawing needs Matplotlib: pip install pult[plot].") from None
    found = summarise(rows)
    names = sorted(found.sensitivity, key=lambda name: (-sum(found.sensitivity[name]), name))
    with mpl.rc_context(_STYLE):
        figure = NewFigure(figsize=(9.0, 3.8), layout="constrained")
        FigureCanvasAgg(figure)
        figure.suptitle(title or f"{len(rows)} runs", color=INK, fontsize=10.0)
        if len(names) >= 2:
            _maps(figure, rows, names[0], names[1])
        elif names:
            _curve(figure, rows, names[0])
        else:
            _totals(figure, rows, found)
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


def classes(rows: Sequence[Row], name: str) -> tuple[list[str], list[int]]:
    """Values of a varied name as labels in order, and the label that each row has.

    Up to `MAX_CLASSES` values stand for themselves; more numbers are put into classes of equal size.
    """
    values = [row.values.get(name) for row in rows]
    numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    if len(numbers) < len(values):
        texts = [json.dumps(value) for value in values]
        labels = sorted(set(texts))
        return labels, [labels.index(text) for text in texts]
    distinct = np.unique(numbers)
    if len(distinct) <= MAX_CLASSES:
        return [f"{value:.4g}" for value in distinct], [int(code) for code in np.searchsorted(distinct, numbers)]
    edges = np.quantile(numbers, np.linspace(0.0, 1.0, MAX_CLASSES + 1))
    codes = np.clip(np.searchsorted(edges, numbers, side="right") - 1, 0, MAX_CLASSES - 1)
    return [f"{0.5 * (a + b):.3g}" for a, b in pairwise(edges)], [int(code) for code in codes]


def _curve(figure: "Figure", rows: Sequence[Row], name: str) -> None:
    labels, codes = classes(rows, name)
    groups = [[row for row, code in zip(rows, codes, strict=True) if code == index] for index in range(len(labels))]
    left, right = figure.subplots(1, 2)
    places = np.arange(len(labels))
    rates = [rate_of(group) for group in groups]
    share = [100.0 * rate.hits / max(rate.runs, 1) for rate in rates]
    left.fill_between(places, [100 * r.low for r in rates], [100 * r.high for r in rates], color=COLOURS[0], alpha=0.2)
    left.plot(places, share, "o-", color=COLOURS[0], markersize=4.0)
    left.set_ylim(-2.0, 102.0)
    _clean(left, "success, with 95 % interval (Wilson)", name, "%")
    right.boxplot([[row.points for row in group] or [np.nan] for group in groups], positions=places, widths=0.6)
    _clean(right, "points", name, "of 100")
    for axes in (left, right):
        axes.set_xticks(places, labels, rotation=45 if len(labels) > 6 else 0)


def _maps(figure: "Figure", rows: Sequence[Row], across: str, up: str) -> None:
    (x_labels, x_codes), (y_labels, y_codes) = classes(rows, across), classes(rows, up)
    cells: dict[tuple[int, int], list[Row]] = {}
    for row, x, y in zip(rows, x_codes, y_codes, strict=True):
        cells.setdefault((y, x), []).append(row)
    shape = (len(y_labels), len(x_labels))
    success, points = np.full(shape, np.nan), np.full(shape, np.nan)
    for place, group in cells.items():
        success[place] = 100.0 * sum(row.success for row in group) / len(group)
        points[place] = float(np.median([row.points for row in group]))
    left, right = figure.subplots(1, 2)
    for axes, cell_values, title in ((left, success, "success [%]"), (right, points, "median points")):
        image = axes.imshow(cell_values, origin="lower", aspect="auto", vmin=0.0, vmax=100.0, cmap="viridis")
        _clean(axes, title, across, up)
        axes.set_xticks(range(shape[1]), x_labels, rotation=45 if shape[1] > 6 else 0)
        axes.set_yticks(range(shape[0]), y_labels)
        if shape[0] * shape[1] <= 64:
            for (y, x), value in np.ndenumerate(cell_values):
                if np.isfinite(value):
                    colour = "white" if value < 60.0 else INK
                    axes.text(x, y, f"{value:.0f}", ha="center", va="center", color=colour, fontsize=7.0)
        figure.colorbar(image, ax=axes, shrink=0.9)


def _totals(figure: "Figure", rows: Sequence[Row], found: Summary) -> None:
    left, right = figure.subplots(1, 2)
    bins = np.linspace(0.0, 100.0, 21)
    good, bad = [row.points for row in rows if row.success], [row.points for row in rows if not row.success]
    left.hist([good, bad], bins=list(bins), stacked=True, color=[GOOD, BAD], label=["done", "not done"])
    left.legend(frameon=False)
    _clean(left, "points", "of 100", "runs")
    causes: Mapping[str, int] = {cause: count for cause, count, _ in found.failures[:8]} or {"none failed": 0}
    right.barh([cause[:48] for cause in causes], list(causes.values()), color=BAD)
    right.invert_yaxis()
    _clean(right, "causes of failures", "runs", "")
