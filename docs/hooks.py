"""What is done to the pages when the site is built.

Formulas become MathML: no script and nothing from another host is needed to read them. Pages that `nav` does not name
are put where they belong, so that a new robot or family of blocks brings its page and nothing else.
"""

import re
from pathlib import Path
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


REST = {"blocks": ("Blocks", 1), "": ("Robots", 5)}
"""Folder of pages that `nav` does not name: the section that they are added to, and after how many entries."""


def on_config(config: Any) -> Any:
    """Add pages to the navigation."""
    complete_nav(config["nav"], Path(config["docs_dir"]))
    return config


def complete_nav(nav: list[dict[str, Any]], docs: Path) -> None:
    """Add the pages that a navigation lacks to its sections, in the order of their titles.

    Args:
        nav: The navigation, which is changed.
        docs: Folder of the pages.
    """
    named = set(_pages(nav))
    for folder, (section, after) in REST.items():
        [pages] = [entry[section] for entry in nav if section in entry]
        found = (f"{folder}/{path.name}".lstrip("/") for path in (docs / folder).glob("*.md"))
        titles = {_title(docs / page): page for page in found if page not in named}
        pages[after:after] = [{title: titles[title]} for title in sorted(titles)]


def _pages(nav: list[Any]) -> list[str]:
    """All pages that a navigation names."""
    targets = [target for entry in nav for target in entry.values()]
    return [page for target in targets for page in ([target] if isinstance(target, str) else _pages(target))]


def _title(page: Path) -> str:
    return page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
