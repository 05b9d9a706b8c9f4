"""What an operator sees: the picture of the scene, the task, and the lamps of the panel. Nothing else."""

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
    """What is to be seen at a moment.

    Attributes:
        time: Since the attempt began [s].
        stage: Index of the present stage.
        target: Body or site shown as the present target; empty if the stage has none.
        shown: Lamps (on or off), gauges and indicators of the panel, and what they show.
        poses: Bodies and sites of the scene, and where they are: position [m] and quaternion. Shape (7,) each.
        angles: Joints on the panel's picture, and the angles that their rings show [rad].
        briefing: What was told before, and is known by practice.
    """

    time: float
    stage: int
    target: str
    shown: Mapping[str, float]
    poses: Mapping[str, Array]
    angles: Mapping[str, float] = field(default_factory=dict)
    briefing: Briefing = field(default_factory=Briefing)

    def position(self, name: str) -> Array:
        """Where a body or site is [m]. Shape (3,).

        Raises:
            UsageError: Nothing is called so.
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
        """Where the present target is [m]. Shape (3,)."""
        return self.position(self.target)


def visible(row: Array, channels: Channels) -> dict[str, Array]:
    """Bodies and sites of a scene, and where they are; of a body and a site of one name, the site."""
    found: dict[str, Array] = {}
    for kind in ("body.", "site."):
        found |= {c.name.removeprefix(kind): row[c.place].copy() for c in channels if c.name.startswith(kind)}
    return found


def shown(row: Array, channels: Channels, panel: Panel) -> dict[str, float]:
    """What lamps and gauges show: of a vector its length, of a lamp 1 if it is lit and 0 if not."""
    found = {}
    for name, signal in panel.shows.items():
        values = row[channels.find(signal).place]
        value = float(values[0]) if values.size == 1 else float(np.linalg.norm(values))
        element = panel.document.elements.get(name)
        if isinstance(element, Lamp):
            value = float(value > (element.above if element.above is not None else 0.5))
        found[name] = value
    return found


def turned(row: Array, channels: Channels, panel: Panel) -> dict[str, float]:
    """Angles of the joints on the panel's picture, as the robot's sensors tell them [rad]."""
    elements = panel.document.elements.values()
    marked = {name for element in elements if isinstance(element, Joints) for name in element.options}
    sensors = (c for c in channels if c.name.startswith("sensor.") and c.unit == "rad" and c.labels)
    told = {name: float(value) for c in sensors for name, value in zip(c.labels, row[c.place], strict=True)}
    return {name: value for name, value in told.items() if name in marked}
