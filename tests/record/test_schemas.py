"""The file is a valid MCAP for others: their reader reads it, and messages fit their schemas."""

import json
import math

import pytest
from mcap.reader import make_reader
from mcap.stream_reader import StreamReader

from pult.core.errors import UsageError
from pult.record import scene_from_geoms
from pult.record.file.picture import Poses
from pult.record.file.rows import RowCodec
from pult.record.file.schemas import topics
from tests.record.support import CHANNELS, HEADER, run, write

PLAIN = {"number": (int, float), "integer": int, "string": str, "boolean": bool}


def fits(value, schema, place=""):
    """A small part of JSON Schema: types, required keys, minimum and maximum."""
    kind = schema.get("type")
    if kind == "object":
        assert isinstance(value, dict), place
        assert set(schema.get("required", ())) <= set(value), place
        for key, inner in schema["properties"].items():
            if key in value:
                fits(value[key], inner, f"{place}.{key}")
    elif kind == "array":
        assert isinstance(value, list), place
        for index, item in enumerate(value):
            fits(item, schema["items"], f"{place}[{index}]")
    elif kind is not None:
        assert isinstance(value, PLAIN[kind]), f"{place}: {value!r} is no {kind}"
        assert kind == "boolean" or not isinstance(value, bool), place
        assert value >= schema.get("minimum", value) and value <= schema.get("maximum", value), place


def is_simple(schema, place=""):
    """What the schema readers of Foxglove and Lichtblick accept."""
    assert schema["type"] in ("object", "array", *PLAIN), place
    if schema["type"] == "object":
        for key, inner in schema["properties"].items():
            is_simple(inner, f"{place}.{key}")
    if schema["type"] == "array":
        assert schema["items"]["type"] != "array", f"{place}: a list in a list"
        is_simple(schema["items"], place)


@pytest.fixture
def messages(tmp_path):
    rows = run(40)
    rows[5, CHANNELS["body.arm/hand"].start] = math.nan
    rows[6, CHANNELS["qpos"].start] = math.inf
    rows[8, CHANNELS["panel.on"].start] = 0.5
    write(tmp_path / "a.mcap", rows, {"score": 1})
    with (tmp_path / "a.mcap").open("rb") as stream:
        reader = make_reader(stream, validate_crcs=True)
        found = list(reader.iter_messages(log_time_order=False))
        summary = reader.get_summary()
        names = [attachment.name for attachment in reader.iter_attachments()]
    return found, summary, names


def test_the_library_reads_it_and_every_message_fits_its_schema(messages):
    found, summary, names = messages
    for schema, channel, message in found:
        assert channel.message_encoding == "json" and schema.encoding == "jsonschema"
        fits(json.loads(message.data), json.loads(schema.data), channel.topic)
        assert message.publish_time > 1e18, "real time, beside the simulated one"
    assert {channel.topic for _, channel, _ in found} == {channel.topic for channel in summary.channels.values()}
    assert summary.statistics.message_count == len(found)
    assert names == ["record.json", "files/exercise.json", "files/meshes/part.stl", "result.json"]


def test_its_checksums_and_its_index_are_those_of_the_format(tmp_path):
    write(tmp_path / "a.mcap", run(300), {"score": 1}, chunk_seconds=0.0)
    with (tmp_path / "a.mcap").open("rb") as stream:
        kinds = {type(record).__name__ for record in StreamReader(stream, validate_crcs=True).records}
        assert {"DataEnd", "Footer", "Statistics", "ChunkIndex", "MessageIndex", "SummaryOffset"} <= kinds
        stream.seek(0)
        reader = make_reader(stream, validate_crcs=True)
        window = reader.iter_messages(topics=["/signals"], starting_at=500_000_000, ending_before=1_000_000_000)
        assert [json.loads(message.data)["tick"] for _, _, message in window] == list(range(50, 100))
        assert [metadata.name for metadata in reader.iter_metadata()] == ["pult", "start", "end"]


