"""Checks of a scheme document. All faults are found in one pass; a scheme with faults is not compiled."""

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pult.core.block_type import BlockType
from pult.core.errors import Fault, FaultKind
from pult.scheme.check_level import BAD_NAME, NAME, NAME_RULE, LevelChecker
from pult.scheme.document import SchemeDocument
from pult.scheme.model import MAX_BLOCKS, MAX_DEPTH, PREFIX, Level
from pult.scheme.prepare import Provided

RECURSIVE = FaultKind("recursive-scheme", "the sub-scheme {scheme!r} contains itself: {circle: -> }.")
BAD_STEP = FaultKind("out-of-range", "the control step is {step:g} s; allowed is above 0..3600 s.")
TOO_MANY_BLOCKS = FaultKind(
    "too-large", "with all sub-schemes expanded, the scheme has {count|block|blocks}; at most {most} are allowed."
)
TOO_DEEP = FaultKind("too-deep", "sub-schemes nest {depth} deep; at most {most|level|levels} are allowed.")


def check_document(
    document: SchemeDocument, types: Mapping[str, BlockType], folder: Path, provided: Provided = None
) -> tuple[dict[str, Level], list[Fault]]:
    """Check everything that can be checked level by level.

    Returns:
        The checked levels by name ("" is the outermost) and all faults. With faults, levels are incomplete.
    """
    faults: list[Fault] = []
    if not (math.isfinite(document.step) and 0 < document.step <= 3600):
        faults.append(BAD_STEP.at("step", step=document.step))
    for key, names in (("schemes", document.schemes), ("uses", document.uses)):
        for name in names:
            if not NAME.fullmatch(name):
                faults.append(BAD_NAME.at(f"{key}.{name}", name=name, rule=NAME_RULE))
    order, recursion = _definition_order(document)
    faults += recursion
    levels: dict[str, Level] = {}
    totals: dict[str, int] = {}
    depths: dict[str, int] = {}
    for name in order:
        part = document.schemes[name] if name else document
        place = f"schemes.{name}." if name else ""
        checker = LevelChecker(document, types, levels, name, part, place, folder, provided)
        levels[name] = checker.run()
        faults += checker.faults
        children = [b.scheme for b in levels[name].blocks.values() if b.scheme is not None and b.scheme in totals]
        totals[name] = len(levels[name].blocks) + sum(totals[c] for c in children)
        depths[name] = 1 + max((depths[c] for c in children), default=0)
    if totals.get("", 0) > MAX_BLOCKS:
        faults.append(TOO_MANY_BLOCKS.at("blocks", count=totals[""], most=MAX_BLOCKS))
    if depths.get("", 0) > MAX_DEPTH:
        faults.append(TOO_DEEP.at("schemes", depth=depths[""], most=MAX_DEPTH))
    return levels, sorted(faults, key=_document_order)


def _document_order(fault: Fault) -> tuple[int, list[tuple[str, int]]]:
    """Faults of the outermost level first, then by place, numbers compared as numbers."""
    parts = [(text, int(number or 0)) for text, number in re.findall(r"([^\[\]]+)(?:\[(\d+)\])?", fault.place)]
    return int(fault.place.startswith("schemes")), parts


def _definition_order(document: SchemeDocument) -> tuple[list[str], list[Fault]]:
    """Topological order: sub-schemes before those that use them, the outermost level last; recursion is a fault."""
    order: list[str] = []
    state: dict[str, int] = {}
    faults: list[Fault] = []

    def used(name: str) -> Iterator[str]:
        part = document.schemes[name] if name else document
        for block in part.blocks:
            inner = block.type.removeprefix(PREFIX)
            if block.type.startswith(PREFIX) and inner in document.schemes:
                yield inner

    for root in [*document.schemes, ""]:
        if state.get(root):
            continue
        path = [root]
        stack = [used(root)]
        state[root] = 1
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
                state[path[-1]] = 2
                order.append(path.pop())
            elif state.get(inner) == 1:
                circle = [*path[path.index(inner) :], inner]
                faults.append(RECURSIVE.at(f"schemes.{inner}", scheme=inner, circle=circle))
            elif not state.get(inner):
                state[inner] = 1
                path.append(inner)
                stack.append(used(inner))
    return order, faults
