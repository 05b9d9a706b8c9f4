"""A record says by itself what its inputs and commands hold: names, units, order of entries."""

import json

import pytest
from mcap.reader import make_reader

from pult.record.recording import start_recording
from pult.sim.commands import Feed, Input, KillDrive, Push, SetParameter, Stop
from tests.sim.lab import PANEL, opened

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}


def problems(value, schema, root, place=""):
    """What does not fit, for the keywords that the schemas use."""
    if "$ref" in schema:
        schema = {**root["$defs"][schema["$ref"].rsplit("/", 1)[1]], **schema}
    kind = schema.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [f"{place}: {value!r} is not of type {kind}"]
    found = []
    if "const" in schema and value != schema["const"]:
        found.append(f"{place}: not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{place}: {value!r} is not one of {schema['enum']}")
    if "oneOf" in schema and sum(not problems(value, one, root) for one in schema["oneOf"]) != 1:
        found.append(f"{place}: {value!r} is none of them")
    if isinstance(value, (int, float)) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(f"{place}: {value!r} is out of range")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{place}: {len(value)} entries")
        for n, item in enumerate(value):
            found += problems(item, schema.get("items", {}), root, f"{place}[{n}]")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        found += [f"{place}: no {key}" for key in schema.get("required", ()) if key not in value]
        for key, item in value.items():
            if key in known:
                found += problems(item, known[key], root, f"{place}.{key}")
            elif schema.get("additionalProperties") is False:
                found.append(f"{place}: unknown {key}")
    for rule in schema.get("allOf", ()):
        if not problems(value, rule["if"], root):
            found += problems(value, rule["then"], root, place)
    return found


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """Schemas by topic, and messages."""
    folder = tmp_path_factory.mktemp("described")
    panel = json.loads(json.dumps(PANEL))
    panel["streams"] = {"master": {"labels": ["first", "second"], "unit": "rad"}}
    panel["elements"]["gear"] = {"type": "selector", "options": ["low", "high"]}
    panel["elements"]["pick"] = {"type": "joints", "options": {"shoulder": {}, "elbow": {}}}
    panel["elements"]["height"] = {"type": "slider", "range": [0.1, 0.9], "unit": "m", "label": "Height"}
    session = opened(folder, panel=panel)
    recording = start_recording(session, folder / "a.mcap")
    session.apply(Input(values={"stick": [1.0, -0.5], "gear": "high", "pick": ["elbow"], "height": 0.3, "light": True}))
    session.apply(Feed(stream="master", time=0.0, values=[0.1, 0.2]))
    session.apply(SetParameter(name="pd.kp", value=[4.0, 9.0]))
    session.apply(KillDrive(drive="motors[elbow]"))
    session.apply(Push(body="box", force=[3.0, 0.0, 6.0], duration=0.3))
    session.advance(5)
    session.apply(Stop(reason="done"))
    assert recording.close() == ""
    with (folder / "a.mcap").open("rb") as stream:
        found = list(make_reader(stream).iter_messages())
        schemas = {channel.topic: json.loads(schema.data) for schema, channel, _ in found}
        messages = [(channel.topic, json.loads(message.data)) for _, channel, message in found]
    return schemas, messages


def test_inputs_say_their_names_units_and_entries(record):
    schema = record[0]["/inputs"]
    names = schema["properties"]["name"]["enum"]
    assert names == list(schema["$defs"])
    assert {"stick", "gear", "pick", "height", "light"} <= set(names)
    said = schema["$defs"]
    assert said["stick"]["description"].endswith("(x, y)") and said["stick"]["maxItems"] == 2
    assert said["height"]["description"] == "[m] Height"
    assert said["gear"]["enum"] == ["low", "high"]
    assert said["pick"]["items"]["enum"] == ["shoulder", "elbow"]


def test_commands_say_their_names_units_and_entries(record):
    kinds = record[0]["/commands"]["$defs"]
    assert kinds["input"]["properties"]["values"]["properties"]["height"]["description"] == "[m] Height"
    assert "motors [V] (shoulder, elbow)" in kinds["kill-drive"]["properties"]["drive"]["description"]
    assert "angles [rad] (shoulder, elbow)" in kinds["bias-sensor"]["properties"]["sensor"]["description"]
    parameters = {one["const"]: one["description"] for one in kinds["set"]["properties"]["name"]["oneOf"]}
    assert parameters["pd.kp"].startswith("[V/rad]")
    (sample,) = kinds["feed"]["allOf"]
    assert sample["then"]["properties"]["values"]["description"] == "[rad] vector of 2 (first, second)"


def test_messages_fit_and_others_do_not(record):
    schemas, messages = record
    counted = dict.fromkeys(("/inputs", "/commands"), 0)
    for topic, message in messages:
        if topic in counted:
            counted[topic] += 1
            assert problems(message, schemas[topic], schemas[topic], topic) == []
    assert min(counted.values()) >= 5
    inputs, commands = schemas["/inputs"], schemas["/commands"]
    for name, value in (("stik", [0, 0]), ("stick", [0, 0, 0]), ("stick", [2, 0]), ("gear", "third"), ("height", 2.0)):
        assert problems({"tick": 0, "name": name, "value": value}, inputs, inputs)
    for command in (
        {"do": "jump"},
        {"do": "input", "values": {"stik": 1}},
        {"do": "feed", "stream": "master", "time": 0.0, "values": [1.0]},
        {"do": "set", "name": "pd.kpp", "value": 1},
    ):
        assert problems({"tick": 0, "command": command}, commands, commands), command
