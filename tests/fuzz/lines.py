"""Command lines: made from the declarations of all commands, with values that fit and values that do not."""

import functools
import os
import random
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import typer.main

import pult.cli
from pult.core.shipped import shipped
from tests.cli.terminal import called
from tests.fuzz.watch import Outcome, watched
from tests.scheme.fuzz import WORDS
from tests.server.hostile_records import small_record

LONG = (
    "bench", "mango design", "prm1 calibrate", "procedure rehearse", "procedure run", "program run", "reach", "render",
    "run", "stream", "studio", "sweep replay", "sweep run", "tune", "tunnel", "walk",
)  # fmt: skip
"""Commands that compute for long, start processes, or wait: what is said to them is read, and not done."""
NUMBERS = ("0", "1", "2", "3", "-1", "0.5", "0.05", "1e-9", "nan", "inf", "-inf", "x", "", "1e999", "0x10", "1_0")
TEXTS = (
    "servo", "two-link", "two-link-reach", "torso", "puma560", "record.mcap", "bad.mcap", "bad.json", "good.json",
    "sweep.jsonl", "folder", "missing.json", "out.csv", "out.svg", "out.png", "out.pdf", "0.3,0,0.2", "1,2", "xz",
    "pd.kp=2", "wanted=0.5", "pd.kp", "a=", "=", "sensor:angles.stuck@2", "sensor.angles", "body.hand[z]", "scheme",
    "solve", "descent", "light", "kp=1 V/rad", "1 deg", "[1,2]", "{}", "--json", "-h", "--", "-o", "1:5", "a" * 300,
)  # fmt: skip
"""Values that some option or other takes, and some that none does."""


class _Command(NamedTuple):
    words: tuple[str, ...]
    command: Any


def _leaves(command: Any, words: tuple[str, ...] = ()) -> Iterator[_Command]:
    found = getattr(command, "commands", None)
    if found is None:
        yield _Command(words, command)
    else:
        for name, inner in found.items():
            yield from _leaves(inner, (*words, name))


@functools.cache
def _program() -> Any:
    """The command `pult`, whose long commands are read and not done."""
    program = typer.main.get_command(pult.cli.app)
    for found in _leaves(program):
        text = " ".join(found.words)
        if any(text == long or text.startswith(f"{long} ") for long in LONG):
            found.command.callback = lambda **_: None
    return program


@functools.cache
def _commands() -> tuple[_Command, ...]:
    return tuple(_leaves(_program()))


@functools.cache
def _sandbox() -> Path:
    """A folder for what commands read; it is deep, so that a path that leads upwards ends in it."""
    folder = Path(tempfile.mkdtemp(prefix="pult-fuzz-")) / "a" / "b" / "c"
    (folder / "folder").mkdir(parents=True)
    data = small_record(folder / "record.mcap")
    (folder / "bad.mcap").write_bytes(data[: len(data) // 2])
    (folder / "bad.json").write_text('{"format": "pult.scheme", "version": 1, "blocks": 3}')
    (folder / "good.json").write_text('{"format": "pult.scheme", "version": 1, "blocks": []}')
    (folder / "sweep.jsonl").write_text("{}\n")
    return folder


def fuzz_line(seed: int) -> Outcome:
    """Call a command with random words."""
    rng = random.Random(f"line {seed}")
    found = rng.choice(_commands())
    words = [word for parameter in found.command.params for word in _words(parameter, rng)]
    if rng.random() < 0.3:
        words = _shuffled(words, rng)
    folder = _sandbox()
    result = watched(lambda: _called([*found.words, *words], folder))
    return result._replace(problem=f"{result.problem} for {[*found.words, *words]}") if result.problem else result


def _words(parameter: Any, rng: random.Random) -> list[str]:
    if parameter.param_type_name == "option":
        if rng.random() > (0.9 if parameter.required else 0.2):
            return []
        name = rng.choice(parameter.opts)
        return [name] if parameter.is_flag else [name, _value(parameter, rng)]
    count = rng.randrange(4) if parameter.nargs != 1 else int(rng.random() < 0.95)
    return [_value(parameter, rng) for _ in range(count)]


def _value(parameter: Any, rng: random.Random) -> str:
    descriptor = getattr(parameter, "type_descriptor", None)
    if re.search(r"\b(int|float)\b", str(getattr(descriptor, "annotation", ""))) and rng.random() < 0.9:
        return rng.choice(NUMBERS)
    if rng.random() < 0.2:
        return rng.choice([word for word in WORDS if "\0" not in word])
    return rng.choice([*TEXTS, *shipped(rng.choice(("robot", "scheme", "exercise", "panel", "world", "program")))])


def _shuffled(words: list[str], rng: random.Random) -> list[str]:
    found = [word for word in words if rng.random() < 0.9]
    rng.shuffle(found)
    return [*found, *(rng.choice(TEXTS) for _ in range(rng.randrange(2)))]


def _called(words: Sequence[str], folder: Path) -> bool | str:
    before = set(os.listdir(folder))
    try:
        with mock.patch.object(pult.cli, "app", _program()):
            code, answer = called(*words, cwd=folder)
    finally:
        _tidy(folder, before)
    if "Traceback" in answer.stdout + answer.stderr:
        return f"a traceback: {answer.stderr[-300:]}"
    if code not in (0, 1, 2):
        return f"exit code {code}"
    return bool(code) if not code or (answer.stdout + answer.stderr).strip() else f"exit code {code} without a text"


def _tidy(folder: Path, before: set[str]) -> None:
    """Remove what a command has written."""
    for name in set(os.listdir(folder)) - before:
        path = folder / name
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
