"""Zones of the panel's gauges in an exercise: where the task wants the pointer, and where a limit is broken.

They follow the exercise's own goals and limits on the signal that a gauge shows, stage by stage; an exercise may name
further signals of the same quantity, and a wanted value with the signal whose limits say how far off it may be. What
the exercise says nothing about keeps the zone of the panel.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from pult.core.channels import Channels
from pult.core.errors import Fault, FaultKind, PultError, UsageError, advice
from pult.core.kinds import UNKNOWN_NAME
from pult.core.quantities import factor_between
from pult.exercise import condition as c
from pult.exercise.document import ExerciseDocument, GaugeDocument
from pult.panel.elements import Gauge
from pult.panel.panel import Panel

UNKNOWN_GAUGE = FaultKind("unknown-name", "the panel has no gauge {name!r}. {advice}")

MARGIN = 0.2
"""Part of the scale that is shown beyond a limit that is not on it, as a share of the scale."""


class GaugeZones(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Zones of a gauge, in the gauge's unit."""

    range: Annotated[list[float], Meta(description="Ends of the scale [low, high]; limits are on it.")]
    working: Annotated[list[float], Meta(description="Where the value is wanted [low, high]; empty if nowhere.")] = []
    low: Annotated[float | None, Meta(description="A limit is broken below this.")] = None
    high: Annotated[float | None, Meta(description="A limit is broken above this.")] = None


class Band(msgspec.Struct):
    """Bounds of a value; the tightest of all that are put together."""

    above: float = -math.inf
    below: float = math.inf

    def narrow(self, above: float | None, below: float | None) -> None:
        """Keep to further bounds."""
        self.above = max(self.above, above if above is not None else -math.inf)
        self.below = min(self.below, below if below is not None else math.inf)


def _signals(condition: c.Condition) -> Iterator[c.Signal]:
    """Signals that have to be within their bounds for a condition to hold."""
    if isinstance(condition, c.Signal):
        yield condition
    elif isinstance(condition, c.All):
        for part in condition.of:
            yield from _signals(part)


def _breaking(condition: c.Condition) -> Iterator[c.Signal]:
    """Signals that break a limit by leaving bounds; what else must hold for it is left aside."""
    if isinstance(condition, c.Any):
        for part in condition.of:
            yield from _breaking(part)
    else:
        yield from _signals(condition)


def _stages_of(condition: c.Condition, names: Sequence[str]) -> Sequence[str]:
    """Stages in which a limit holds."""
    parts = condition.of if isinstance(condition, c.All) else [condition]
    found = [part.stages for part in parts if isinstance(part, c.StageIs)]
    return found[0] if found else names


def _allowed(document: ExerciseDocument, signals: Sequence[str], stage: str) -> Band:
    """What the limits allow of signals in a stage."""
    names, band = [one.name for one in document.stages], Band()
    for limit in document.limits:
        if stage in _stages_of(limit.condition, names):
            for signal in _breaking(limit.condition):
                if signal.name in signals and not (signal.above is not None and signal.below is not None):
                    band.narrow(signal.below, signal.above)
    return band


def _deviation(document: ExerciseDocument, signal: str) -> float:
    """The least limit of a deviation, in any stage; infinite without one."""
    found = [one.above for limit in document.limits for one in _breaking(limit.condition) if one.name == signal]
    return min((value for value in found if value is not None), default=math.inf)


def _zones(
    document: ExerciseDocument, gauge: Gauge, told: GaugeDocument, signals: Sequence[str], stage: int, factor: float,
    scale: list[float],
) -> GaugeZones:  # fmt: skip
    allowed = _allowed(document, signals, document.stages[stage].name)
    wanted, own = Band(), gauge.working
    for signal in _signals(document.stages[stage].goal):
        if signal.name in signals:
            wanted.narrow(signal.above, signal.below)
    if told.target is not None:
        off = _deviation(document, told.off)
        if wanted.above < told.target + off and wanted.below > told.target - off:
            wanted.narrow(told.target - off, told.target + off)
    named = wanted != Band()
    ends = _panel_end(gauge)
    low = factor * allowed.above if math.isfinite(allowed.above) else ends[0]
    high = factor * allowed.below if math.isfinite(allowed.below) else ends[1]
    band = [factor * wanted.above, factor * wanted.below] if named else list(own)
    working = [max(band[0], low, scale[0]), min(band[1], high, scale[1])] if band else []
    return GaugeZones(
        scale,
        working if working and working[0] < working[1] else [],
        low if math.isfinite(low) else None,
        high if math.isfinite(high) else None,
    )


