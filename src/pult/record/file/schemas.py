"""JSON schemas of the topics of a record.

Foxglove and Lichtblick support a small part of JSON Schema: each property has one plain type, an object lists its
properties, and lists are not nested. A value of several possible types is therefore omitted from the properties
(unlisted ones are allowed). The schemas named ``foxglove.*`` follow the documented fields of that name.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pult.core.channels import Channel
from pult.core.signals import format_shape

Schema = dict[str, Any]


def _object(properties: Mapping[str, Schema], required: Iterable[str] = (), **more: str) -> Schema:
    found: Schema = {"type": "object", "properties": dict(properties), **more}
    return found | {"required": list(required)} if required else found


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


_NUMBER: Schema = {"type": "number"}
_STRING: Schema = {"type": "string"}
_TICK: Schema = {"type": "integer", "minimum": 0, "description": "Control steps since the session began."}
_TIME = {"type": "number", "description": "Time since the session began [s]."}
_ANY_OBJECT = _object({})
_STAMP = _object(
    {"sec": {"type": "integer", "minimum": 0}, "nsec": {"type": "integer", "minimum": 0, "maximum": 999_999_999}}
)
_XYZ = _object({"x": _NUMBER, "y": _NUMBER, "z": _NUMBER})
_XYZW = _object({"x": _NUMBER, "y": _NUMBER, "z": _NUMBER, "w": _NUMBER})
_POSE = _object({"position": _XYZ, "orientation": _XYZW})
_COLOR = _object({"r": _NUMBER, "g": _NUMBER, "b": _NUMBER, "a": _NUMBER})
_SOLID = {"pose": _POSE, "size": _XYZ, "color": _COLOR}

FRAME_TRANSFORMS = _object(
    {
        "transforms": _list(
            _object(
                {
                    "timestamp": _STAMP,
                    "parent_frame_id": _STRING,
                    "child_frame_id": _STRING,
                    "translation": _XYZ,
                    "rotation": _XYZW,
                },
            )
        )
    },
    title="foxglove.FrameTransforms",
)

SCENE_UPDATE = _object(
    {
        "deletions": _list(_object({"timestamp": _STAMP, "type": {"type": "integer"}, "id": _STRING})),
        "entities": _list(
            _object(
                {
                    "timestamp": _STAMP,
                    "frame_id": _STRING,
                    "id": _STRING,
                    "lifetime": _STAMP,
                    "frame_locked": {"type": "boolean"},
                    "metadata": _list(_object({"key": _STRING, "value": _STRING})),
                    "arrows": _list(_ANY_OBJECT),
                    "cubes": _list(_object(_SOLID)),
                    "spheres": _list(_object(_SOLID)),
                    "cylinders": _list(_object({**_SOLID, "bottom_scale": _NUMBER, "top_scale": _NUMBER})),
                    "lines": _list(_ANY_OBJECT),
                    "triangles": _list(
                        _object(
                            {
                                "pose": _POSE,
                                "points": _list(_XYZ),
                                "color": _COLOR,
                                "colors": _list(_COLOR),
                                "indices": _list({"type": "integer"}),
                            }
                        )
                    ),
                    "texts": _list(_ANY_OBJECT),
                    "models": _list(_ANY_OBJECT),
                }
            )
        ),
    },
    title="foxglove.SceneUpdate",
)

INPUT = _object(
    {"tick": _TICK, "name": _STRING},
    ("tick", "name", "value"),
    description="An element of the panel took the value 'value' (of any type) before the step of this tick.",
)
COMMAND = _object(
    {"tick": _TICK, "command": _ANY_OBJECT},
    ("tick", "command"),
    description="Something other than an input changed the session before the step of this tick.",
)
EVENT = _object(
    {"tick": _TICK, "time": _TIME, "kind": _STRING, "text": _STRING, "data": _ANY_OBJECT},
    ("tick", "time", "kind", "text", "data"),
    description="An event that the user should know about.",
)
STATE = _object(
    {"tick": _TICK, "state": {"type": "string", "contentEncoding": "base64"}, "hash": _STRING},
    ("tick", "state", "hash"),
    description="The complete state before the step of this tick, and its SHA-256: a run can continue from here.",
)


def signals(fields: Mapping[str, Iterable[Channel]]) -> Schema:
    """Schema of rows whose channels are grouped like this; see `pult.record.file.rows`."""
    properties: Schema = {"tick": _TICK, "time": _TIME}
    for group, channels in fields.items():
        inner = {channel.name.removeprefix(f"{group}."): _channel(channel) for channel in channels}
        properties |= {group: _object(inner)} if group else inner
    about = "Channels that do not fit their schema here, by full name; 'NaN', 'Infinity', '-Infinity' are words."
    special = _object({}, description=about)
    return _object(properties | {"special": special}, ("tick",), description="All signals after the step of a tick.")


def channel_words(channel: Channel, *, short: bool = False) -> str:
    """Unit, shape, description and entries of a channel, in this order; `short` leaves shape and description out."""
    about = f"[{channel.unit}]"
    if not short:
        about += f" {format_shape(channel.shape) if channel.shape else ''} {channel.description}"
    if channel.labels:
        about += f" ({', '.join(channel.labels)})"
    return " ".join(about.split())


def _channel(channel: Channel) -> Schema:
    said = {"description": channel_words(channel)}
    kind = {"type": channel.kind}
    return {**_list(kind), **said} if channel.shape else {**kind, **said}


def inputs(values: Mapping[str, Schema]) -> Schema:
    """Schema of inputs with the schemas of their values by name: what 'value' is depends on 'name'.

    Readers that know little of JSON Schema see the types of the keys; the rest is in parts that they skip.
    """
    if not values:
        return INPUT
    found = {**INPUT, "properties": {**INPUT["properties"], "name": {**_STRING, "enum": list(values)}}}
    conditions = [_when({"name": {"const": name}}, {"value": {"$ref": f"#/$defs/{name}"}}) for name in values]
    return {**found, "allOf": conditions, "$defs": dict(values)}


def commands(kinds: Mapping[str, Schema]) -> Schema:
    """Schema of commands with the schemas of each kind by the word under 'do'; see `inputs`."""
    if not kinds:
        return COMMAND
    command = _object({"do": {**_STRING, "enum": list(kinds)}}, ("do",))
    conditions = [
        _when({"command": {"properties": {"do": {"const": kind}}}}, {"command": {"$ref": f"#/$defs/{kind}"}})
        for kind in kinds
    ]
    found = {**COMMAND, "properties": {"tick": _TICK, "command": command}}
    return {**found, "allOf": conditions, "$defs": dict(kinds)}


def _when(properties: Schema, then: Schema) -> Schema:
    return {"if": {"properties": properties}, "then": {"properties": then}}


def topics(
    fields: Mapping[str, Iterable[Channel]],
    input_values: Mapping[str, Schema] | None = None,
    command_kinds: Mapping[str, Schema] | None = None,
) -> dict[str, tuple[str, bytes]]:
    """Name and text of the schema of each topic, in the order of the file.

    Args:
        fields: Groups of the row's channels.
        input_values: Schema of the values of each input.
        command_kinds: Schema of each kind of command.
    """
    found = {
        "/signals": ("pult.Signals", signals(fields)),
        "/inputs": ("pult.Input", inputs(input_values or {})),
        "/commands": ("pult.Command", commands(command_kinds or {})),
        "/events": ("pult.Event", EVENT),
        "/state": ("pult.State", STATE),
        "/tf": ("foxglove.FrameTransforms", FRAME_TRANSFORMS),
        "/scene": ("foxglove.SceneUpdate", SCENE_UPDATE),
    }
    return {topic: (name, msgspec.json.encode(schema)) for topic, (name, schema) in found.items()}
