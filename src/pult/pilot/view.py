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


def scene_poses(row: Array, channels: Channels) -> dict[str, Array]:
    """Poses of the bodies and sites of a scene; a site takes precedence over a body of the same name."""
    found: dict[str, Array] = {}
    for kind in ("body.", "site."):
        found |= {c.name.removeprefix(kind): row[c.place].copy() for c in channels if c.name.startswith(kind)}
    return found


def panel_values(row: Array, channels: Channels, panel: Panel) -> dict[str, float]:
    """Values of lamps and gauges: the norm of a vector; 1 or 0 for a lamp."""
    found = {}
    for name, signal in panel.shows.items():
        values = row[channels.find(signal).place]
        value = float(values[0]) if values.size == 1 else float(np.linalg.norm(values))
        element = panel.document.elements.get(name)
        if isinstance(element, Lamp):
            value = float(value > (element.above if element.above is not None else 0.5))
        found[name] = value
    return found


def joint_angles(row: Array, channels: Channels, panel: Panel) -> dict[str, float]:
    """Joint angles on the panel's picture, from the robot's sensors [rad]."""
    elements = panel.document.elements.values()
    marked = {name for element in elements if isinstance(element, Joints) for name in element.options}
    sensors = (c for c in channels if c.name.startswith("sensor.") and c.unit == "rad" and c.labels)
    told = {name: float(value) for c in sensors for name, value in zip(c.labels, row[c.place], strict=True)}
    return {name: value for name, value in told.items() if name in marked}
