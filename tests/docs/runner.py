"""A page's fences, run one after another in one folder and one Python module."""

import contextlib
import io
import json
import linecache
import re
import shlex
import subprocess
import sys
import tomllib
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import typer.main

from pult.cli import app
from pult.cli.kinds import KINDS
from pult.core.bases import read_merged
from pult.core.document import decode
from pult.core.shipped import shipped
from tests.cli.terminal import pult
from tests.docs.fences import ROOT, Command, Fence, commands

STAYING = ("studio", "stream")
"""Commands that open a browser, or need one that is open."""


ONE_WORKER = ("--workers", "1")
"""What a sweep gives does not depend on how many do it (`tests/batch/test_sweep.py`), but each takes a second to start."""


class Reader:
    """Reads a page as a person does who tries everything.

    What opens a browser, sets up the machine or runs for long is not started: that the command exists is looked at.
    """

    def __init__(self, page: str, folder: Path) -> None:
        self._folder, self._said = folder, ""
        self._module = types.ModuleType(f"docs_{re.sub(r'[^a-z]', '_', page)}")

    def read(self, fences: Iterable[Fence]) -> None:
        sys.modules[self._module.__name__] = self._module
        try:
            with contextlib.chdir(self._folder):
                for fence in fences:
                    try:
                        self._read(fence)
                    except (Exception, SystemExit) as error:
                        raise AssertionError(f"line {fence.line}: {type(error).__name__}: {error}") from error
        finally:
            del sys.modules[self._module.__name__]

    def _read(self, fence: Fence) -> None:
        if fence.output:
            said = iter(lines(self._said))
            missing = [line for line in lines(fence.text) if line not in said]  # in their order
            assert not missing, f"shown, but not said:\n{missing}\nsaid:\n{self._said}"
        elif fence.language == "console":
            self._said = "".join(self._typed(command) for command in commands(fence.text))
        elif fence.language == "python":
            self._said = self._python(fence)
        elif fence.language == "json":
            self._document(fence.text)
        elif fence.language == "toml":
            tomllib.loads(fence.text)

    def _typed(self, command: Command) -> str:
        program, *words = shlex.split(command.words)
        if program == "pult" and words[0] in STAYING:
            name, *rest = words
            given = typer.main.get_command(app).commands[name].make_context(name, rest).params
            assert given.get("exercise", "") in ("", *shipped("exercise"))
            return ""
        if program == "pult":
            answer = pult(*words, *(ONE_WORKER if _starts_workers(words) else ()), code=command.code)
            return answer.stdout + answer.stderr
        assert EXISTS[program](words), f"no such command: {command.words}"
        return ""

    def _python(self, fence: Fence) -> str:
        file = self._folder / f"line_{fence.line}.py"
        file.write_text(fence.text, encoding="utf-8")
        if 'if __name__ == "__main__":' in fence.text:  # a program that starts others reads itself again
            done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            return done.stdout
        linecache.checkcache(str(file))
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(fence.text, str(file), "exec", dont_inherit=True), self._module.__dict__)
            self._tests()
        return out.getvalue()

    def _tests(self) -> None:
        """Tests that a fence shows are tests."""
        for name in [name for name in self._module.__dict__ if name.startswith("test_")]:
            self._module.__dict__.pop(name)()

    def _document(self, text: str) -> None:
        found = json.loads(text if text.lstrip().startswith("{") else f"{{{text}}}")
        if "format" not in found:
            return
        kind = found["format"].removeprefix("pult.")
        file = self._folder / f"{found['name']}.{kind}.json"
        file.write_text(text, encoding="utf-8")
        document, faults = decode(KINDS[kind].struct, read_merged(file, kind).data)
        assert document is not None and not faults, faults
        if found["name"] in shipped(kind):  # others are where a later fence looks for them
            file.unlink()


def lines(text: str) -> list[str]:
    """What a console shows, but for what differs from machine to machine."""
    text = re.sub(r"recorded [^,]*, ", "recorded now, ", re.sub(r", [0-9.]+ MB", ", 1 MB", text))
    return [line.rstrip() for line in text.splitlines()]


def _starts_workers(words: list[str]) -> bool:
    """Whether a command does runs in processes of their own, and does not say how many."""
    runs = words[0] == "tune" or (words[0] == "sweep" and words[1] not in ("show", "replay", "merge"))
    return runs and "--workers" not in words and "--help" not in words


def _is_target(words: list[str]) -> bool:
    return bool(re.search(rf"^{re.escape(words[0])}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def _is_program(words: list[str]) -> bool:
    if words[0] == "-m":
        return (ROOT / Path(*words[1].split(".")).with_suffix(".py")).is_file()
    return (ROOT / words[0]).is_file()


def _is_ours(words: list[str]) -> bool:
    project: Mapping[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install, *rest = words
    extras = re.fullmatch(r"(?:pult|\.)(?:\[([a-z,]+)\])?", rest[-1])
    assert extras is not None
    return install == "install" and set((extras[1] or "").split(",")) - {""} <= set(project["optional-dependencies"])


EXISTS = {"make": _is_target, "python": _is_program, "pip": _is_ours}
