"""Drawing a checked scheme as a self-contained picture."""

from typing import Literal

from pult.core.errors import PultError, choose
from pult.scheme.draw.figure import build_figure, part_of
from pult.scheme.draw.given import apply_colors, place_as_given
from pult.scheme.draw.look import THEMES
from pult.scheme.draw.place import lay_out
from pult.scheme.draw.svg import Captions, render
from pult.scheme.draw.words import step_text
from pult.scheme.model import Scheme

__all__ = ["UnknownLevel", "draw_scheme"]


class UnknownLevel(PultError, KeyError):  # noqa: N818
    """A level that the scheme does not have."""

    def __init__(self, level: str, scheme: Scheme) -> None:
        super().__init__(f"there is no sub-scheme {level!r}. {choose(level, [name for name in scheme.levels if name])}")

    def __str__(self) -> str:
        return str(self.args[0])


def draw_scheme(scheme: Scheme, level: str = "", theme: Literal["light", "dark"] = "light") -> str:
    """Draw one level of a scheme.

    Args:
        scheme: A checked scheme.
        level: Name of a sub-scheme; the outermost level by default.
        theme: Colours of the studio's light or dark theme.

    Returns:
        SVG text: one picture without scripts, style sheets or external references. Blocks, ports
        and wires carry their names in `data-block`, `data-port` and `data-wire`.

    Raises:
        UnknownLevel: There is no such sub-scheme.
    """
    if level not in scheme.levels:
        raise UnknownLevel(level, scheme)
    part = part_of(scheme, level)
    figure = build_figure(scheme, scheme.levels[level])
    wires = sum(len(net.targets) for net in figure.nets)
    blocks = sum(node.role == "block" for node in figure.nodes)
    facts = f"{_count(blocks, 'block')} · {_count(wires, 'wire')} · step {step_text(scheme.step)}"
    captions = Captions(
        path=(scheme.name, level) if level else (scheme.name,),
        about=part.description,
        facts=facts,
        notes=tuple(note.text for note in part.notes),
        theme=theme,
    )
    apply_colors(figure, part.ui)
    placed = place_as_given(figure, part.ui) or lay_out(figure)
    return render(placed, captions, THEMES[theme])


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
