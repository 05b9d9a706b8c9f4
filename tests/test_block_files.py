"""Blocks of one's own from a file: named by the user, inherited by processes, kept by hash in records."""

import json
import os
import subprocess
import sys

import pytest

from pult.cli.own_blocks import load_project_blocks
from pult.core.block_files import load_block_file
from pult.core.errors import UsageError

BLOCK = """
from pult import block

@block("own{number}.twice")
def twice(x: float) -> float:
    r\"\"\"Twice the input. $$ y = {factor}\\,x $$\"\"\"
    return {factor} * x
"""
SCHEME = {
    "format": "pult.scheme", "version": 1, "name": "own", "outputs": {"torque": {"unit": "N*m"}},
    "blocks": [{"id": "one", "type": "sources.constant", "parameters": {"value": 0.5}}, {"id": "two", "type": "own1.twice"},
               {"id": "motor", "type": "arithmetic.gain"}],
    "wires": [{"from": "one.y", "to": "two.x"}, {"from": "two.y", "to": "motor.x"}, {"from": "motor.y", "to": "torque"}],
}  # fmt: skip


def written(path, number=1, factor="2.0"):
    path.write_text(BLOCK.format(number=number, factor=factor), encoding="utf-8")
    return path


def run(folder, *words, code=0, **variables):
    """The command in a process of its own: what a file declares stays in the process."""
    environment = {**os.environ, "NO_COLOR": "1", **variables}
    done = subprocess.run(
        [sys.executable, "-m", "pult", *map(str, words)], capture_output=True, text=True, cwd=folder, env=environment,
        check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_a_named_file_brings_its_blocks_and_a_replay_says_when_it_has_changed(tmp_path):
    mine = written(tmp_path / "mine.py")
    scheme = {**SCHEME, "outputs": {"y": {}}, "wires": [*SCHEME["wires"][:2], {"from": "motor.y", "to": "y"}]}
    (tmp_path / "own.scheme.json").write_text(json.dumps(scheme), encoding="utf-8")
    words = ("scheme", "run", "own.scheme.json", "--steps", 1, "--plain", "--json")
    found = run(tmp_path, *words, PULT_BLOCKS=str(mine))
    assert json.loads(found.stdout)["outputs"]["y"] == [1.0]
    world = ["run", "--world", "two-link", "--scheme", "own.scheme.json", "--duration", 0.02, "--plain", "--overwrite"]
    (tmp_path / "own.scheme.json").write_text(json.dumps(_motors()), encoding="utf-8")
    run(tmp_path, "--blocks", mine, *world, "--record", "a.mcap")
    assert "start with pult --blocks mine.py" in run(tmp_path, "replay", "a.mcap", "--check", code=2).stderr
    written(mine, factor="2.5")
    changed = json.loads(run(tmp_path, "--blocks", mine, "replay", "a.mcap", "--check", "--json", code=1).stdout)
    assert not changed["check"]["same"]
    assert [line.partition(":")[0] for line in changed["machine"]] == ["blocks of mine.py"]


def _motors():
    """A scheme that drives the two-link arm by the block."""
    return {
        "format": "pult.scheme", "version": 1, "name": "own", "outputs": {"motors": {"unit": "V", "shape": [2]}},
        "blocks": [
            {"id": "one", "type": "sources.constant", "parameters": {"value": 0.1}}, {"id": "two", "type": "own1.twice"},
            {"id": "both", "type": "vector.mux", "parameters": {"n": 2}}, {"id": "v", "type": "arithmetic.gain", "shape": [2]},
        ],
        "wires": [
            {"from": "one.y", "to": "two.x"}, {"from": "two.y", "to": "both.x1"}, {"from": "two.y", "to": "both.x2"},
            {"from": "both.y", "to": "v.x"}, {"from": "v.y", "to": "motors"},
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x = 1\ny = 1 / 0\n", "ZeroDivisionError: division by zero (line 2)"),
        ("def broken(:\n", "SyntaxError"),
        ("from pult import block\n@block('nodot')\ndef f(x: float) -> float:\n    return x\n", "nodot"),
    ],
)
def test_a_file_that_fails_says_where(content, words, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_block_file(path)
    assert "bad.py" in str(caught.value) and words in str(caught.value)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        load_block_file(tmp_path / "none.py")
    (tmp_path / "mine.txt").write_text("")
    with pytest.raises(UsageError, match="name a Python file"):
        load_block_file(tmp_path / "mine.txt")


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """A project with a file of blocks, answers of a person, and what was asked."""
    (tmp_path / "project" / "blocks").mkdir(parents=True)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda _: str(tmp_path / "data"))
    monkeypatch.setenv("PULT_BLOCKS", "")
    questions, answers = [], []

    def confirm(text, **_):
        questions.append(text)
        return answers.pop(0)

    monkeypatch.setattr("typer.confirm", confirm)
    return tmp_path / "project", questions, answers


def test_the_code_of_a_project_is_executed_only_after_consent_to_exactly_this_code(asked, capsys):
    project, questions, answers = asked
    path = project / "blocks" / "mine.py"
    marker = project / "executed"
    code = f"import pathlib\nfile = pathlib.Path({str(marker)!r})\n"
    path.write_text(code + "file.write_text((file.read_text() if file.exists() else '') + 'x')\n")
    load_project_blocks(project, ask=False)
    assert not marker.exists() and "It was not executed" in capsys.readouterr().err
    answers += [False, True]
    load_project_blocks(project, ask=True)
    assert not marker.exists()
    load_project_blocks(project, ask=True)
    assert marker.read_text() == "x" and os.environ["PULT_BLOCKS"] == str(path)
    load_project_blocks(project, ask=True)  # agreed to before
    assert len(questions) == 2 and "Python code that can do whatever you can" in questions[0]
    other = project / "blocks" / "other.py"
    other.write_text(path.read_text() + "# changed\n")
    answers.append(False)
    load_project_blocks(project, ask=True)
    assert len(questions) == 3 and marker.read_text() == "x"
