"""Common functions of the commands: output, and reading and formatting of values."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import TextColumn

from pult.core.errors import UsageError

out = Console(highlight=False, soft_wrap=True, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)


def text_column(words: str) -> TextColumn:
    """A column of a progress bar whose texts are shown as they are."""
    return TextColumn(words, markup=False)


def complain(text: str) -> None:
    """Print an error to stderr."""
    err.print(f"[bold red]error:[/] {escape(text)}")


def note(text: str) -> None:
    """Print a note to stderr."""
    err.print(f"[yellow]note:[/] {escape(text)}")


def emit_json(value: Any) -> None:
    """Print JSON to stdout."""
    typer.echo(json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False))


def plain(value: Any) -> Any:
    """Convert NumPy values to plain ones."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    return value.item() if isinstance(value, np.generic) else value


def show(value: Any) -> str:
    """Format a value for people."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, np.ndarray):
        return np.array2string(value, precision=6, separator=", ")
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def write_text(path: Path, text: str) -> None:
    """Write a file; raises `UsageError` if that fails."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}.") from None


def read_assignment(text: str, option: str) -> tuple[str, Any]:
    """Parse `name=value` with a JSON value: a number, true, false, or a list."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise typer.BadParameter(f"{text!r} is not NAME=VALUE.", param_hint=option)
    try:
        return name.strip(), json.loads(value)
    except json.JSONDecodeError:
        raise typer.BadParameter(
            f"{value!r} is not a value: give a number, true, false, or a list such as [0.5,0.3].", param_hint=option
        ) from None
