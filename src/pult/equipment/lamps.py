"""Lamps of a world: geoms that are shown lit while a signal of the world is above a value.

They are visual only: they have no effect on the physics, and they depend only on the signals of a session, so that a
record shows them as they were.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import mujoco
from msgspec import Meta

from pult.core.channels import Channels, lay_out
from pult.core.document import Part
from pult.core.errors import Fault, FaultKind, UsageError, advice
from pult.core.kinds import UNKNOWN_NAME

UNKNOWN_GEOM = FaultKind("unknown-name", "there is no geom {name!r}. {advice}")
SEVERAL_NUMBERS = FaultKind("bad-shape", "{signal!r} has {size|number|numbers}; name one of them in brackets.")
BAD_COLOUR = FaultKind("out-of-range", "red, green and blue are 0 to 1.")

Colour = Annotated[list[float], Meta(min_length=3, max_length=3)]
GLOW = (1.0, 0.84, 0.36)
"""Default colour of a lamp: that of a filament."""


class LampDocument(Part, frozen=True):
    """When a shape is lit."""

    signal: Annotated[str, Meta(description="Signal of the world: 'sensor.NAME', or 'element.NAME.READING'.")]
    above: Annotated[float, Meta(description="Lit while the signal is above this value.")] = 0.5
    colour: Annotated[
        Colour | None, Meta(description="Colour of its light: red, green, blue, 0 to 1; warm white if omitted.")
    ] = None


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp of a compiled world.

    Attributes:
        geom: Index of its geom in the model.
        signal: The signal, or one entry of a signal.
        above: It is lit while the signal is above this value.
        colour: Red, green and blue of its light, 0 to 1.
    """

    geom: int
    signal: str
    above: float
    colour: tuple[float, float, float]


def find_lamps(
    model: Any, lamps: Mapping[str, LampDocument], sensors: Channels, readings: Channels, place: str = "lamps"
) -> tuple[list[Lamp], list[Fault]]:
    """Find the geoms and signals of lamps.

    Args:
        model: The compiled world.
        lamps: The lamps, by the names of their geoms.
        sensors: Readings of the sensors of the world.
        readings: Readings of its force elements.
        place: Their place in the document, for messages.

    Returns:
        The lamps, and all faults.
    """
    signals = Channels([*lay_out(sensors, 0, "sensor."), *lay_out(readings, sensors.size, "element.")])
    names = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, number) or "" for number in range(model.ngeom)]
    found: list[Lamp] = []
    faults: list[Fault] = []
    for name, lamp in lamps.items():
        wrong = list(_faults(name, lamp, names, signals, f"{place}.{name}"))
        faults += wrong
        if not wrong:
            r, g, b = lamp.colour or GLOW
            found.append(Lamp(names.index(name), lamp.signal, lamp.above, (float(r), float(g), float(b))))
    return found, faults


def _faults(name: str, lamp: LampDocument, names: Sequence[str], signals: Channels, place: str) -> Iterator[Fault]:
    if not name or name not in names:
        yield UNKNOWN_GEOM.at(place, name=name, **advice(name, [known for known in names if known]))
    try:
        size = signals.find(lamp.signal).size
    except UsageError as error:
        yield UNKNOWN_NAME.at(f"{place}.signal", error=str(error))
    else:
        if size != 1:
            yield SEVERAL_NUMBERS.at(f"{place}.signal", signal=lamp.signal, size=size)
    if lamp.colour is not None and not all(0.0 <= part <= 1.0 for part in lamp.colour):
        yield BAD_COLOUR.at(f"{place}.colour")
