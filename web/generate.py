"""Write web/src/gen anew: the TypeScript types of messages and documents."""

from pathlib import Path

from pult.server.http.typescript import GENERATED

FOLDER = Path(__file__).parent / "src" / "gen"


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in GENERATED.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
