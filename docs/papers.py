"""The page of what became of the papers' claims, and links to the references.

Claims and verdicts are those of `docs/papers.toml`; figures come from the proofs and benchmarks.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.ik_figures import IkReport
from benchmarks.loop import LoopReport
from benchmarks.loop_report import loop_rows

PAPERS: list[dict[str, Any]] = tomllib.loads((ROOT / "docs" / "papers.toml").read_text(encoding="utf-8"))["paper"]
NUMBERED = re.compile(r"\b([Pp])aper (00\d)\b")


def linked(text: str, up: str = "") -> str:
    """A text in which "paper 000" leads to its reference.

    Args:
        text: Markdown.
        up: From the page to the folder of the docs, such as "../".
    """
    labels = {paper["number"]: paper for paper in PAPERS}

    def link(found: re.Match[str]) -> str:
        paper = labels[found[2]]
        return f"[{paper['label']}]({up}references.md#{paper['anchor']})"

    return NUMBERED.sub(link, text)


def papers_page() -> str:
    """The table of claims, one for each paper."""
    lines = [
        "# What became of the papers",
        "",
        "pult takes up five works on virtual robots ([references](references.md)). These are their claims, and what became of each: confirmed or corrected by a "
        "measurement, or not built yet. Figures are those of the [proofs](validation.md) and [benchmarks](speed.md), where machine and seeds are stated as well.",
    ]
    for paper in PAPERS:
        lines += [
            "", f"## {paper['label']}", "",
            f"{paper['about']} [Reference](references.md#{paper['anchor']}); in code and documents it is *paper {paper['number']}*.", "",
            "| claim | what became of it | figure, and the command that makes it |", "|---|---|---|",
        ]  # fmt: skip
        lines += [_row(claim) for claim in paper["claim"]]
    return "\n".join(lines) + "\n"


def _row(claim: dict[str, Any]) -> str:
    found = [*_proved(claim), *_measured(claim)]
    became = claim["became"] if all(holds for _, _, holds in found) else "not confirmed"
    bold = f"**{became}**" if became.startswith(("corrected", "not")) else became
    remark = f"; {claim['remark']}" if "remark" in claim else ""
    figures = [figure.replace("|", "\\|") for figure, _, _ in found] + list(dict.fromkeys(f"`{command}`" for _, command, _ in found))
    return f"| {claim['claim']} | {bold}{remark} | {'<br>'.join(figures)} |".replace("\n", " ")


def _proved(claim: dict[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Figures of the proofs that a claim names, the command that makes them, and whether they hold."""
    for name, begins, *label in claim.get("proofs", []):
        proofs = json.loads((ROOT / "validation" / f"{name}.json").read_text(encoding="utf-8"))["claims"]
        chosen = [proof for proof in proofs if proof["claim"].startswith(begins)]
        if not chosen:
            raise ValueError(f"validation/{name}.json has no claim that begins with {begins!r}.")
        for proof in chosen:
            rest = proof["claim"].removeprefix(begins).lstrip(":, ") if len(chosen) > 1 else ""
            before = " ".join(word for word in (*label, rest) if word)
            yield f"{before}: {proof['figure']}" if before else proof["figure"], f"python validation/{name}.py", proof["holds"]


def _measured(claim: dict[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """The same of the benchmarks."""
    report = IkReport.from_json((ROOT / "benchmarks" / "ik.json").read_bytes())
    for block in report.blocks:
        if block.block in claim.get("blocks", []):
            yield (
                f"{block.cost_us:.1f} us in a control step of {1e3 * report.step_s:g} ms ({block.robot}); "
                f"{block.reached} of {block.steps} steps reached",
                "pult bench ik", block.reached == block.steps,
            )  # fmt: skip
    if claim.get("loop"):
        loop = LoopReport.from_json((ROOT / "benchmarks" / "loop.json").read_bytes())
        for words, median, _ in loop_rows(loop)[:1]:
            yield f"{words}: {median} us, physics included ({loop.blocks} blocks, {loop.joints} joints)", "pult bench loop", True
