"""Entry points of this package: `load_scheme` and `compile_scheme`."""

import warnings
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from pult.core.errors import DocumentError, Fault, PultError
from pult.core.registry import blocks
from pult.scheme.check import check_document
from pult.scheme.check_level import IN_BLOCK
from pult.scheme.document import SchemeDocument, read_scheme_document
from pult.scheme.emit import emit
from pult.scheme.engine import native_engine, plain_engine
from pult.scheme.flatten import AlgebraicLoop, Flat, Leaf, flatten
from pult.scheme.layout import LeafValues, lay_out, leaf_values
from pult.scheme.model import Scheme
from pult.scheme.order import dependencies, loop_fault, loop_faults
from pult.scheme.prepare import REFUSED_PARAMETERS, NotProvidedError, is_unbound
from pult.scheme.program import Program
from pult.scheme.uses import resolve_parts


class HostBlockWarning(UserWarning):
    """A scheme contains blocks that run as plain Python and slow the step down."""


class Provider(Protocol):
    """Something that a scheme can be bound to, usually a robot."""

    def provided(self) -> Mapping[str, Mapping[str, Any]]:
        """Components for blocks, by kind and name."""


class UnboundScheme(PultError):  # noqa: N818
    """A scheme that refers to a robot is compiled without one."""


def check_scheme(
    source: str | Path | dict[str, Any] | SchemeDocument, robot: Provider | None = None, whole: Path | None = None
) -> tuple[Scheme | None, list[Fault]]:
    """Check a scheme with all parts that it uses; returns the scheme (None if it is invalid) and all faults.

    Args:
        source: A file, plain data or a document.
        robot: The robot whose components the scheme names. Without one these names are not checked.
        whole: Folder of an unpacked record, if the scheme is in one; nothing outside it is read.
    """
    provided = None if robot is None else robot.provided()
    try:
        if isinstance(source, SchemeDocument):
            document, name, folder = source, source.name or "scheme", Path()
        else:
            document, name, folder = read_scheme_document(source)
    except DocumentError as error:
        return None, list(error.faults)
    file = Path(source) if isinstance(source, (str, Path)) else None
    resolved = resolve_parts(document, folder, file, whole)
    levels, faults = check_document(resolved.document, blocks(), folder, provided)
    faults = resolved.faults + faults
    scheme = Scheme(resolved.document, name, folder, levels, provided, resolved.parts)
    faults = faults or flattened_faults(scheme)
    return (None, [resolved.located(fault) for fault in faults]) if faults else (scheme, [])


def flattened_faults(scheme: Scheme) -> list[Fault]:
    """Faults of the flattened scheme: algebraic loops, and invalid combinations of parameters."""
    try:
        flat = flatten(scheme)
    except AlgebraicLoop as loop:
        return [loop_fault(loop.flat, loop.ports)]
    return loop_faults(flat, dependencies(flat)) or _value_faults(flat)


def _value_faults(flat: Flat) -> list[Fault]:
    """Parameters rejected by `prepare` that are combined only in the flattened scheme."""
    faults = []
    for leaf in flat.leaves:
        if (leaf.overrides or leaf.block.entries) and not _belongs_to_robot(leaf, flat):
            try:
                leaf_values(leaf, flat, leaf.overrides)
            except NotProvidedError as error:
                faults.append(IN_BLOCK.before(error.fault, "blocks", block=leaf.path))
            except (ValueError, ArithmeticError, OSError) as error:
                faults.append(IN_BLOCK.before(REFUSED_PARAMETERS.at(error=str(error)), "blocks", block=leaf.path))
    return faults


def _belongs_to_robot(leaf: Leaf, flat: Flat) -> bool:
    block = leaf.block
    assert block.type is not None and block.concrete is not None
    return is_unbound(block.type, {**block.concrete.values, **leaf.overrides}, flat.scheme.provided)


def load_scheme(source: str | Path | dict[str, Any] | SchemeDocument, robot: Provider | None = None) -> Scheme:
    """Load a scheme from a file, plain data or a document, and check it.

    Args:
        source: The scheme.
        robot: The robot whose components it names. Without one these names are not checked; such a scheme can be
            inspected and drawn, but not compiled.

    Raises:
        DocumentError: Lists all faults.
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
        else:  # copies of a sub-scheme share equal values
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
        background: Start at once on the plain text, compile in a thread, and switch over when ready (same state,
            same bits); `Program.wait_native` waits for it.
        robot: The robot whose components the scheme names.

    Returns:
        The program at time zero.
    """
    if not isinstance(scheme, Scheme):
        scheme = load_scheme(scheme, robot)
    elif robot is not None:
        scheme = bind_scheme(scheme, robot)
    if scheme.provided is None and (wants := scheme.robot_references()):
        names = ", ".join(f"{path} ({what})" for path, what in list(wants.items())[:5])
        raise UnboundScheme(
            f"{scheme.name}: it refers to components of a robot: {names}. Give it one: robot=... or --robot."
        )
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
    """Bind a scheme to a robot.

    Raises:
        DocumentError: The robot lacks a component, or a component does not fit.
    """
    provided = robot.provided()
    levels, faults = check_document(scheme.document, blocks(), scheme.folder, provided)
    if faults:
        raise DocumentError(scheme.source, faults)
    return replace(scheme, levels=levels, provided=provided)


def _host_notes(flat: Flat) -> list[str]:
    hosts = [leaf for leaf in flat.leaves if leaf.block.type is not None and leaf.block.type.host]
    if not hosts:
        return []
    names = ", ".join(f"{leaf.path!r} ({leaf.block.type.name})" for leaf in hosts[:5] if leaf.block.type is not None)
    more = f" and {len(hosts) - 5} more" if len(hosts) > 5 else ""
    return [f"plain Python runs in every step: {names}{more}. Each splits the native code and costs microseconds."]
