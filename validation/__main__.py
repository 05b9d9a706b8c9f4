"""All long proofs, one after another.

    python -m validation             # all
    python -m validation force loop  # some
    python -m validation --list

A proof is a script in this folder with an entry point of its own; none is listed anywhere else. It writes the file of
its name, from which `docs/build_pages.py` makes the page of proofs. Each has a process of its own, and one that fails does
not keep the others from running.
"""

import argparse
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ENTRY = 'if __name__ == "__main__":'


def proofs(folder: Path = FOLDER) -> list[Path]:
    """The scripts, by name; their order does not matter."""
    scripts = (path for path in folder.glob("*.py") if path.name != "__main__.py")
    return sorted(path for path in scripts if ENTRY in path.read_text(encoding="utf-8").splitlines())


def main() -> int:
    """Run them; returns 1 if one has failed."""
    found = {path.stem: path for path in proofs()}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="proofs to run; all if none is named")
    parser.add_argument("--list", action="store_true", help="name them, and run none")
    given = parser.parse_args()
    unknown = sorted(set(given.names) - set(found))
    if unknown:
        parser.error(f"there is no proof {unknown[0]!r}; there are {', '.join(found)}")
    chosen = given.names or list(found)
    if given.list:
        print(*chosen, sep="\n")
        return 0
    failed = [name for name in chosen if subprocess.run([sys.executable, found[name]], check=False).returncode]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
