"""Formulas as MathML, made when the site is built: no script and nothing from another host is needed to read them."""

import re
from typing import Any

from latex2mathml.converter import convert

_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


def _mathml(text: str) -> str:
    text = re.sub(
        r"\$\$(.+?)\$\$",
        lambda m: "\n\n" + convert(" ".join(m.group(1).split()), display="block") + "\n\n",
        text,
        flags=re.DOTALL,
    )
    # in a span: at the start of a line Markdown would take a bare <math> for a block of its own
    return re.sub(
        r"(?<![\\$\w])\$([^$\n]+?(?:\n[^$\n]+?)?)\$(?![\w$])",
        lambda m: f"<span>{convert(' '.join(m.group(1).split()))}</span>",
        text,
    )


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Turn $$...$$ and $...$ outside code into MathML."""
    return "".join(part if part.startswith("`") else _mathml(part) for part in _CODE.split(markdown))
