"""Names, paths and versions of the project folder."""

import errno
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.errors import UsageError
from pult.server.documents import project as project_module
from pult.server.documents.companions import leads_out, outside_faults
from pult.server.documents.formatting import format_plain
from pult.server.documents.names import check_name, inside, name_fault
from pult.server.documents.project import Project
from pult.server.http.settings import default_project
from pult.server.http.wire import Refusal

EMPTY = {"format": "pult.scheme", "version": 1}
BAD = ["", ".", "..", ".hidden", "a/b", "a\\b", "../x", "/etc/passwd", "C:x", "a\0b", "a b", "é", "x" * 65, "con", "NUL.txt",
       "com1", "LPT9.x", "a.", "%2e%2e", "~", "a\n", "-\r"]  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(Refusal):
        check_name(name)


@pytest.mark.parametrize("name", ["a", "two-link", "My_robot.v2", "0", "-x", "console", "x" * 64])
def test_good_names_pass(name: str) -> None:
    assert check_name(name) == name


@given(st.text(max_size=80))
def test_whatever_passes_as_a_name_is_one_plain_file_name(name: str) -> None:
    if not name_fault(name):
        assert Path(name).name == name and not name.startswith(".") and name.isascii() and len(name) <= 64


@given(st.lists(st.sampled_from(["..", ".", "a", "b.json", "", "/", "\\", "\0", "C:", "%2e%2e", "link"]), max_size=6).map("/".join))
def test_no_path_leaves_its_folder(tmp_path_factory: pytest.TempPathFactory, path: str) -> None:
    folder = tmp_path_factory.getbasetemp() / "inside"
    folder.mkdir(exist_ok=True)
    link = folder / "link"
    if not link.is_symlink():
        link.symlink_to("/etc")
    try:
        found = inside(folder, path)
    except Refusal:
        return
    assert found.is_relative_to(folder.resolve()) and found != folder.resolve()


@given(st.lists(st.sampled_from(["..", ".", "a", "b.xml", ""]), max_size=6).map("/".join))
def test_a_path_that_is_said_to_stay_inside_does(path: str) -> None:
    if not leads_out("worlds", path):
        assert os.path.normpath(f"/project/worlds/{path}").startswith("/project")


def test_links_out_of_the_project_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.scheme.json").write_text('{"format": "pult.scheme", "version": 1}')
    project = Project(tmp_path / "p")
    (project.folder / "schemes" / "secret.scheme.json").symlink_to(outside / "secret.scheme.json")
    assert "secret" not in project.names("scheme")
    for action in (lambda: project.read("scheme", "secret"), lambda: project.save("scheme", "secret", EMPTY, None),
                   lambda: project.delete("scheme", "secret", "")):  # fmt: skip
        with pytest.raises(Refusal) as caught:
            action()
        assert caught.value.status == 403
    assert (outside / "secret.scheme.json").read_text() == '{"format": "pult.scheme", "version": 1}'


def test_a_linked_folder_out_of_the_project_takes_nothing(tmp_path: Path) -> None:
    project = Project(tmp_path / "p")
    (project.folder / "panels").rmdir()
    (tmp_path / "elsewhere").mkdir()
    (project.folder / "panels").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Refusal):
        project.save("panel", "x", {"format": "pult.panel", "version": 1, "elements": {}}, None)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_own_documents_come_before_shipped_ones_and_give_way_again(tmp_path: Path) -> None:
    project = Project(tmp_path / "p")
    shipped = project.read("scheme", "servo")
    assert shipped.shipped and not shipped.own
    changed = {**shipped.document, "description": "mine"}
    saved = project.save("scheme", "servo", changed, shipped.version)
    assert saved.own and saved.document["description"] == "mine"
    assert project.read("scheme", "servo", only_shipped=True).document == shipped.document
    assert project.exercise("two-link-reach").folder == project.home
    project.delete("scheme", "servo", saved.version)
    assert project.read("scheme", "servo").document == shipped.document
    with pytest.raises(Refusal) as caught:
        project.delete("scheme", "servo", shipped.version)
    assert caught.value.code == "shipped"


def test_saving_a_shipped_document_unchanged_keeps_its_bytes(tmp_path: Path) -> None:
    project = Project(tmp_path / "p")
    for name in project.names("scheme"):
        before = project.read("scheme", name)
        assert project.save("scheme", name, before.document, before.version).document == before.document


