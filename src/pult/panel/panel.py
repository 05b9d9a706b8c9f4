"""Panels: checked documents, with their elements as signals of a flat array."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pult.core.channels import Channels
from pult.core.errors import DocumentError, Fault
from pult.core.shipped import document_file
from pult.core.signals import Array
from pult.panel.check import panel_faults
from pult.panel.document import PanelDocument, read_panel_document
from pult.panel.elements import Gauge, Indicator, Joystick, Lamp
from pult.panel.picture import read_picture
from pult.panel.signals import ACTUAL, PanelSignal, element_signals, shown
from pult.panel.streams import stream_channels


class Panel:
    """A panel. Immutable: the values that an operator has set are a `PanelState`.

    Attributes:
        name: Its name.
        document: The document it was made from.
        channels: Signals set by the operator, in one flat array of n numbers.
        inputs: The same signals by name, with their kinds of values.
        streams: Signals from devices next to the panel, in another flat array.
        shows: Elements that display something, and the signal each displays; NAME_actual for that of a joystick.
        initial: Initial deflections. Shape (n,), read only.
        rest: Values that entries return to when the operator is lost; see `returns`. Shape (n,), read only.
        returns: Which entries return to `rest`; all others stay. Shape (n,), read only.
        enable: Index of the entry that must be 1 for the robot to move; -1 if there is none.
        picture: File of the picture, or None.
        view: Width and height of the picture in its own units, or None.
    """

    def __init__(
        self, document: PanelDocument, picture: Path | None = None, view: tuple[float, float] | None = None
    ) -> None:
        """Build a panel from a document that `check_panel` has checked."""
        self.name = document.name
        self.document = document
        self.picture = picture
        self.view = view
        signals: list[PanelSignal] = []
        shows: dict[str, str] = {}
        for name, element in document.elements.items():
            if isinstance(element, (Lamp, Gauge, Indicator)):
                shows[name] = shown(name, element)
            else:
                signals += element_signals(name, element, name == document.enable)
                if isinstance(element, Joystick) and element.actual:
                    shows[name + ACTUAL] = element.actual
        self.inputs: Mapping[str, PanelSignal] = MappingProxyType({signal.name: signal for signal in signals})
        self.shows: Mapping[str, str] = MappingProxyType(shows)
        channels = []
        start = 0
        for signal in signals:
            channels.append(signal.channel(start))
            start = channels[-1].stop
        self.channels = Channels(channels)
        self.streams = Channels(stream_channels(document.streams))
        self.initial: Array = np.array([x for signal in signals for x in signal.initial], dtype=np.float64)
        self.rest: Array = np.array([x for s in signals for x in (s.rest or s.initial)], dtype=np.float64)
        self.returns: NDArray[np.bool_] = np.array([s.rest is not None for s in signals for _ in s.initial], dtype=bool)
        for array in (self.initial, self.rest, self.returns):
            array.setflags(write=False)
        self.enable = self.channels[document.enable].start if document.enable else -1

    @property
    def stop_time(self) -> float:
        """Time within which the robot stops after enable or link is lost [s]."""
        return self.document.stop_time

    @property
    def link_timeout(self) -> float:
        """Time without the operator after which the stick is released [s]; 0.7 of it later the robot is stopped."""
        return self.document.link_timeout

    def __repr__(self) -> str:
        return f"<Panel {self.name!r}: inputs {', '.join(self.inputs)}; shows {', '.join(self.shows)}>"


def check_panel(source: str | Path | dict[str, Any] | PanelDocument) -> tuple[Panel | None, list[Fault]]:
    """Check a panel; returns it if it is valid, and all its faults if not.

    The picture is checked only if the panel comes from a file, because its name is relative to that.
    """
    try:
        if isinstance(source, (str, Path)):
            document, _, folder = read_panel_document(document_file("panel", source))
        else:  # a document made in code is decoded again, because its types have not been checked
            data = msgspec.to_builtins(source) if isinstance(source, PanelDocument) else source
            document, folder = read_panel_document(data)[0], None
    except DocumentError as error:
        return None, list(error.faults)
    faults: list[Fault] = []
    file, view = None, None
    picture = document.picture
    if picture is not None and folder is not None:
        file = folder / picture.file
        view, faults = read_picture(folder, picture.file)
    faults += panel_faults(document, view)
    if picture is not None and view is None and picture.size:
        view = (picture.size[0], picture.size[1])
    return (None, faults) if faults else (Panel(document, file, view), [])


def load_panel(source: str | Path | dict[str, Any] | PanelDocument) -> Panel:
    """Load a panel from a file, plain data or a document, and check it; shipped panels by name.

    Raises:
        DocumentError: Lists all faults.
    """
    panel, faults = check_panel(source)
    if panel is None:
        raise DocumentError(str(source) if isinstance(source, (str, Path)) else "panel", faults)
    return panel
