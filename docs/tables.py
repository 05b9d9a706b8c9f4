"""Tables of the shipped robots and exercises, made from their documents."""

import re
from pathlib import Path
from typing import Any

from docs.papers import linked

from pult.core.bases import read_merged
from pult.core.shipped import shipped, shipped_file

DOCS = Path(__file__).resolve().parent
_REGION = re.compile(r"(<!-- table of (\w+) -->\n).*?(<!-- end of the table -->)", re.DOTALL)


def _document(kind: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = read_merged(shipped_file(kind, name), kind).data
    return found


def _page(kind: str, name: str, otherwise: str) -> str:
    """The page of a document's subject, if it has one."""
    subject = shipped_file(kind, name).parent.name
    return f"{subject}.md" if (DOCS / f"{subject}.md").is_file() else otherwise


def _english(text: str | dict[str, str]) -> str:
    return text if isinstance(text, str) else text["en"]


def robots(folder: str) -> list[str]:
    """Robots, what they are, and in which worlds they stand."""
    worlds = {name: [robot["robot"] for robot in _document("world", name).get("robots", [])] for name in shipped("world")}
    rows = ["| robot | | worlds |", "|---|---|---|"]
    for name in shipped("robot"):
        places = ", ".join(f"`{world}`" for world, inside in worlds.items() if name in inside)
        about = linked(_english(_document("robot", name)["description"]), folder)
        rows.append(f"| [`{name}`]({folder}{_page('robot', name, 'robots.md')}) | {about} | {places} |")
    return rows


def exercises(folder: str) -> list[str]:
    """Exercises and what is to be done, the easiest first."""
    rows = ["| exercise | | variants |", "|---|---|---|"]
    documents = {name: _document("exercise", name) for name in shipped("exercise")}
    for name, document in sorted(documents.items(), key=lambda item: item[1].get("difficulty", 0)):
        variants = ", ".join(_english(variant["title"]).lower() for variant in document["variants"].values())
        page = _page("exercise", name, "exercises.md")
        rows.append(f"| [`{name}`]({folder}{page}) | {_english(document['description'])} | {variants} |")
    return rows


TABLES = {"robots": robots, "exercises": exercises}


def with_tables(text: str, folder: str = "") -> str:
    """A page whose marked tables are those of the documents of today.

    Args:
        text: The page, with comments round the tables.
        folder: From the page to the docs, such as "docs/".
    """
    return _REGION.sub(lambda found: "\n".join([found[1], *TABLES[found[2]](folder), "", found[3]]), text)
