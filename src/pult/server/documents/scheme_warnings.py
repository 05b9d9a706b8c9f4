"""What is not wrong in a scheme, but worth a look."""

from collections.abc import Collection, Mapping

from pult.core.errors import FaultKind
from pult.scheme.check_level import IN_BLOCK
from pult.scheme.document import SchemeDocument, SubScheme
from pult.scheme.model import PREFIX, Level, Terminal
from pult.server.http.wire import fault_message
from pult.server.messages import FaultMessage

UNUSED_SCHEME = FaultKind("unused-scheme", "the sub-scheme {scheme!r} is not used.")
UNUSED_PART = FaultKind("unused-scheme", "the part {scheme!r} is not used.")
UNUSED_OUTPUTS = FaultKind("unused-output", "none of its outputs is used.")
NO_EFFECT = FaultKind("no-effect", "what it computes reaches no output of the scheme.")
UNUSED_INPUT = FaultKind("unused-input", "the external input {input!r} is not used.")

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
            part, scheme = UNUSED_PART.at(f"uses.{name}", scheme=name), UNUSED_SCHEME.at(f"schemes.{name}", scheme=name)
            found.append(fault_message(part if name in brought else scheme))
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
        place = f"{prefix}blocks[{numbers[block.id]}]"
        warning = IN_BLOCK.before((UNUSED_OUTPUTS if idle else NO_EFFECT).at(), place, block=block.id)
        found.append(fault_message(warning, name, block.id, [block.id]))
    for port in level.inputs:
        if Terminal(None, port.name) not in used:
            found.append(fault_message(UNUSED_INPUT.at(f"{prefix}inputs.{port.name}", input=port.name), name))
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
