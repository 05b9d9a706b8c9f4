"""Documents in records: each content once, large ones compressed; old records and damaged ones are read as well."""

import time

import numpy as np
import pytest
from mcap.reader import make_reader

from pult.record import Geom, Recorder, read_record, scene_from_geoms
from pult.record.file.container import Container
from pult.record.file.documents import MIN_PACKED, PACKED, attached, unpacked_content
from tests.record.support import HEADER, run, write

MESH = b"".join(b"v %.6f %.6f %.6f\n" % tuple(point) for point in np.random.default_rng(1).random((4000, 3)).round(3))
FILES = {"robots/a.json": b"{}", "robots/mesh/left.obj": MESH, "robots/mesh/right.obj": MESH, "robots/c.json": b"{}"}


def recorded(path, files, **options):
    recorder = Recorder(path, HEADER, files, when_full="wait", **options)
    recorder.frames(0, run(3))
    assert recorder.close({}) == ""
    return read_record(path)


def test_equal_documents_are_attached_once_and_large_ones_compressed(tmp_path):
    record = recorded(tmp_path / "a.mcap", FILES)
    assert record.complete, record.problem
    assert record.files == FILES
    assert (tmp_path / "a.mcap").stat().st_size < 0.5 * len(MESH)
    with (tmp_path / "a.mcap").open("rb") as stream:
        names = {one.name: one.media_type for one in make_reader(stream).iter_attachments()}
    assert names == {
        "record.json": "application/json", "files/robots/a.json": "application/json",
        "files/robots/mesh/left.obj": PACKED, "result.json": "application/json",
    }  # fmt: skip


def test_a_record_with_plain_attachments_is_read_as_before(tmp_path, monkeypatch):
    def plainly(files):
        return ((f"files/{path}", "application/octet-stream", content) for path, content in files.items())

    monkeypatch.setattr("pult.record.file.recorder.attached", plainly)
    said = Container.message
    monkeypatch.setattr(Container, "message", lambda self, topic, when, data, _: said(self, topic, when, data, when))
    record = recorded(tmp_path / "old.mcap", FILES)
    assert record.complete and record.files == FILES
    assert np.isnan(record.real_times).all()


def test_what_does_not_get_smaller_stays_as_it_is():
    noise = np.random.default_rng(2).bytes(4 * MIN_PACKED)
    (one,) = attached({"a.png": noise})
    assert one.data == noise and one.media_type != PACKED


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_document_that_cannot_be_unpacked_is_reported(damage):
    (one,) = attached({"mesh.obj": MESH})
    assert unpacked_content(PACKED, one.data, len(MESH)) == MESH
    with pytest.raises(ValueError, match="unpacked"):
        unpacked_content(PACKED, one.data if damage is None else damage, len(MESH) - 1)


def test_a_scene_of_equal_meshes_is_not_much_larger_than_one_of_them(tmp_path):
    rng, sizes = np.random.default_rng(3), []
    points = rng.random((30_000, 3)).round(5).tolist()
    for count in (1, 5):
        geoms = [
            Geom(f"b{k}", "mesh", (1, 1, 1), (0, 0, k), (1, 0, 0, 0), (1, 1, 1, 1), points, (0, 1, 2))
            for k in range(count)
        ]
        recorder = Recorder(tmp_path / f"{count}.mcap", HEADER, {}, when_full="wait")
        recorder.scene(scene_from_geoms(geoms))
        recorder.frames(0, run(3))
        assert recorder.close({}) == ""
        record = read_record(tmp_path / f"{count}.mcap")
        assert record.complete and len(record.scene) == count
        assert record.scene[-1]["triangles"][0]["indices"] == [0, 1, 2]
        sizes.append((tmp_path / f"{count}.mcap").stat().st_size)
    assert sizes[1] < 1.2 * sizes[0]


def test_rows_carry_real_time_beside_simulated_time(tmp_path):
    before = time.time()
    write(tmp_path / "a.mcap", run(30))
    record = read_record(tmp_path / "a.mcap")
    assert record.real_times.shape == record.ticks.shape
    assert before <= record.real_times[0] and (np.diff(record.real_times) >= 0.0).all()
    assert record.real_times[-1] <= time.time()
    assert record.times[-1] == pytest.approx(0.29)
