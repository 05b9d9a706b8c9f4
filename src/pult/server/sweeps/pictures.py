"""Pictures of a sweep in the colours of the studio's themes; drawn in a worker."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pult.batch.results.pictures import PICTURES, draw_picture, save_figure
from pult.core.errors import FaultKind, advice
from pult.media.plot import BAD, COLOURS, FAINT, GOOD, INK, SOFT
from pult.server.http.wire import Refusal
from pult.server.sweeps.look import run_table

NO_PICTURE = FaultKind("not-found", "There is no picture {name!r}. {advice}")
NOTHING_TO_DRAW = FaultKind("not-found", "No run is done yet; there is nothing to draw.")

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SURFACE = "#14191c"
"""Ground of a card in the dark theme; see web/src/ui/tokens.css."""
DARK = {
    "black": "#e8edee", INK: "#e8edee", SOFT: "#a9b5ba", FAINT: "#2b3439", "white": SURFACE, "#cfe5e6": "#12343a",
    COLOURS[0]: "#45c7d1", COLOURS[1]: "#ff9d5c", COLOURS[2]: "#6fa8ff", GOOD: "#62d180", BAD: "#ff7a70",
}  # fmt: skip
"""Colours of the dark theme by those of pictures on white."""


def draw(results: Path, picture: str, dark: bool) -> bytes:
    """A picture of all rows that are there now, as SVG.

    Args:
        results: The results file.
        picture: One of `pult.batch.results.pictures.PICTURES`.
        dark: Whether it is for the dark theme.

    Raises:
        Refusal: There is no such picture, or no run is done.
        UsageError: Matplotlib is not installed.
    """
    known = next((name for name in PICTURES if name == picture), None)
    if known is None:
        raise Refusal.of(404, NO_PICTURE.at(name=picture[:40], **advice(picture[:40], PICTURES)))
    if not results.is_file() or not len(table := run_table(results)):
        raise Refusal.of(404, NOTHING_TO_DRAW.at())
    figure = draw_picture(table, known, title=" ")
    if dark:
        darken(figure)
    made = io.BytesIO()
    save_figure(figure, made, "svg")
    return made.getvalue()


def darken(figure: "Figure") -> None:
    """Give a picture on white the colours of the dark theme; numbers inside maps keep theirs."""
    from matplotlib.axes import Axes
    from matplotlib.colors import same_color, to_rgba
    from matplotlib.text import Text

    kept = {
        id(text) for axes in figure.findobj(Axes) if getattr(axes, "images", ()) for text in getattr(axes, "texts", ())
    }
    for artist in figure.findobj():
        if id(artist) in kept:
            continue
        names = ("color",) if isinstance(artist, Text) else ("color", "facecolor", "edgecolor", "markerfacecolor",
                                                            "markeredgecolor")  # fmt: skip
        for name, colour in _colours(artist, names):
            for before, after in DARK.items():
                if same_color(colour[:3], to_rgba(before)[:3]):
                    getattr(artist, f"set_{name}")((*to_rgba(after)[:3], colour[3]))


def _colours(artist: Any, names: tuple[str, ...]) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """The colours of an artist that are one colour each, as red, green, blue and opacity from 0 to 1."""
    import numpy as np
    from matplotlib.colors import to_rgba

    for name in names:
        value = getattr(artist, f"get_{name}", lambda: None)()
        if isinstance(value, np.ndarray):
            value = (
                tuple(value[0]) if value.ndim == 2 and len(value) == 1 else tuple(value) if value.ndim == 1 else None
            )
        if value is None or not hasattr(artist, f"set_{name}"):
            continue
        try:
            yield name, to_rgba(value)
        except (TypeError, ValueError):  # "none", or a colour by value
            continue