def test_a_changed_panel_keeps_its_picture(tmp_path: Path) -> None:
    project = Project(tmp_path / "p")
    panel = project.read("panel", "two-link")
    project.save("panel", "two-link", panel.document, panel.version)
    assert (project.folder / "panels" / panel.document["picture"]["file"]).is_file()


def test_of_many_who_save_the_same_version_one_wins(tmp_path: Path) -> None:
    project = Project(tmp_path / "p")
    first = project.save("scheme", "x", EMPTY, None)
    gate = threading.Barrier(8)
    won: list[int] = []
    lost: list[str] = []

    def save(number: int) -> None:
        gate.wait()
        try:
            project.save("scheme", "x", {**EMPTY, "name": f"n{number}"}, first.version)
            won.append(number)
        except Refusal as refusal:
            lost.append(refusal.version)

    threads = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    there = project.read("scheme", "x")
    assert len(won) == 1 and len(lost) == 7
    assert there.document["name"] == f"n{won[0]}"
    assert set(lost) == {there.version}


@pytest.mark.parametrize(("number", "status", "words"), [(errno.ENOSPC, 507, "disk is full"), (errno.EROFS, 403, "cannot be written"),
                                                         (errno.EACCES, 403, "cannot be written"), (errno.EIO, 500, "could not be saved")])  # fmt: skip
def test_when_the_disk_refuses_the_old_document_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, status: int, words: str
) -> None:
    project = Project(tmp_path / "p")
    first = project.save("scheme", "x", EMPTY, None)

    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(project_module, "write_atomically", refuse)
    with pytest.raises(Refusal) as caught:
        project.save("scheme", "x", {**EMPTY, "name": "new"}, first.version)
    assert caught.value.status == status and words in caught.value.text
    assert project.read("scheme", "x").version == first.version


def test_several_files_are_written_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(tmp_path / "p")
    real = project_module.write_atomically

    def third_fails(path: Path, data: bytes) -> None:
        if path.name == "c":
            raise OSError(errno.ENOSPC, "full")
        real(path, data)

    monkeypatch.setattr(project_module, "write_atomically", third_fails)
    with pytest.raises(Refusal):
        project.write({"robots/n/a": b"1", "robots/n/b": b"2", "robots/n/c": b"3"})
    assert not [path for path in project.folder.rglob("*") if path.is_file()]


def test_nothing_is_overwritten_by_new_files(tmp_path: Path) -> None:
    project = Project(tmp_path / "p")
    project.write({"robots/a": b"1"})
    with pytest.raises(Refusal) as caught:
        project.write({"robots/b": b"2", "robots/a": b"3"})
    assert caught.value.status == 409
    assert (project.folder / "robots" / "a").read_bytes() == b"1" and not (project.folder / "robots" / "b").exists()


@pytest.mark.parametrize(("kind", "document"), [
    ("world", {"scene": "/etc/passwd"}), ("world", {"scene": "../../x.xml"}), ("robot", {"model": "..\\x"}),
    ("world", {"robots": [{"robot": "../../../x.robot.json"}]}), ("panel", {"picture": {"file": "C:\\x.svg"}}),
    ("exercise", {"world": "~/x"}), ("exercise", {"variants": {"a": {"scheme": "/x"}}}),
])  # fmt: skip
def test_documents_that_name_files_elsewhere_are_not_saved(tmp_path: Path, kind, document) -> None:
    assert outside_faults(kind, document)
    with pytest.raises(Refusal) as caught:
        Project(tmp_path / "p").save(kind, "x", {"format": f"pult.{kind}", "version": 1, **document}, None)
    assert caught.value.code == "outside"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="--project"):
        Project(tmp_path / "file" / "p")


def test_the_environment_names_the_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PULT_PROJECT", str(tmp_path / "here"))
    assert default_project() == tmp_path / "here"
    monkeypatch.delenv("PULT_PROJECT")
    assert default_project().name == "project"


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4), max_leaves=20)  # fmt: skip


@given(JSON)
def test_written_documents_read_the_same_again(value) -> None:
    import json

    assert json.loads(format_plain(value)) == value
