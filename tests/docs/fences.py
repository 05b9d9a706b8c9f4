"""Fences of a Markdown page: what they show, and what is said about them in comments that nobody sees.

The comments are those of Sybil (https://sybil.readthedocs.io): a fence that a test cannot run is preceded by

    <!-- skip: next "reason" -->

and what a fence needs but should not show stands in

    <!-- invisible-code-block: python
    ...
    -->

Of our own are `<!-- validate: next "reason" -->` for a fence that takes long, and `<!-- output -->` before a text that
is what the fence before it says.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])

_PART = re.compile(
    r"^```(?P<language>[a-z]+)\n(?P<text>.*?)^```$"
    r"|^<!-- invisible-code-block: (?P<hidden>[a-z]+)\n(?P<code>.*?)^-->$"
    r"|^<!-- (?P<word>skip|validate): next \"(?P<reason>[^\"]+)\" -->$"
    r"|^<!-- (?P<output>output) -->$",
    re.MULTILINE | re.DOTALL,
)
_SNIPPET = re.compile(r'^--8<-- "([^"]+)"$', re.MULTILINE)


@dataclass(frozen=True)
class Fence:
    """One fence of a page.

    Attributes:
        line: Number of its first line.
        language: What it is written in.
        text: What it shows, with everything that it includes.
        skipped: Why it is not run; empty if it is.
        long: Why it is run by `make validate` alone; empty if `make test` runs it, too.
        output: Whether it is what the fence before it says.
    """

    line: int
    language: str
    text: str
    skipped: str = ""
    long: str = ""
    output: bool = False


def fences(page: str) -> list[Fence]:
    """All fences of a page, those in comments too."""
    found, said = [], {"skip": "", "validate": "", "output": ""}
    for part in _PART.finditer(page):
        if part["word"]:
            said[part["word"]] = part["reason"]
        elif part["output"]:
            said["output"] = "yes"
        else:
            text = _SNIPPET.sub(lambda name: (ROOT / name[1]).read_text(encoding="utf-8").rstrip("\n"), part["text"] or "")
            line = page.count("\n", 0, part.start()) + 1
            language = part["language"] or part["hidden"]
            found.append(Fence(line, language, part["code"] or text, said["skip"], said["validate"], bool(said["output"])))
            said = {"skip": "", "validate": "", "output": ""}
    return found


@dataclass(frozen=True)
class Command:
    """A line of a console.

    Attributes:
        words: What is typed, without the comment.
        code: Exit code that its comment tells.
    """

    words: str
    code: int = 0


def commands(console: str) -> list[Command]:
    """What is typed in a console: lines with a prompt, and those that go on from them."""
    found = []
    for line in console.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            words, _, comment = line[2:].partition(" #")
            told = re.search(r"exit code (\d)", comment)
            found.append(Command(words.strip(), int(told[1]) if told else 0))
    return found
