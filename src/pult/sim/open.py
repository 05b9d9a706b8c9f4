"""Opening a session from a setup: all documents are loaded, checked and bound."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from pult.core.arguments import one_of, whole_number
from pult.core.document import decode
from pult.core.errors import DocumentError, Fault, PultError, UsageError
from pult.core.folders import record_name
from pult.core.kinds import BAD_VALUE, UNKNOWN_NAME
from pult.core.shipped import document_file
from pult.equipment.sensors.model import SensorTable
from pult.native.address import enter_step
from pult.panel.panel import Panel, check_panel
from pult.panel.state import PanelState
from pult.scheme.compile import check_scheme, compile_scheme
from pult.scheme.document import format_scheme
from pult.scheme.model import Scheme
from pult.scheme.program import Program
from pult.sim import loop
from pult.sim.binding import Wiring
from pult.sim.commands import as_plain
from pult.sim.fitting import contact_faults, fit_scheme, signal_faults, start_faults
from pult.sim.observing import Observers
from pult.sim.row import RowLayout
from pult.sim.session import Session
from pult.sim.setup import Setup, contact_pairs
from pult.world.world import World, check_world


class SessionParts:
    """The checked parts of a session, before anything is compiled."""

    def __init__(self, world: World, scheme: Scheme, panel: Panel | None, wiring: Wiring, sensors: SensorTable) -> None:
        self.world, self.scheme, self.panel, self.wiring, self.sensors = world, scheme, panel, wiring, sensors
        self.files: dict[str, bytes] = dict(world.files)
        self.observers = Observers(world)


def check_setup(
    setup: Setup, folder: Path | None = None, whole: Path | None = None, *, replayed: bool = False
) -> tuple[SessionParts | None, list[Fault]]:
    """Check all parts of a session; returns them (None if there are faults) and all faults.

    Args:
        setup: The setup.
        folder: Folder of the document that names the others; bare names are looked for there first.
        whole: Folder of an unpacked record, if the setup is from one; nothing outside it is read, not even shipped
            documents.
        replayed: Whether observations come from a record, so that this machine need not be able to make them.
    """
    faults = setup_faults(setup)
    if faults:
        return None, faults
    faults += contact_faults(setup)
    world, found = check_world(setup.world, folder, contact_pairs(setup), whole)
    faults += _named("world", setup.world, found)
    panel, panel_file = None, None
    if setup.panel:
        panel_file = _file("panel", setup.panel, folder, faults, whole)
        if panel_file is not None:
            panel, found = check_panel(panel_file)
            faults += _named("panel", setup.panel, found)
    scheme, scheme_file = None, _file("scheme", setup.scheme, folder, faults, whole)
    if scheme_file is not None:
        scheme, found = check_scheme(scheme_file, world, whole)
        faults += _named("scheme", setup.scheme, found)
    if world is None or scheme is None or scheme_file is None or (setup.panel and panel is None):
        return None, faults
    wiring, sensors, found = fit_scheme(setup, world, scheme, panel)
    faults += found
    if faults or wiring is None:
        return None, faults
    parts = SessionParts(world, scheme, panel, wiring, sensors)
    if not replayed and (unread := list(parts.observers.faults())):
        return None, _named("world", setup.world, unread)
    # a record does not need the files of parts
    text = format_scheme(scheme.document).encode() if scheme.parts else scheme_file.read_bytes()
    parts.files[f"schemes/{scheme_file.name}"] = text
    for name in scheme.files():
        parts.files[record_name("schemes", name)] = (scheme_file.parent / name).read_bytes()
    if panel is not None and panel_file is not None:
        parts.files[f"panels/{panel_file.name}"] = panel_file.read_bytes()
        if panel.picture is not None and panel.document.picture is not None:
            parts.files[record_name("panels", panel.document.picture.file)] = panel.picture.read_bytes()
    return parts, []


def setup_faults(setup: Setup) -> list[Fault]:
    """Values of wrong types in a setup.

    Raises:
        UsageError: It is no setup, or has no seed.
    """
    one_of("setup", setup, Setup, "a pult.Setup")
    whole_number("seed", setup.seed)
    named = msgspec.structs.replace(setup, world="", scheme="", panel="")  # read, and checked, by their own packages
    try:
        plain = msgspec.to_builtins(named, enc_hook=as_plain)
    except TypeError:
        return [BAD_VALUE.at(error="a setup takes plain data alone.")]
    return decode(Setup, plain)[1]


def open_parts(
    setup: Setup, folder: Path | None = None, whole: Path | None = None, *, replayed: bool = False
) -> SessionParts:
    """The checked parts of a session; see `check_setup`.

    Raises:
        DocumentError: Lists all faults.
    """
    parts, faults = check_setup(setup, folder, whole, replayed=replayed)
    if parts is None:
        raise DocumentError("session", faults)
    return parts


class SessionFactory:
    """Makes sessions that differ only in start, seed and parameters.

    Documents are read and world and scheme compiled once; each session has its own state, the same that
    `open_session` gives it, bit for bit.

    Attributes:
        setup: What the documents were opened for.
        parts: The checked parts that all its sessions have in common.
    """

    def __init__(
        self,
        setup: Setup,
        folder: Path | None = None,
        *,
        plain: bool = False,
        background: bool = False,
        whole: Path | None = None,
        replayed: bool = False,
    ) -> None:
        """Open the documents; see `open_session`.

        Raises:
            DocumentError: Lists all faults.
        """
        if not plain:
            for needed in (loop.native_steps, enter_step):
                needed.ahead()  # compiled, if necessary, while the documents are read
        self.setup, self.parts = setup, open_parts(setup, folder, whole, replayed=replayed)
        self._replayed = replayed
        self._first: Program | None = compile_scheme(self.parts.scheme, plain, background=background)
        self._program = self._first
        if self._program.steps_in_native_code:
            loop.ensure_native(elements=len(self.parts.world.elements) > 0)  # now, and not in the first step
        self._layout: RowLayout | None = None

    def session(self, setup: Setup) -> Session:
        """A session.

        Args:
            setup: As that of the factory, but for start, seed and parameters.

        Raises:
            DocumentError: Start or parameters are invalid; lists all faults.
            UsageError: The setup names other documents.
        """
        parts = self.parts
        if setup is not self.setup:
            self._check(setup)
        program = self._first or self._program.fresh()
        self._first = None
        for name, value in setup.parameters.items():
            try:
                program.set(name, value)
            except PultError as error:  # rejected by the block's own `prepare`
                raise DocumentError("session", [BAD_VALUE.at(f"parameters.{name}", error=str(error))]) from None
        state = PanelState(parts.panel) if parts.panel is not None else None
        session = Session(
            setup, parts.world, program, state, parts.wiring, parts.sensors, parts.files, parts.observers,
            self._layout, self._replayed,
        )  # fmt: skip
        if self._layout is None and parts.panel is not None:  # wires of the scheme are known now
            faults = signal_faults(parts.panel, session.channels)
            if faults:
                raise DocumentError("session", faults)
        self._layout = session.layout
        return session

    def _check(self, setup: Setup) -> None:
        """Check what may differ from the setup of the factory."""
        own = msgspec.structs.replace(self.setup, start=setup.start, seed=setup.seed, parameters=setup.parameters)
        if own != setup:
            raise UsageError("the setup names other documents or bindings than those that were opened.")
        parts = self.parts
        if faults := setup_faults(setup):
            raise DocumentError("session", faults)
        faults = start_faults(parts.world, parts.scheme, parts.panel, setup)
        if faults:
            raise DocumentError("session", faults)


def open_session(
    setup: Setup,
    folder: Path | None = None,
    *,
    plain: bool = False,
    background: bool = False,
    whole: Path | None = None,
    replayed: bool = False,
) -> Session:
    """Make a session.

    Args:
        setup: The setup.
        folder: Folder of the document that names the others.
        plain: Run everything as plain Python: same bits, no compiler, slow.
        background: Start on the plain text of the scheme and switch to native code when it is ready.
        whole: Folder of an unpacked record; see `check_setup`.
        replayed: Whether observations come from a record, by commands.

    Raises:
        DocumentError: Lists all faults.
    """
    factory = SessionFactory(setup, folder, plain=plain, background=background, whole=whole, replayed=replayed)
    return factory.session(setup)


def _named(kind: str, name: str, faults: Sequence[Fault]) -> list[Fault]:
    return [fault.inside(f"{kind} {name!r}") for fault in faults]


def _file(kind: str, name: str, folder: Path | None, faults: list[Fault], whole: Path | None) -> Path | None:
    try:
        return document_file(kind, name, folder, whole)
    except UsageError as error:
        faults.append(UNKNOWN_NAME.at(kind, error=str(error)))
        return None
