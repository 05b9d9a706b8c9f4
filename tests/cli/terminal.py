"""`pult` as a person at a terminal calls it: in this process, or in one of its own where the start is the subject."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from pult.cli import main

ENVIRONMENT = {"NO_COLOR": "1", "COLUMNS": "120"}


class Answer(NamedTuple):
    """What a command has written."""

    stdout: str
    stderr: str


def pult(*words: object, code: int = 0, cwd: Path | None = None) -> Answer:
    """Call the command in this process: everything but the start of the interpreter, which takes a second.

    Args:
        words: The command line after `pult`.
        code: The exit code that is expected.
        cwd: The folder it is called in.
    """
    ended, answer = called(*words, cwd=cwd)
    return _checked(ended, code, answer)


def called(*words: object, cwd: Path | None = None) -> tuple[int, Answer]:
    """The same with whatever exit code."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(sys, "argv", ["pult", *map(str, words)]))
        stack.enter_context(mock.patch.dict(os.environ, ENVIRONMENT))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        if cwd is not None:
            stack.enter_context(contextlib.chdir(cwd))
        ended = 0
        try:
            main()
        except SystemExit as end:
            ended = end.code if isinstance(end.code, int) else int(end.code is not None)
    return ended, Answer(out.getvalue(), err.getvalue())


def pult_process(*words: object, code: int = 0, cwd: Path | None = None) -> Answer:
    """The same in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "pult", *map(str, words)], capture_output=True, text=True, cwd=cwd, timeout=300,
        env={**os.environ, **ENVIRONMENT, "PYTHONWARNINGS": "default"}, check=False,
    )  # fmt: skip
    return _checked(done.returncode, code, Answer(done.stdout, done.stderr))


def _checked(ended: int, code: int, answer: Answer) -> Answer:
    assert ended == code, answer.stdout + answer.stderr
    assert "Traceback" not in answer.stdout + answer.stderr
    return answer
