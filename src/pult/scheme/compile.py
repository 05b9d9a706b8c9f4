"""The two doors of this package: `load_scheme` and `compile_scheme`."""

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from pult.core.errors import DocumentError, Fault, PultError
from pult.core.registry import blocks
from pult.scheme.check import check_document
from pult.scheme.check_level import IN_BLOCK, REFUSED_PARAMETERS
from pult.scheme.document import SchemeDocument, read_scheme_document
from pult.scheme.emit import emit
from pult.scheme.engine import native_engine, plain_engine
from pult.scheme.flatten import AlgebraicLoop, Flat, flatten
from pult.scheme.layout import LeafValues, lay_out, leaf_values
from pult.scheme.model import Scheme
from pult.scheme.order import dependencies, loop_fault, loop_faults
from pult.scheme.program import Program


class HostBlockWarning(UserWarning):
    """A scheme contains blocks that run as plain Python and slow the step down."""


class Provider(Protocol):
    """What a scheme can be bound to: a robot, in general."""

    def provided(self) -> Mapping[str, Mapping[str, Any]]:
        """Things that blocks ask for by name, by kind."""


class UnboundScheme(PultError):  # noqa: N818
    """A scheme that names things of a robot is compiled without one."""


def check_scheme(
    source: str | Path | dict[str, Any] | SchemeDocument, robot: Provider | None = None
) -> tuple[Scheme | None, list[Fault]]:
    """Check a scheme; returns it if it is right, and all its faults if it is not.

    Args:
        source: A file, plain data or a document.
        robot: The robot whose chains the scheme names. Without one these names are taken on trust.
    """
    provided = None if robot is None else robot.provided()
    try:
        if isinstance(source, SchemeDocument):
            document, name, folder = source, source.name or "scheme", Path()
        else:
            document, name, folder = read_scheme_document(source)
    except DocumentError as error:
        return None, list(error.faults)
    levels, faults = check_document(document, blocks(), folder, provided)
    if faults:
        return None, faults
    scheme = Scheme(document, name, folder, levels, provided)
    faults = written_out_faults(scheme)
    return (None, faults) if faults else (scheme, [])


def written_out_faults(scheme: Scheme) -> list[Fault]:
    """What is wrong only when all sub-schemes are written out: loops, and parameters that come together there."""
    try:
        flat = flatten(scheme)
    except AlgebraicLoop as loop:
        return [loop_fault(loop.flat, loop.ports)]
    return loop_faults(flat, dependencies(flat)) or _value_faults(flat)


def _value_faults(flat: Flat) -> list[Fault]:
    """What `prepare` says against parameters that come together only in the written-out scheme."""
    faults = []
    for leaf in flat.leaves:
        unbound = leaf.block.type is not None and leaf.block.type.provided and flat.scheme.provided is None
        if (leaf.overrides or leaf.block.entries) and not unbound:
            try:
                leaf_values(leaf, flat, leaf.overrides)
            except (ValueError, ArithmeticError, OSError) as error:
                faults.append(IN_BLOCK.before(REFUSED_PARAMETERS.at(error=str(error)), "blocks", block=leaf.path))
    return faults


def load_scheme(source: str | Path | dict[str, Any] | SchemeDocument, robot: Provider | None = None) -> Scheme:
    """Load a scheme from a file, plain data or a document, and check it.

    Args:
        source: The scheme.
        robot: The robot whose chains it names. Without one these names are taken on trust; such a scheme can be looked
            at and drawn, but not compiled.

    Raises:
        DocumentError: One error that lists all faults.
    """
    scheme, faults = check_scheme(source, robot)
    if scheme is None:
        name = str(source) if isinstance(source, (str, Path)) else "scheme"
        raise DocumentError(name, faults)
    return scheme


def _values(flat: Flat) -> list[LeafValues]:
    known: dict[int, LeafValues] = {}
    found = []
    for leaf in flat.leaves:
        if leaf.overrides:
            found.append(leaf_values(leaf, flat, leaf.overrides))
        else:  # copies of a sub-scheme share what they have in common
            if id(leaf.block) not in known:
                known[id(leaf.block)] = leaf_values(leaf, flat, {})
            found.append(known[id(leaf.block)])
    return found


def compile_scheme(
    scheme: Scheme | str | Path | dict[str, Any],
    plain: bool = False,
    *,
    background: bool = False,
    robot: Provider | None = None,
) -> Program:
    """Compile a scheme to a program.

    Args:
        scheme: A loaded scheme, or what `load_scheme` takes.
        plain: Run the generated text as plain Python instead of native code: same bits, no compiler.
        background: Start at once on the plain text, compile in a thread, and change over when ready (same state,
            same bits); `Program.wait_native` waits for it.
        robot: The robot whose chains the scheme names.

    Returns:
        The program at time zero.
    """
    if not isinstance(scheme, Scheme):
        scheme = load_scheme(scheme, robot)
    elif robot is not None:
        scheme = bind_scheme(scheme, robot)
    if scheme.provided is None and (wants := scheme.wants()):
        names = ", ".join(f"{path} ({what})" for path, what in list(wants.items())[:5])
        raise UnboundScheme(f"{scheme.name}: it names things of a robot: {names}. Give it one: robot=... or --robot.")
    flat = flatten(scheme)
    values = _values(flat)
    layout = lay_out(flat, values)
    text = emit(layout)
    notes = _host_notes(flat)
    for note in notes:
        warnings.warn(HostBlockWarning(note), stacklevel=2)
    if plain or background:
        program = Program(scheme, layout, values, text, plain_engine(text), notes)
        if not plain:
            program.change_engine_later(lambda: native_engine(text))
        return program
    return Program(scheme, layout, values, text, native_engine(text), notes)


def bind_scheme(scheme: Scheme, robot: Provider) -> Scheme:
    """The same scheme bound to a robot.

    Raises:
        DocumentError: The robot has no such things, or they do not fit.
    """
    provided = robot.provided()
    levels, faults = check_document(scheme.document, blocks(), scheme.folder, provided)
    if faults:
        raise DocumentError(scheme.source, faults)
    return Scheme(scheme.document, scheme.source, scheme.folder, levels, provided)


def _host_notes(flat: Flat) -> list[str]:
    hosts = [leaf for leaf in flat.leaves if leaf.block.type is not None and leaf.block.type.host]
    if not hosts:
        return []
    names = ", ".join(f"{leaf.path!r} ({leaf.block.type.name})" for leaf in hosts[:5] if leaf.block.type is not None)
    more = f" and {len(hosts) - 5} more" if len(hosts) > 5 else ""
    return [f"plain Python runs in every step: {names}{more}. Each splits the native code and costs microseconds."]
