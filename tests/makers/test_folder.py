"""Made documents are written all or not at all, and never over others."""

import pytest

from pult.core.errors import UsageError
from pult.makers.folder import write_documents


def test_files_are_written_in_their_folders(tmp_path):
    written = write_documents({"a.json": b"1", "meshes/b.obj": b"2"}, tmp_path / "new")
    assert [path.read_bytes() for path in written] == [b"1", b"2"]
    assert sorted(p.name for p in (tmp_path / "new").rglob("*") if p.is_file()) == ["a.json", "b.obj"]


def test_nothing_is_overwritten_and_nothing_else_is_written(tmp_path):
    (tmp_path / "b.json").write_bytes(b"mine")
    with pytest.raises(UsageError, match=r"has b\.json already"):
        write_documents({"a.json": b"1", "b.json": b"2"}, tmp_path)
    assert (tmp_path / "b.json").read_bytes() == b"mine"
    assert [p.name for p in tmp_path.iterdir()] == ["b.json"]


def test_a_failure_in_the_middle_leaves_nothing(tmp_path):
    (tmp_path / "f").write_bytes(b"")  # a file where a folder would have to be
    with pytest.raises(UsageError, match="Nothing was written"):
        write_documents({"new/a.json": b"1", "f/b.json": b"2"}, tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["f"]


@pytest.mark.parametrize("name", ["../a.json", "/a.json", "x/../../a.json", "", "a\\b.json"])
def test_a_path_out_of_the_folder_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match="not a path inside"):
        write_documents({name: b"1"}, tmp_path)