def test_times_are_ticks_and_poses_come_at_30_hz(messages):
    found, _, _ = messages
    signals = [message for _, channel, message in found if channel.topic == "/signals"]
    assert [message.log_time for message in signals] == [tick * 10_000_000 for tick in range(40)]
    poses = [message for _, channel, message in found if channel.topic == "/tf"]
    assert [message.log_time for message in poses] == [tick * 10_000_000 for tick in range(0, 40, 3)]
    first = json.loads(poses[1].data)["transforms"]
    row = run(40)[3]
    assert [pose["child_frame_id"] for pose in first] == ["arm/hand", "site:tip"]
    assert {pose["parent_frame_id"] for pose in first} == {"world"}
    pose = row[CHANNELS["body.arm/hand"].place].tolist()
    assert list(first[0]["translation"].values()) == pose[:3]
    assert [first[0]["rotation"][key] for key in "wxyz"] == pose[3:]
    assert first[0]["timestamp"] == {"sec": 0, "nsec": 30_000_000}


def test_a_pose_that_is_not_finite_is_left_out_of_the_picture():
    row = run(1)[0]
    row[CHANNELS["body.arm/hand"].start + 5] = math.nan
    [left] = json.loads(Poses(CHANNELS).encode(1_500_000_000, row))["transforms"]
    assert left["child_frame_id"] == "site:tip" and left["timestamp"] == {"sec": 1, "nsec": 500_000_000}
    row[:] = math.inf
    assert json.loads(Poses(CHANNELS).encode(0, row)) == {"transforms": []}


def test_schemas_are_simple_enough_for_viewers():
    for topic, (name, text) in topics(RowCodec(CHANNELS, HEADER.dt).fields).items():
        schema = json.loads(text)
        is_simple(schema, topic)
        assert name.startswith(("pult.", "foxglove."))


def test_shapes_of_a_scene_fit_the_schema_and_have_full_sizes():
    turned = (math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0)  # the z axis of the shape points along x
    red = (1, 0, 0, 1)
    entities = scene_from_geoms(
        [
            ("hand", "box", (1, 2, 3), (0, 0, 1), (1, 0, 0, 0), red),
            ("hand", "capsule", (0.1, 0.5), (1, 0, 0), turned, red),
            ("world", "plane", (0, 2, 0.1), (0, 0, 0), (1, 0, 0, 0), red),
            ("world", "ellipsoid", (1, 2, 3), (0, 0, 0), (1, 0, 0, 0), red),
            ("world", "mesh", (), (0, 0, 0), (1, 0, 0, 0), red),
            ("world", "mesh", (), (0, 0, 0), (1, 0, 0, 0), red, [(0, 0, 0), (1, 0, 0), (0, 1, 0)]),
        ]
    )
    hand, world = entities
    assert hand["frame_id"] == "hand" and hand["frame_locked"]
    assert hand["cubes"][0]["size"] == {"x": 2, "y": 4, "z": 6}
    [cylinder] = hand["cylinders"]
    assert cylinder["size"] == {"x": 0.2, "y": 0.2, "z": 1.0}
    ends = sorted(sphere["pose"]["position"]["x"] for sphere in hand["spheres"])
    assert ends == pytest.approx([0.5, 1.5], abs=1e-15)
    assert world["cubes"][0]["size"] == {"x": 20, "y": 4, "z": 0.001}
    assert len(world["triangles"]) == 1 and len(world["triangles"][0]["points"]) == 3
    _, text = topics({})["/scene"]
    fits({"deletions": [], "entities": entities}, json.loads(text))


def test_an_unknown_shape_is_named():
    with pytest.raises(UsageError, match="Did you mean 'sphere'"):
        scene_from_geoms([("a", "spere", (1,), (0, 0, 0), (1, 0, 0, 0), (1, 1, 1, 1))])
