"""What an operator sees: the picture of the scene, the task, and the lamps of the panel. Nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pult.core.channels import Channels
from pult.core.errors import UsageError, choose
from pult.core.signals import Array


@dataclass(frozen=True)
class View:
    """What is to be seen at a moment.

    Attributes:
        time: Since the attempt began [s].
        stage: Index of the present stage.
        target: Body or site shown as the present target; empty if the stage has none.
        shown: Lamps, gauges and indicators of the panel, and what they show.
        row: The frame the view is taken from.
        channels: Its channels.
    """

    time: float
    stage: int
    target: str
    shown: Mapping[str, float]
    row: Array
    channels: Channels

    def position(self, name: str) -> Array:
        """Where a body or site is [m]. Shape (3,)."""
        for kind in ("site", "body"):
            if f"{kind}.{name}" in self.channels:
                return self.row[self.channels[f"{kind}.{name}"].place][:3]
        raise UsageError(f"nothing is called {name!r}. {choose(name, visible(self.channels))}")

    @property
    def aim(self) -> Array:
        """Where the present target is [m]. Shape (3,)."""
        return self.position(self.target)


def visible(channels: Channels) -> list[str]:
    """Names of the bodies and sites of a scene."""
    return [name.partition(".")[2] for name in channels.names if name.startswith(("body.", "site."))]


def shown(row: Array, channels: Channels, shows: Mapping[str, str]) -> dict[str, float]:
    """What lamps and gauges show: of a vector its length."""
    found = {}
    for element, signal in shows.items():
        values = row[channels.find(signal).place]
        found[element] = float(values[0]) if values.size == 1 else float(np.linalg.norm(values))
    return found
