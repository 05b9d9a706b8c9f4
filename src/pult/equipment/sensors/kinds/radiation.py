"""Dose rate of radiation."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import mujoco
from msgspec import Meta

from pult.core.errors import Fault, FaultKind
from pult.core.kinds import NEGATIVE, NOT_ABOVE_ZERO
from pult.equipment.sensors.kind import names_of, unknown_name
from pult.equipment.sensors.site import SiteSensor
from pult.equipment.sensors.table import RADIATION, Imperfections, Source

NO_SOURCE = FaultKind("bad-shape", "must name at least one source.")
NOT_A_BOX = FaultKind("bad-shape", "the shape {name!r} is not a box; only boxes can shield.")

_Obj, _Type = mujoco.mjtObj, mujoco.mjtSensor


class RadiationSensor(SiteSensor, frozen=True, kw_only=True, tag_field="type", tag="radiation"):
    """Dose rate at a site, from point sources behind shields [Sv/s]:

        D = B + sum over sources of S exp(-sum over shields of mu d) / r^2

    with the distance r of a source and the length d of the line to it that lies in a shield. With 'counts' it is the
    reading of a counter of events, which are as irregular as those of a Geiger tube.
    """

    emitters: Annotated[
        dict[str, float],
        Meta(description="Strength S of each source: dose rate at 1 m [Sv*m^2/s], by the name of a site or body."),
    ]
    shields: Annotated[
        dict[str, float],
        Meta(description="Attenuation mu of each shield [1/m], by the name of a shape, which is a box."),
    ] = {}
    background: Annotated[float, Meta(description="Dose rate B far from all sources [Sv/s].")] = 0.0
    nearest: Annotated[float, Meta(description="Least distance r that counts [m]: sources are no points.")] = 0.1
    counts: Annotated[
        float, Meta(description="Events of the counter for a dose [1/Sv], by Poisson's law; 0 for a steady reading.")
    ] = 0.0

    unit = "Sv/s"
    mujoco_type = _Type.mjSENS_FRAMEPOS

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return ()

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        yield from super().check(spec, place)
        if not self.emitters:
            yield NO_SOURCE.at(f"{place}.emitters")
        things = names_of(spec.sites) + names_of(spec.bodies)
        for name in self.emitters:
            yield from unknown_name(f"{place}.emitters", name, "site or body", things)
        shapes = {shape.name: shape.type for shape in spec.geoms if shape.name}
        for name in self.shields:
            yield from unknown_name(f"{place}.shields", name, "shape", list(shapes))
            if name in shapes and shapes[name] != mujoco.mjtGeom.mjGEOM_BOX:
                yield NOT_A_BOX.at(f"{place}.shields", name=name)
        numbers = {f"emitters.{name}": value for name, value in self.emitters.items()}
        numbers |= {f"shields.{name}": value for name, value in self.shields.items()}
        for key, value in {**numbers, "background": self.background, "counts": self.counts}.items():
            if not value >= 0.0:
                yield NEGATIVE.at(f"{place}.{key}", value=value)
        if not self.nearest > 0.0:
            yield NOT_ABOVE_ZERO.at(f"{place}.nearest", value=self.nearest)

    def mujoco_names(self, name: str) -> list[str]:
        """One for each source, and two for each shield: where it is, and how it is turned."""
        shields = [f"{name}[{shield}]{what}" for shield in self.shields for what in ("", "[turned]")]
        return [*(f"{name}[{source}]" for source in self.emitters), *shields]

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        sites = names_of(spec.sites)
        seen = {"reftype": _Obj.mjOBJ_SITE, "refname": self.site}
        for source in self.emitters:
            kind = _Obj.mjOBJ_SITE if source in sites else _Obj.mjOBJ_XBODY
            spec.add_sensor(name=f"{name}[{source}]", type=_Type.mjSENS_FRAMEPOS, objtype=kind, objname=source, **seen)
        for shield in self.shields:
            for what, kind in (("", _Type.mjSENS_FRAMEPOS), ("[turned]", _Type.mjSENS_FRAMEQUAT)):
                spec.add_sensor(
                    name=f"{name}[{shield}]{what}", type=kind, objtype=_Obj.mjOBJ_GEOM, objname=shield, **seen
                )

    def sources_in(self, model: Any, prefix: str, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`; the sizes of shields are the model's."""
        count = len(self.emitters)
        terms: list[tuple[float, ...]] = [
            (float(at), strength) for at, strength in zip(addresses, self.emitters.values(), strict=False)
        ]
        pairs = zip(addresses[count::2], addresses[count + 1 :: 2], strict=True)
        for (at, turned), (shield, attenuation) in zip(pairs, self.shields.items(), strict=True):
            half = (float(value) for value in model.geom(prefix + shield).size)
            terms.append((float(at), float(turned), attenuation, *half))
        return [Source(rule=RADIATION, terms=tuple(terms), axis=count, figure=self.background, least=self.nearest)]

    def imperfections(self, dt: float) -> list[Imperfections]:
        """See `SensorKind`; the counter counts during a control step."""
        return [one._replace(counts=self.counts * dt) for one in super().imperfections(dt)]
