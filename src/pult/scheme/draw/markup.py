"""Writing SVG elements.

Colours are written as attributes, not as a style sheet, so a drawing can be put into any page without
touching that page.
"""

from xml.sax.saxutils import escape, quoteattr

from pult.scheme.draw.look import FONT_NUM
from pult.scheme.draw.words import clean

Attribute = str | float


def number(value: float) -> str:
    """A coordinate with as few characters as it needs."""
    return str(int(value)) if value == int(value) else f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, inside: str = "", /, **attributes: Attribute) -> str:
    """An element. Underscores in names of attributes stand for hyphens; `inside` is markup already."""
    parts = [f"<{name}"]
    for key, value in attributes.items():
        shown = quoteattr(clean(value)) if isinstance(value, str) else f'"{number(value)}"'
        parts.append(f" {key.replace('_', '-')}={shown}")
    parts.append(f">{inside}</{name}>" if inside else "/>")
    return "".join(parts)


def words(text: str) -> str:
    """A text between tags."""
    return escape(clean(text))


def label(x: float, y: float, inside: str, *, fill: str, size: float, mono: bool = False, **more: Attribute) -> str:
    """A line of text; `inside` is markup already."""
    if mono:
        more["font_family"] = FONT_NUM
    return tag("text", inside, x=x, y=y, fill=fill, font_size=size, **more)