def _panel_end(gauge: Gauge) -> tuple[float, float]:
    """Where the panel's own critical zone begins, below and above."""
    if not gauge.end:
        return -math.inf, math.inf
    return (gauge.end[1], math.inf) if gauge.end[0] <= gauge.range[0] else (-math.inf, gauge.end[0])


def _scale(scale: Sequence[float], limits: Sequence[float]) -> list[float]:
    """The scale of a gauge, made longer where a limit would not be on it."""
    low, high = scale
    beyond = MARGIN * (high - low)
    return [
        min([low, *(limit - beyond for limit in limits if limit <= low)]),
        max([high, *(limit + beyond for limit in limits if limit >= high)]),
    ]


def _limits(document: ExerciseDocument, signals: Sequence[str]) -> list[float]:
    """Limits of signals in all stages."""
    bands = [_allowed(document, signals, stage.name) for stage in document.stages]
    return [value for band in bands for value in (band.above, band.below) if math.isfinite(value)]


def gauge_zones(document: ExerciseDocument, panel: Panel | None, channels: Channels) -> list[dict[str, GaugeZones]]:
    """Zones of the gauges of a panel in each stage of an exercise, of those that the exercise says something about.

    Args:
        document: The exercise.
        panel: Its panel.
        channels: Channels of the session's rows.
    """
    elements = panel.document.elements if panel is not None else {}
    found: list[dict[str, GaugeZones]] = [{} for _ in document.stages]
    for name, gauge in elements.items():
        if not isinstance(gauge, Gauge):
            continue
        told = document.gauges.get(name, GaugeDocument())
        shown = gauge.signal or f"output.{name}"
        signals = [shown, *told.signals]
        if told == GaugeDocument() and not _is_bounded(document, shown):
            continue
        factor = _factor(channels, shown, gauge.unit)
        scale = _scale(gauge.range, [factor * value for value in _limits(document, signals)])
        for stage, zones in enumerate(found):
            zones[name] = _zones(document, gauge, told, signals, stage, factor, scale)
    return found


def _is_bounded(document: ExerciseDocument, signal: str) -> bool:
    """Whether a goal or limit of an exercise has bounds on a signal."""
    goals = (one for stage in document.stages for one in _signals(stage.goal))
    limits = (one for limit in document.limits for one in _breaking(limit.condition))
    return any(one.name == signal and (one.above, one.below) != (None, None) for one in (*goals, *limits))


def _factor(channels: Channels, signal: str, unit: str) -> float:
    """From a signal's own unit to that of its gauge."""
    try:
        own = channels.find(signal).unit
        return factor_between(own, unit) if unit not in ("1", own) else 1.0
    except PultError:
        return 1.0


def gauge_faults(document: ExerciseDocument, panel: Panel | None, channels: Channels) -> Iterator[Fault]:
    """Faults of what an exercise says of gauges."""
    elements = panel.document.elements if panel is not None else {}
    gauges = [name for name, element in elements.items() if isinstance(element, Gauge)]
    for name, told in document.gauges.items():
        if name not in gauges:
            yield UNKNOWN_GAUGE.at(f"gauges.{name}", name=name, **advice(name, gauges))
        named = [(f"gauges.{name}.signals[{i}]", signal) for i, signal in enumerate(told.signals)]
        for place, signal in [*named, *([(f"gauges.{name}.off", told.off)] if told.off else [])]:
            try:
                channels.find(signal)
            except UsageError as error:
                yield UNKNOWN_NAME.at(place, error=str(error))
