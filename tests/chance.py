"""Modules of tests that could fail by chance: they depend on time, processes, the network or a browser.

Everything else is arithmetic with fixed seeds, whose outcome no load of the machine changes. `tests/steady.py` runs
these modules again and again.
"""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = frozenset(
    ["asyncio", "httpx", "multiprocessing", "playwright", "pty", "signal", "socket", "subprocess", "threading", "time"]
)
"""Modules that bring clocks, processes and sockets into a test."""
STARTERS = frozenset(["pult.batch.workers", "pult.realtime", "pult.server.http", "pult.server.workers"])
"""Parts of pult that start processes."""


def chance_modules(root: Path = ROOT) -> list[str]:
    """Modules of tests that depend on time, processes, the network or a browser. Paths from the root, in order."""
    found = (path.relative_to(root) for path in sorted((root / "tests").rglob("test_*.py")))
    return [path.as_posix() for path in found if is_left_to_chance(path, root)]


def is_left_to_chance(path: Path, root: Path = ROOT) -> bool:
    """Whether a module, a helper that it imports, or the fixtures of its folder bring in what depends on chance."""
    fixtures = path.parent / "conftest.py"  # those of `tests/conftest.py` bring nothing of the kind to a test
    shared = len(path.parts) > 2 and (root / fixtures).is_file() and _brings(fixtures, root)
    return shared or _brings(path, root)


@cache
def _brings(path: Path, root: Path) -> bool:
    names = _imports(root / path)
    if any(_is_in(name, SOURCES | STARTERS) for name in names):
        return True
    helpers = {Path(*name.split(".")).with_suffix(".py") for name in names if name.startswith("tests.")}
    return any(_brings(helper, root) for helper in sorted(helpers) if helper != path and (root / helper).is_file())


def _is_in(name: str, packages: frozenset[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@cache
def _imports(file: Path) -> frozenset[str]:
    """Full names of everything that a file imports, wherever it does so."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)
