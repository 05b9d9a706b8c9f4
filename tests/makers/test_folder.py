"""Made documents are written all together or not at all."""

import pytest

from pult.core.errors import UsageError
from pult.makers.folder import write_documents


def test_files_are_written_in_order_and_folders_made(tmp_path):
    files = {"b.json": b"1", "deep/er/a.xml": b"2"}
    made = write_documents(files, tmp_path / "new")
    assert [path.relative_to(tmp_path / "new").as_posix() for path in made] == list(files)
    assert [path.read_bytes() for path in made] == [b"1", b"2"]


def test_nothing_is_replaced_and_nothing_half_written(tmp_path):
    (tmp_path / "b").write_bytes(b"mine")
    with pytest.raises(UsageError, match="exists already; nothing was written"):
        write_documents({"a": b"1", "b": b"2"}, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b"]
    assert (tmp_path / "b").read_bytes() == b"mine"


def test_a_path_out_of_the_folder_is_refused(tmp_path):
    with pytest.raises(UsageError, match="outside"):
        write_documents({"a": b"1", "../b": b"2"}, tmp_path / "in")
    assert list(tmp_path.iterdir()) == []


def test_what_was_written_before_a_failure_is_removed(tmp_path):
    with pytest.raises(OSError):
        write_documents({"new/a": b"1", "new/a/b": b"2"}, tmp_path)  # a file where a folder is needed
    assert list(tmp_path.iterdir()) == []
