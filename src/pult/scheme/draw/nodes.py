"""Blocks, terminals and pins as SVG."""

from pult.scheme.draw.figure import FIRST, HEADER, PITCH, Node, Pin
from pult.scheme.draw.look import FONT_NUM, Theme, icon_of
from pult.scheme.draw.markup import Attribute, label, number, tag, words
from pult.scheme.draw.place import Point
from pult.scheme.draw.words import shorten, text_width

_NAME = 16
"""Maximum number of characters of a pin's name."""


def pin_shape(pin: Pin, x: float, y: float, theme: Theme, scale: float = 1.0, **more: str) -> str:
    """A pin: its colour shows the quantity, its shape the structure; hollow means not connected."""
    color = theme.quantity[pin.quantity]
    paint: dict[str, Attribute] = {
        "fill": color if pin.wired else theme.surface,
        "stroke": color,
        "stroke_width": 1.8,
    }
    r = 4.6 * scale
    if pin.shape:
        return tag("rect", x=x - r, y=y - r, width=2 * r, height=2 * r, rx=1.5, **paint, **more)
    if pin.quantity != "logic":
        return tag("circle", cx=x, cy=y, r=r, **paint, **more)
    r = 5.8 * scale
    corners = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
    points = " ".join(f"{number(a)},{number(b)}" for a, b in corners)
    return tag("polygon", points=points, **paint, **more)


def node_shape(node: Node, corner: Point, theme: Theme) -> str:
    """A block or a terminal with its pins, names and constants."""
    inside = _face(node, *corner, theme) if node.role == "block" else _pill(node, *corner, theme)
    parts = [tag("title", words(node.tip)), *inside]
    for side, pins, right in (("in", node.inputs, node.flipped), ("out", node.outputs, not node.flipped)):
        x = corner[0] + (node.width if right else 0)
        for pin in pins:
            y = corner[1] + pin.offset
            full = f"{node.name}.{pin.name}" if node.role == "block" else pin.name
            parts.append(pin_shape(pin, x, y, theme, data_port=full, data_side=side))
            if node.role == "block":
                parts.append(_pin_name(pin, x, y, right, theme))
            if pin.constant:
                parts.append(_constant(pin, x, y, right, theme, full=full))
    return tag("g", "".join(parts), **{f"data-{node.role}": node.name})


def _pin_name(pin: Pin, x: float, y: float, right: bool, theme: Theme) -> str:
    at, anchor = (x - 11, "end") if right else (x + 11, "start")
    name = words(shorten(pin.name, _NAME))
    return label(at, y + 4, name, fill=theme.text_2, size=11, mono=True, font_weight=500, text_anchor=anchor)


def _constant(pin: Pin, x: float, y: float, right: bool, theme: Theme, *, full: str) -> str:
    at, anchor = (x + 10, "start") if right else (x - 10, "end")
    value = words(pin.constant)
    return label(at, y + 3.5, value, fill=theme.text_3, size=10.5, mono=True, text_anchor=anchor, data_constant=full)


def _face(node: Node, x: float, y: float, theme: Theme) -> list[str]:
    w, h = node.width, node.height
    shadow = {"fill": theme.shadow, "fill_opacity": ".06"}
    parts = [
        tag("rect", x=x - 1, y=y + 1, width=w + 2, height=h + 2, rx=9.5, **shadow),
        tag("rect", x=x, y=y + 2, width=w, height=h, rx=8, **shadow),
        tag("rect", x=x, y=y, width=w, height=h, rx=8, fill=theme.surface, stroke=theme.line_3, data_body=""),
    ]
    inset = 0.5
    if node.nested:
        inset = 3.0
        outline = {"fill": "none", "stroke": theme.line_3, "stroke_opacity": ".7"}
        parts.append(tag("rect", x=x + 3, y=y + 3, width=w - 6, height=h - 6, rx=5.5, **outline))
    if node.color:
        parts.append(tag("path", d=_band(x + inset, y + inset, w - 2 * inset), fill=node.color, fill_opacity=".16"))
    line = f"M{number(x + inset)} {number(y + HEADER - 0.5)}h{number(w - 2 * inset)}"
    parts.append(tag("path", d=line, stroke=theme.line))
    color = node.color or (theme.accent if node.nested else theme.text_2)
    parts.append(icon(node.family, x + 10, y + 7.5, color))
    parts.append(label(x + 32, y + 20, words(node.title), fill=theme.text, size=13, font_weight=600))
    if node.label:
        kind = words(node.label)
        parts.append(label(x + w - 11, y + 19.5, kind, fill=theme.text_3, size=10.5, mono=True, text_anchor="end"))
    return parts + _parameters(node, x, y, theme)


def icon(family: str, x: float, y: float, color: str, scale: float = 1.0) -> str:
    """The icon of a family of blocks."""
    place = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    pen: dict[str, Attribute] = {"stroke_width": 1.4, "stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("path", d=icon_of(family), transform=place, fill="none", stroke=color, **pen)


def _band(x: float, y: float, width: float) -> str:
    """The path of a block's header."""
    r = 7.0
    down = HEADER - 1 - r
    arc = f"a{number(r)} {number(r)} 0 0 1 {number(r)}"
    return (
        f"M{number(x)} {number(y + down + r)}v{number(-down)}{arc} {number(-r)}"
        f"h{number(width - 2 * r)}{arc} {number(r)}v{number(down)}z"
    )


def _parameters(node: Node, x: float, y: float, theme: Theme) -> list[str]:
    """Key parameters, between the names of the pins and vertically centred."""
    sides = (node.outputs, node.inputs) if node.flipped else (node.inputs, node.outputs)
    left, right = (
        max((12 + text_width(shorten(pin.name, _NAME), 11, mono=True) for pin in pins), default=0.0) for pins in sides
    )
    middle = x + (left + node.width - right) / 2
    rows = max(len(node.inputs), len(node.outputs), 1)
    first = y + FIRST + PITCH * (rows - 1) / 2 - 8 * (len(node.lines) - 1) + 4
    parts = []
    for i, line in enumerate(node.lines):
        inside = f"{words(line.name)} {tag('tspan', words(line.value), fill=theme.text)}"
        parts.append(label(middle, first + 16 * i, inside, fill=theme.text_3, size=11, mono=True, text_anchor="middle"))
    return parts


def _pill(node: Node, x: float, y: float, theme: Theme) -> list[str]:
    color = theme.quantity[(node.inputs or node.outputs)[0].quantity]
    height = node.height - 4
    edge = {"fill": theme.surface, "stroke": color, "stroke_opacity": ".55"}
    body = tag("rect", x=x, y=y + 2, width=node.width, height=height, rx=height / 2, **edge, data_body="")
    inside = words(node.title)
    if node.label:
        unit: dict[str, Attribute] = {
            "dx": 2,
            "font_size": 10.5,
            "font_family": FONT_NUM,
            "fill": theme.text_3,
        }
        inside += f" {tag('tspan', words(node.label), **unit)}"
    start = x + (11 if node.role == "input" else 14)
    return [body, label(start, y + 16, inside, fill=theme.text, size=12, font_weight=500)]
