"""Pictures of a sweep, as Matplotlib figures and as files. They need Matplotlib: `pip install pult[plot]`."""

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from pult.batch.results import charts
from pult.batch.results.file import Row
from pult.batch.results.table import RunTable, table_of
from pult.core.errors import UsageError, choose
from pult.media.plot import INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Picture = Literal["overview", "success", "heat", "box", "sensitivity", "failures", "histogram"]
PICTURES: tuple[Picture, ...] = get_args(Picture)
"""overview: what says most, by how much was varied. success: the rate over what was varied, with its interval, or as
a map. heat: the median of a figure in the same way. box: its distribution. sensitivity: share of the variance that each
varied value explains. failures: counts by cause. histogram: a figure over all runs.
"""
STYLE: Any = {"font.family": "sans-serif", "font.size": 9.0, "svg.fonttype": "none", "svg.hashsalt": "pult"}


def pictures_of(table: RunTable) -> list[Picture]:
    """Pictures that say something of these runs."""
    varied = bool(charts.by_influence(table))
    return [picture for picture in PICTURES if varied or picture != "sensitivity"]


def draw_picture(
    runs: RunTable | Iterable[Row], picture: Picture = "overview", *, outcome: str = "points", title: str = ""
) -> "Figure":
    """Draw a picture.

    Args:
        runs: The runs.
        picture: Which one.
        outcome: The figure that "heat", "box" and "histogram" show: "points", "time" or a metric.
        title: A line above.

    Raises:
        UsageError: Matplotlib is not installed, there are no runs, nothing was varied for a picture that needs it, or
            there is no such figure.
    """
    table = runs if isinstance(runs, RunTable) else table_of(runs)
    if not len(table):
        raise UsageError("no run is done yet; there is nothing to draw.")
    if picture not in pictures_of(table):
        raise UsageError("nothing was varied but the seed, so there is no sensitivity to draw.")
    if outcome not in (known := ["points", "time", *table.metrics]):
        raise UsageError(f"there is no figure {outcome!r}. {choose(outcome, known)}")
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as NewFigure
    except ImportError:
        raise UsageError("drawing needs Matplotlib: pip install pult[plot].") from None
    with mpl.rc_context(STYLE):
        figure = NewFigure(layout="constrained")
        FigureCanvasAgg(figure)
        figure.suptitle(title or f"{len(table)} runs", color=INK, fontsize=10.0, x=0.012, ha="left")
        _fill(figure, table, picture, outcome)
    return figure


def _fill(figure: "Figure", table: RunTable, picture: Picture, outcome: str) -> None:
    names = charts.by_influence(table)
    figure.set_size_inches(6.4, 4.0)
    match picture:
        case "overview":
            _overview(figure, table, names, outcome)
        case "success":
            figure.set_size_inches(12.0 if len(names) > 2 else 6.4, 4.0)
            charts.success_chart(figure, table, names)
        case "heat":
            charts.heat_chart(figure, table, names, outcome)
        case "box":
            figure.set_size_inches(min(6.4 + 2.4 * (len(names) - 1), 12.0) if names else 6.4, 4.0)
            charts.box_chart(figure, table, names, outcome)
        case "sensitivity":
            charts.sensitivity_chart(figure, table, names)
        case "failures":
            charts.failure_chart(figure, table)
        case "histogram":
            charts.histogram(figure, table, outcome)


def _overview(figure: "Figure", table: RunTable, names: list[str], outcome: str) -> None:
    """Success and points over the two values that explain most; below, why runs failed and what explains it."""
    deep = len(names) > 2 or (len(names) == 2 and not table.success.all())
    figure.set_size_inches(10.0, 7.2 if deep else 3.9)
    parts = figure.subfigures(2 if deep else 1, 2, squeeze=False)
    if not names:
        charts.histogram(parts[0, 0], table, outcome)
        charts.failure_chart(parts[0, 1], table)
        return
    charts.success_chart(parts[0, 0], table, names[:2])
    if len(names) == 1:
        charts.box_chart(parts[0, 1], table, names, outcome)
    else:
        charts.heat_chart(parts[0, 1], table, names, outcome)
    if deep:
        charts.sensitivity_chart(parts[1, 0], table, names)
        charts.failure_chart(parts[1, 1], table)


def save_figure(figure: "Figure", target: str | Path | io.BytesIO, form: str = "") -> None:
    """Write a figure to a file (SVG, PNG or PDF by its name), or to memory in a form such as "svg".

    Raises:
        UsageError: The file cannot be written, or its name does not say a known form.
    """
    import matplotlib as mpl

    svg = (form or str(target)).lower().endswith("svg")
    try:
        with mpl.rc_context(STYLE):
            figure.savefig(target, dpi=150, format=form or None, metadata={"Date": None} if svg else None)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {str(target)!r}: {getattr(error, 'strerror', None) or error}.") from None


def draw_sweep(
    runs: RunTable | Iterable[Row],
    path: str | Path,
    title: str = "",
    picture: Picture = "overview",
    outcome: str = "points",
) -> None:
    """Draw a picture to a file (SVG, PNG, PDF); see `draw_picture` and `save_figure`."""
    save_figure(draw_picture(runs, picture, outcome=outcome, title=title), path)
