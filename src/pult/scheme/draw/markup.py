"""Writing SVG elements.

Colours are written as attributes, not as a style sheet, so that a drawing does not affect the page it is
embedded in.
"""

from xml.sax.saxutils import escape, quoteattr

from pult.scheme.draw.look import FONT_NUM
from pult.scheme.draw.words import clean

Attribute = str | float


def number(value: float) -> str:
    """Format a coordinate as briefly as possible."""
    return str(int(value)) if value == int(value) else f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, inside: str = "", /, **attributes: Attribute) -> str:
    """An element. Underscores in attribute names become hyphens; `inside` is markup."""
    parts = [f"<{name}"]
    for key, value in attributes.items():
        shown = quoteattr(clean(value)) if isinstance(value, str) else f'"{number(value)}"'
        parts.append(f" {key.replace('_', '-')}={shown}")
    parts.append(f">{inside}</{name}>" if inside else "/>")
    return "".join(parts)


def words(text: str) -> str:
    """Escape a text between tags."""
    return escape(clean(text))


def label(x: float, y: float, inside: str, *, fill: str, size: float, mono: bool = False, **more: Attribute) -> str:
    """A line of text; `inside` is markup."""
    if mono:
        more["font_family"] = FONT_NUM
    return tag("text", inside, x=x, y=y, fill=fill, font_size=size, **more)
