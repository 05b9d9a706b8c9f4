"""What an operator sees: the scene, the task, and the lamps and gauges of the panel."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pult.core.channels import Channels
from pult.core.errors import UsageError, choose
from pult.core.signals import Array
from pult.panel.elements import Joints, Lamp
from pult.panel.panel import Panel
from pult.pilot.briefing import Briefing


@dataclass(frozen=True)
class View:
    """What an operator sees at one time.

    Attributes:
        time: Time since the attempt began [s].
        stage: Index of the present stage.
        target: Body or site shown as the present target; empty if the stage has none.
        shown: Values of lamps (on or off), gauges and indicators of the panel.
        poses: Poses of bodies and sites of the scene: position [m] and quaternion. Shape (7,) each.
        angles: Joint angles shown by the rings on the panel's picture [rad].
        briefing: The briefing.
    """

    time: float
    stage: int
    target: str
    shown: Mapping[str, float]
    poses: Mapping[str, Array]
    angles: Mapping[str, float] = field(default_factory=dict)
    briefing: Briefing = field(default_factory=Briefing)

    def position(self, name: str) -> Array:
        """Position of a body or site [m]. Shape (3,).

        Raises:
            UsageError: There is no body or site of that name.
        """
        if name not in self.poses:
            raise UsageError(f"nothing is called {name!r}. {choose(name, self.poses)}")
        return self.poses[name][:3]

    def lamp(self, name: str) -> bool:
        """Whether a lamp is lit.

        Raises:
            UsageError: The panel has no such lamp.
        """
        if name not in self.shown:
            raise UsageError(f"the panel shows no {name!r}. {choose(name, self.shown)}")
        return bool(self.shown[name])

    @property
    def aim(self) -> Array:
        """Position of the present target [m]. Shape (3,)."""
        return self.position(self.target)


class ViewReader:
    """Reads what an operator sees from the rows of a session. Names are looked up once, when it is made."""

    def __init__(self, channels: Channels, panel: Panel | None = None, briefing: Briefing | None = None) -> None:
        """Look up all that is seen.

        Args:
            channels: Channels of the rows.
            panel: The panel; None if the session has none.
            briefing: The briefing.

        Raises:
            UsageError: The panel shows a signal that is not among the channels.
        """
        self._briefing = briefing or Briefing()
        # a site takes precedence over a body of the same name
        starts = {c.name.removeprefix(kind): c.start for kind in _KINDS for c in channels if c.name.startswith(kind)}
        self._things = tuple(starts)
        self._poses = np.array([range(start, start + 7) for start in starts.values()], np.intp).reshape(-1, 7)
        self._shown = [_shown(name, signal, channels, panel) for name, signal in panel.shows.items()] if panel else []
        entries = _joint_entries(channels, panel) if panel else {}
        self._joints, self._angles = tuple(entries), np.array(list(entries.values()), np.intp)

    def read(self, row: Array, time: float, stage: int, target: str) -> View:
        """The view at a row, which is not kept; for the other arguments see `View`."""
        shown = {name: _display(row[place], above) for name, place, above in self._shown}
        poses = dict(zip(self._things, row[self._poses], strict=True))
        angles = dict(zip(self._joints, row[self._angles].tolist(), strict=True))
        return View(time, stage, target, shown, poses, angles, self._briefing)


_KINDS = ("body.", "site.")
_Shown = tuple[str, slice, float | None]
"""A lamp or gauge: its name, the place of its signal in a row, and the value above which a lamp is lit."""


def _shown(name: str, signal: str, channels: Channels, panel: Panel) -> _Shown:
    element = panel.document.elements.get(name)
    above = None
    if isinstance(element, Lamp):
        above = element.above if element.above is not None else 0.5
    return name, channels.find(signal).place, above


def _display(values: Array, above: float | None) -> float:
    """What is shown of a signal: its value, or its norm if it is a vector; 1 or 0 for a lamp."""
    value = float(values[0]) if values.size == 1 else float(np.linalg.norm(values))
    return value if above is None else float(value > above)


def _joint_entries(channels: Channels, panel: Panel) -> dict[str, int]:
    """Where a row holds the measured angles [rad] of the joints on the panel's picture, by joint."""
    elements = panel.document.elements.values()
    marked = {name for element in elements if isinstance(element, Joints) for name in element.options}
    sensors = (c for c in channels if c.name.startswith("sensor.") and c.unit == "rad" and c.labels)
    found = {name: c.start + index for c in sensors for index, name in enumerate(c.labels)}
    return {name: index for name, index in found.items() if name in marked}
