"""What the inputs and commands of a session mean, as JSON Schemas: names, units and the order of entries."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec

from pult.core.channels import Channel
from pult.equipment.sensors.observed import ObservedSensor, observed_sensors
from pult.panel.signals import PanelSignal
from pult.panel.values import Choice, Flag, Subset
from pult.record.file.schemas import Schema, channel_words
from pult.sim.commands import Command, Feed, Input, Observation, SetParameter
from pult.sim.session import Session

DEFINITIONS = "#/$defs/"
_LISTED = {"drive": "Drives", "sensor": "Sensors"}
"""Keys of commands that name a drive or a sensor."""


def input_schemas(session: Session) -> dict[str, Schema]:
    """Schema of the values of each element of the panel that an operator sets."""
    if session.panel is None:
        return {}
    inputs = session.panel.panel.inputs
    return {name: {**signal.values.schema(), "description": _input_words(signal)} for name, signal in inputs.items()}


def command_schemas(session: Session) -> dict[str, Schema]:
    """Schema of each command by its tag, with what the session has: elements, streams, sensors, drives, parameters."""
    kinds = get_args(Command)
    refs, components = msgspec.json.schema_components(kinds, ref_template=DEFINITIONS + "{name}")
    found: dict[str, Schema] = {}
    listed = {"drive": _list(session.world.drives.channels), "sensor": _list(session.sensors.channels)}
    for kind, ref in zip(kinds, refs, strict=True):
        schema: Schema = components[ref["$ref"].removeprefix(DEFINITIONS)]
        for key, words in listed.items():
            if key in schema["properties"] and kind is not Observation:
                said = schema["properties"][key]["description"]
                schema["properties"][key]["description"] = f"{said} {_LISTED[key]}: {words}."
        found[str(kind.__struct_config__.tag)] = schema
    _name_things(session, {kind: found[str(kind.__struct_config__.tag)] for kind in kinds})
    return found


def _name_things(session: Session, schemas: Mapping[type[Any], Schema]) -> None:
    schemas[Input]["properties"]["values"] |= {"properties": input_schemas(session), "additionalProperties": False}
    streams = session.panel.panel.streams if session.panel is not None else ()
    samples = {stream.name: stream for stream in streams if stream.shape}
    _by_name(
        schemas[Feed],
        "stream",
        {name: _numbers(channel.size, channel_words(channel)) for name, channel in samples.items()},
        "values",
    )
    observed = dict(_observed(session))
    _by_name(
        schemas[Observation],
        "sensor",
        {name: _numbers(len(sensor.labels()), _observation_words(sensor)) for name, sensor in observed.items()},
        "values",
    )
    parameters = session.program.parameter_words()
    if parameters:
        schemas[SetParameter]["properties"]["name"] = {
            "oneOf": [{"const": name, "description": words} for name, words in parameters.items()]
        }


def _by_name(schema: Schema, key: str, values: Mapping[str, Schema], field: str) -> None:
    """Say what values a field takes by the name that stands in another."""
    if not values:
        return
    schema["properties"][key] = {**schema["properties"][key], "enum": list(values)}
    schema["allOf"] = [
        {"if": {"properties": {key: {"const": name}}}, "then": {"properties": {field: value}}}
        for name, value in values.items()
    ]


def _input_words(signal: PanelSignal) -> str:
    if isinstance(signal.values, (Flag, Choice, Subset)):  # true or false, or names
        return signal.description
    return channel_words(signal.channel(0))


def _observed(session: Session) -> Iterator[tuple[str, ObservedSensor]]:
    for prefix, sensors in session.world.sensor_documents():
        yield from ((prefix + name, sensor) for name, sensor in observed_sensors(sensors).items())


def _observation_words(sensor: ObservedSensor) -> str:
    words = [" ".join([one.name, f"[{one.unit}]", *_entries(one.labels)]) for one in sensor.signals()]
    return ", ".join([*words, "time stamp [s]"])


def _entries(labels: tuple[str, ...]) -> list[str]:
    return [f"({', '.join(labels)})"] if labels else []


def _list(channels: Iterable[Channel]) -> str:
    return "; ".join(f"{channel.name} {channel_words(channel, short=True)}" for channel in channels)


def _numbers(size: int, words: str) -> Schema:
    return {"type": "array", "items": {"type": "number"}, "minItems": size, "maxItems": size, "description": words}
