"""What users call their things is text on the terminal: no markup, no emoji; and MuJoCo says nothing of its own."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.progress import Progress
from typer.testing import CliRunner

import pult.cli
from pult.cli import app
from pult.cli.console import err, text_column

NAME = "[red]x[/] :bomb: [/]"
"""A name that Rich would read as markup, as an emoji, and as markup that does not fit."""
MODULES = sorted(Path(pult.cli.__file__).parent.glob("*.py"))
THINGS = {
    "name",
    "title",
    "label",
    "path",
    "file",
    "text",
    "message",
    "reason",
    "error",
    "description",
    "place",
    "note",
}
"""Attributes that hold texts of users."""
SHOWN = {"print", "add_row", "add_column"}


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A copy of an exercise in a folder of such a name, with such texts in it."""
    folder = tmp_path_factory.mktemp("names") / NAME.replace("/", "-")
    assert run("copy", "two-link-reach", folder).exit_code == 0
    file = next(folder.glob("**/two-link-reach.exercise.json"))
    data = json.loads(file.read_text())
    data["title"] = data["description"] = NAME
    for part in (*data["stages"], *data.get("limits", ())):
        part["title"] = NAME
    file.write_text(json.dumps(data))
    return folder


def exercise(folder):
    return next(folder.glob("**/two-link-reach.exercise.json"))


def test_names_of_files_stay_as_they_are(folder):
    found = run("check", exercise(folder))
    assert found.exit_code == 0 and str(exercise(folder)) in found.output
    broken = folder / f"{NAME.replace('/', '-')}.world.json"
    broken.write_text('{"format": "pult.world", "version": 1, "[red]key[/red]": 1, "robots": [{"robot": ":bomb:"}]}')
    found = run("check", broken)
    broken.unlink()
    assert found.exit_code == 1
    for text in (str(broken), "[red]key[/red]", ":bomb:"):
        assert text in found.output


@pytest.mark.parametrize("words", [
    ("check", NAME), ("schema", NAME), ("run", NAME), ("replay", NAME), ("copy", NAME, "x"), ("plot", NAME, "a"),
    ("scheme", "show", NAME), ("ik", NAME, "--to", "1,1,1"), ("list", "pilots", NAME), ("procedure", "check", NAME),
    ("sweep", "show", NAME), ("program", "check", NAME), ("tunnel", "check", NAME),
])  # fmt: skip
def test_messages_quote_what_was_asked_for(words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["pult", *words])
    with pytest.raises(SystemExit) as end:
        pult.cli.main()
    assert end.value.code not in (0, None)
    said = "".join(capsys.readouterr())
    assert "Traceback" not in said
    assert "".join(NAME.split()) in "".join(said.replace("│", " ").split()), said


def test_a_stage_is_shown_as_it_is_called_while_an_attempt_runs():
    """In the column that all commands use."""
    column = text_column("{task.description}")
    with Progress(column, console=err, disable=True) as bar:
        assert column.render(bar.tasks[bar.add_task(NAME)]).plain == NAME
    made = [
        path.stem for path in MODULES if 'TextColumn("' in path.read_text().replace('TextColumn("{task.percentage', "")
    ]
    assert made == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_texts_of_users_are_escaped(module):
    wrong = []
    for node in ast.walk(ast.parse(module.read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SHOWN):
            continue
        for argument in node.args:
            for part in argument.values if isinstance(argument, ast.JoinedStr) else [argument]:
                value = part.value if isinstance(part, ast.FormattedValue) else part
                if isinstance(value, ast.Attribute) and value.attr in THINGS:
                    wrong.append(f"line {node.lineno}: {ast.unparse(value)}")
    assert wrong == []


ARM = """<mujoco model="arm"><option timestep="0.004" impratio="10" cone="elliptic" gravity="0 0 -9.8"/>
<worldbody><body name="b"><joint name="j" axis="0 1 0"/><geom size=".1"/><site name="tip" pos=".3 0 0"/></body></worldbody>
</mujoco>"""


def test_mujoco_says_nothing_of_its_own_when_an_arm_with_options_is_loaded(tmp_path):
    (tmp_path / "arm.xml").write_text(ARM)
    head = {"version": 1, "name": "a"}
    robot = {"format": "pult.robot", **head, "model": "arm.xml", "chains": {"arm": {"effector": "tip"}}}
    world = {"format": "pult.world", **head, "robots": [{"robot": "a.robot.json", "prefix": p} for p in ("a/", "b/")]}
    (tmp_path / "a.robot.json").write_text(json.dumps(robot))
    (tmp_path / "a.world.json").write_text(json.dumps(world))
    code = (
        "from pult.world.world import load_world; from pult.robot.robot import load_robot;"
        "load_robot('a.robot.json'); o = load_world('a.world.json').model.opt; print(o.timestep, o.cone)"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (found.stdout, found.stderr) == ("0.002 0\n", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.robot.json", "a.world.json", "arm.xml"]
