"""What a killed studio leaves behind is tidied at the next start, and nothing else is."""

import os
import subprocess
import sys
import time
from pathlib import Path

from pult.core.temporary import MARK
from pult.server.documents.left_over import OLD, tidy_project


def test_a_studio_tidies_up_after_one_that_was_killed(tmp_path: Path) -> None:
    project, temporary = tmp_path / "p", tmp_path / "temporary"
    gone, documents = [], []
    for name in (".sessions/0123456789ab/schemes/x/a.scheme.json", "records/.a.mcap.0123abcd.making", "records/.a.mp4.making"):
        gone.append(project / name)
    for name in (".sessions/notes/a", "records/a.mcap", "records/.b.mcap", "schemes/a.scheme.json", "schemes/.a.making"):
        documents.append(project / name)
    gone.append(temporary / "pult-import-abcdefgh" / "sent")
    documents.append(temporary / "pult-import-hgfedcba" / "no mark")
    part = project / "schemes" / ".a.scheme.json.abcd_123.part"
    fresh = project / "schemes" / ".b.scheme.json.abcd_123.part"
    for path in (*gone, *documents, part, fresh):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    past = time.time() - 2 * OLD
    os.utime(part, (past, past))
    (temporary / "pult-import-abcdefgh").chmod(0o700)
    (temporary / "pult-import-abcdefgh" / MARK).write_text("")
    os.utime(temporary / "pult-import-abcdefgh" / MARK, (past, past))
    command = [sys.executable, "-m", "pult", "studio", "--no-browser", "--port", "0", "--project", str(project)]
    environment = {**os.environ, "TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None and "token=" in process.stdout.readline()
        assert [path for path in (*gone, part) if path.exists()] == []
        assert [path for path in (*documents, fresh) if not path.exists()] == []
    finally:
        process.terminate()
        process.communicate(timeout=60)


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside" / "0123456789ab"
    outside.mkdir(parents=True)
    (outside / "precious").write_text("x")
    project = tmp_path / "p"
    project.mkdir()
    (project / ".sessions").symlink_to(outside.parent)
    tidy_project(project)
    assert (outside / "precious").exists()
    (project / ".sessions").unlink()
    (project / ".sessions").mkdir()
    (project / ".sessions" / "0123456789ab").symlink_to(outside)
    (project / "records").mkdir()
    (project / "records" / ".a.making").symlink_to(outside / "precious")
    tidy_project(project)
    assert (outside / "precious").exists() and (project / "records" / ".a.making").is_symlink()
