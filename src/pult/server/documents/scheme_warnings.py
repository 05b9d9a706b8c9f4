"""What is not wrong in a scheme, but worth a look."""

from collections.abc import Collection, Mapping

from pult.scheme.document import SchemeDocument, SubScheme
from pult.scheme.model import PREFIX, Level, Terminal
from pult.server.messages import FaultMessage

MOST = 50


def warnings_of(
    document: SchemeDocument,
    levels: Mapping[str, Level],
    faulty: set[tuple[str, str]],
    brought: Collection[str] = (),
) -> list[FaultMessage]:
    """Few and useful: outputs that nobody uses, blocks that move nothing, inputs, sub-schemes and parts without use.

    Args:
        document: The document.
        levels: Its levels, made whole.
        faulty: Levels and blocks that have faults; nothing else is said of them.
        brought: Sub-schemes that parts have brought; nothing is said of what is in them.
    """
    found: list[FaultMessage] = []
    for name, level in levels.items():
        if name in brought:
            continue
        found += _level(name, document.schemes[name] if name else document, level, faulty)
    parts: list[SchemeDocument | SubScheme] = [document, *document.schemes.values()]
    used = {block.type.removeprefix(PREFIX) for part in parts for block in part.blocks}
    for name in document.schemes:
        if name not in used:
            key = "uses" if name in brought else "schemes"
            message = f"the part {name!r} is not used." if name in brought else f"the sub-scheme {name!r} is not used."
            found.append(FaultMessage(place=f"{key}.{name}", message=message, code="unused-scheme", level=name))
    return found[:MOST]


def _level(
    name: str, part: SchemeDocument | SubScheme, level: Level, faulty: set[tuple[str, str]]
) -> list[FaultMessage]:
    prefix = f"schemes.{name}." if name else ""
    numbers = {block.id: index for index, block in reversed(list(enumerate(part.blocks)))}
    used = set(level.sources.values())
    effective = _effective(level)
    found = []
    for block in level.blocks.values():
        if block.id in effective or (name, block.id) in faulty or block.id not in numbers:
            continue
        idle = not any(Terminal(block.id, port.name) in used for port in block.outputs)
        text = "none of its outputs is used" if idle else "what it computes reaches no output of the scheme"
        found.append(
            FaultMessage(
                place=f"{prefix}blocks[{numbers[block.id]}]",
                message=f"block {block.id!r}: {text}.",
                code="unused-output" if idle else "no-effect",
                level=name,
                block=block.id,
                blocks=[block.id],
            )
        )
    for port in level.inputs:
        if Terminal(None, port.name) not in used:
            message = f"the external input {port.name!r} is not used."
            place = f"{prefix}inputs.{port.name}"
            found.append(FaultMessage(place=place, message=message, code="unused-input", level=name))
    return found


def _effective(level: Level) -> set[str]:
    """Blocks that reach an output of the level, or a block that has no outputs at all: a sink."""
    feeding: dict[str, set[str]] = {}
    work: list[str] = []
    for target, source in level.sources.items():
        if source.block is None:
            continue
        if target.block is None:
            work.append(source.block)
        else:
            feeding.setdefault(target.block, set()).add(source.block)
    work += [block.id for block in level.blocks.values() if not block.outputs]
    found: set[str] = set()
    while work:
        block = work.pop()
        if block not in found:
            found.add(block)
            work += feeding.get(block, ())
    return found
