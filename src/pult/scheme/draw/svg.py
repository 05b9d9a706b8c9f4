"""The page: a placed figure with its title, notes and legend as SVG text."""

from typing import NamedTuple

from pult.scheme.draw.figure import Figure, Pin
from pult.scheme.draw.look import FONT_UI, QUANTITIES, Theme
from pult.scheme.draw.markup import label, number, tag, words
from pult.scheme.draw.nodes import icon, node_shape, pin_shape
from pult.scheme.draw.place import Placed
from pult.scheme.draw.wires import wire_shapes
from pult.scheme.draw.words import shorten, text_width, wrap

_EDGE = 40
"""Empty border of a drawing."""
_HEAD = 64
"""Height of the title."""
_NOTE = 64
"""Characters in a line of a note."""
_APART = 32
"""Distance between figure, notes and legend."""


class Captions(NamedTuple):
    """The texts around a figure; `path` goes from the scheme to the drawn level."""

    path: tuple[str, ...]
    about: str
    facts: str
    notes: tuple[str, ...]
    theme: str


class _Box:
    """Bounding box of the drawing so far."""

    def __init__(self, placed: Placed) -> None:
        self.left = self.top = self.right = self.bottom = 0.0
        points = [point for route in placed.routes.values() for point in route]
        for node, (x, y) in zip(placed.figure.nodes, placed.corners, strict=True):
            points += [
                (x - node.margin, y),
                (x + node.width + (node.margin if node.flipped else 0), y + node.height),
            ]
        if points:
            self.left, self.right = min(x for x, _ in points), max(x for x, _ in points)
            self.top, self.bottom = min(y for _, y in points), max(y for _, y in points)

    def add(self, x: float, y: float, width: float, height: float) -> None:
        self.left, self.top = min(self.left, x), min(self.top, y)
        self.right, self.bottom = max(self.right, x + width), max(self.bottom, y + height)


def render(placed: Placed, captions: Captions, theme: Theme) -> str:
    """Write the SVG."""
    figure = placed.figure
    box = _Box(placed)
    body = wire_shapes(placed, theme)
    body += [node_shape(node, corner, theme) for node, corner in zip(figure.nodes, placed.corners, strict=True)]
    if not figure.nets and not any(node.role == "block" for node in figure.nodes):
        body.append(_empty(figure, box, theme))
    body += _notes(placed, captions.notes, box, theme)
    body += _legend(figure, box, theme)
    title = _title(captions, box, theme)
    left, top = box.left - _EDGE, box.top - _EDGE - _HEAD
    width, height = box.right + _EDGE - left, box.bottom + _EDGE - top
    frame = {"x": left, "y": top, "width": width, "height": height}
    dots = f"pult-dots-{captions.theme}"
    dot = tag("circle", cx=10, cy=10, r=1.1, fill=theme.dot)
    inside = [
        tag("title", words(" › ".join(captions.path))),
        tag("desc", words(f"{captions.about} {captions.facts}".strip())),
        tag("defs", tag("pattern", dot, id=dots, width=20, height=20, patternUnits="userSpaceOnUse")),
        tag("rect", fill=theme.app, **frame),
        tag("rect", fill=f"url(#{dots})", **frame),
        *title,
        *body,
    ]
    return tag(
        "svg",
        "\n" + "\n".join(inside) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (left, top, width, height))),
        width=width,
        height=height,
        role="img",
        font_family=FONT_UI,
        data_theme=captions.theme,
    ) + "\n"  # fmt: skip


def _title(captions: Captions, box: _Box, theme: Theme) -> list[str]:
    x, y = box.left, box.top - _HEAD
    found = []
    width = 0.0
    for position, name in enumerate(captions.path):
        last = position == len(captions.path) - 1
        if position:
            found.append(label(x + width, y, "›", fill=theme.text_3, size=18))
            width += 18
        shown = shorten(name, 60)
        color, weight = (theme.text, 600) if last else (theme.text_3, 400)
        found.append(label(x + width, y, words(shown), fill=color, size=18, font_weight=weight))
        width += text_width(shown, 18, strong=last) + 8
    facts = captions.facts
    if captions.about:
        most = max(60, int((box.right - box.left) / 6.4) - len(facts) - 4)
        facts = f"{shorten(captions.about, most)} · {facts}"
    found.append(label(x, y + 21, words(facts), fill=theme.text_3, size=12))
    box.right = max(box.right, x + width, x + text_width(facts, 12))
    return found


def _empty(figure: Figure, box: _Box, theme: Theme) -> str:
    """Text of an empty scheme."""
    x, y = box.left, box.bottom + (_APART if figure.nodes else 0)
    box.add(x, y, 420, 132)
    middle = x + 210
    dashes = {"fill": "none", "stroke": theme.line_2, "stroke_dasharray": "4 5"}
    says, hint = "Nothing here yet", "Add a block and draw a wire to it."
    parts = [
        tag("rect", x=x, y=y, width=420, height=132, rx=10, **dashes),
        icon("scheme", middle - 12, y + 26, theme.text_3, 1.5),
        label(middle, y + 78, says, fill=theme.text, size=15, font_weight=600, text_anchor="middle"),
        label(middle, y + 100, hint, fill=theme.text_3, size=12.5, text_anchor="middle"),
    ]
    return tag("g", "".join(parts), data_empty="")


def _notes(placed: Placed, notes: tuple[str, ...], box: _Box, theme: Theme) -> list[str]:
    """Notes: at their positions in the document, otherwise in rows below the figure."""
    found = []
    left, right = box.left, max(box.right, box.left + 560)
    x, top, tallest = left, box.bottom + _APART, 0.0
    for index, note in enumerate(notes):
        lines = wrap(note, _NOTE)
        width = 14 + max(text_width(line, 12) for line in lines)
        height = 18.0 * len(lines)
        at = placed.notes[index] if index < len(placed.notes) else None
        if at is None:
            if x > left and x + width > right:
                x, top, tallest = left, top + tallest + 20, 0.0
            at = (x, top)
            x += width + _APART
            tallest = max(tallest, height)
        box.add(*at, width, height)
        bar = f"M{number(at[0] + 1)} {number(at[1])}v{number(height)}"
        parts = [tag("path", d=bar, stroke=theme.accent_line, stroke_width=2, stroke_linecap="round")]
        for i, line in enumerate(lines):
            parts.append(label(at[0] + 14, at[1] + 13 + 18 * i, words(line), fill=theme.text_2, size=12))
        found.append(tag("g", "".join(parts), data_note=index))
    return found


def _legend(figure: Figure, box: _Box, theme: Theme) -> list[str]:
    """The colours and shapes used in the drawing."""
    pins = [pin for node in figure.nodes for pin in (*node.inputs, *node.outputs)]
    used = {pin.quantity for pin in pins}
    items = [(text, Pin("", (), q, "", 0, wired=True)) for q, text in QUANTITIES.items() if q in used]
    if any(pin.shape for pin in pins):
        items.append(("vector", Pin("", (1,), "number", "", 0, wired=True)))
    if not items:
        return []
    x, y = box.left, box.bottom + _APART
    at = x + 18
    parts = []
    for text, pin in items:
        parts.append(pin_shape(pin, at, y + 14, theme, 0.85))
        parts.append(label(at + 10, y + 18, text, fill=theme.text_2, size=11.5))
        at += 28 + text_width(text, 11.5)
    width = at - x - 6
    box.add(x, y, width, 28)
    card = tag("rect", x=x, y=y, width=width, height=28, rx=10, fill=theme.surface, stroke=theme.line)
    return [tag("g", card + "".join(parts), data_legend="")]
