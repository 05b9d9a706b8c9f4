"""Robots that nobody here wrote: imported, driven joint by joint, and led to points.

    python validation/own_robots.py [--every 1] [--workers 2] [--in FOLDER ...]

Models are found where collections of robots are installed (example-robot-data, pybullet, rtb-data, robosuite), and below
the folders that are named, such as a copy of MuJoCo Menagerie; nothing is downloaded. Writes validation/own_robots.json.
"""

import argparse
import json
import os
import platform
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import mujoco
from validation.sweeps import calls

import pult
from pult.batch.function_sweep import Run
from pult.batch.results.file import Row

INSTALLED = {
    "example-robot-data": ("cmeel.prefix/share/example-robot-data/robots", "*.urdf"),
    "pybullet_data": ("pybullet_data", "*.urdf"),
    "rtb-data": ("rtbdata", "*.urdf"),
    "robosuite": ("robosuite/models/assets/robots", "robot.xml"),
}
"""Collections: folder in a folder of packages, and what models are called."""
MOVES = re.compile(r"type\s*=\s*[\"'](revolute|continuous|prismatic)[\"']")
SEED = 1000
"""Of all draws; tuning has used 0."""
LEAST_DRIVEN, LEAST_REACHED = 0.95, 0.8


def collections(folders: Sequence[Path]) -> dict[str, list[Path]]:
    """Models with something to move, by the name of their collection."""
    found = {}
    for name, (place, pattern) in INSTALLED.items():
        for packages in map(Path, sys.path):
            if (packages / place).is_dir():
                found[name] = sorted(path for path in (packages / place).rglob(pattern) if has_joints(path))
    for folder in folders:
        found[folder.name] = sorted(path for path in folder.rglob("*.xml") if is_robot(path))
    return {name: paths for name, paths in found.items() if paths}


def has_joints(path: Path) -> bool:
    """Whether a URDF has joints that move; for MJCF see `is_robot`."""
    return is_robot(path) if path.suffix == ".xml" else bool(MOVES.search(path.read_text(errors="replace")))


def is_robot(path: Path) -> bool:
    """Whether MuJoCo loads a file, and it is a robot and not a scene with one."""
    if path.stem.startswith(("scene", "mjx")) or "mjx" in path.stem:
        return False
    try:
        model = mujoco.MjModel.from_xml_path(str(path))
    except ValueError:
        return False
    return bool(model.nu or any(int(kind) in (2, 3) for kind in model.jnt_type)) and model.nbody > 1


def measure(models: dict[str, list[Path]], workers: int) -> Iterator[tuple[str, Row]]:
    """A row for each model, with its collection."""
    runs: list[Run] = [({"file": str(path)}, SEED) for paths in models.values() for path in paths]
    names = [name for name, paths in models.items() for _ in paths]
    yield from zip(names, calls("own_robots", "validation.own_robots_trial:trial", runs, workers), strict=True)


def table(rows: Sequence[tuple[str, Row]]) -> list[dict[str, str]]:
    """Figures of each collection."""
    found = []
    for name in dict.fromkeys(name for name, _ in rows):
        own = [row for one, row in rows if one == name]
        found.append({
            "collection": name,
            "models": str(len(own)),
            "driven": str(sum(bool(row.success) for row in own)),
            "chains": f"{sum(row.metrics.get('chains', 0) for row in own):.0f}",
            "arms": f"{sum(row.metrics.get('arms', 0) for row in own):.0f}",
            "points reached": f"{sum(row.metrics.get('reached', 0) for row in own):.0f} of "
            f"{sum(row.metrics.get('tried', 0) for row in own):.0f}",
        })  # fmt: skip
    return found


def main() -> int:
    """Measure, write and tell; returns 1 if a claim does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every so-manieth model")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    parser.add_argument("--only", nargs="*", default=[], metavar="COLLECTION", help="collections; all if none is named")
    parser.add_argument("--in", dest="folders", type=Path, nargs="*", default=[], help="folders with MJCF models")
    options = parser.parse_args()
    found = collections(options.folders).items()
    models = {name: paths[:: options.every] for name, paths in found if not options.only or name in options.only}
    rows = list(measure(models, options.workers))
    for _, row in rows:
        if not row.success:
            print(f"{row.values}: {row.cause}", file=sys.stderr)
    driven, count = sum(bool(row.success) for _, row in rows), len(rows)
    reached = sum(row.metrics.get("reached", 0.0) for _, row in rows)
    tried = sum(row.metrics.get("tried", 0.0) for _, row in rows)
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    report = {
        "title": "Robots of other people",
        "about": "Models of collections are imported by `pult.import_robot`, nothing is added by hand. Each is driven "
        "for 5 s in command mode by random selections and deflections, and each arm is led by the joystick to 20 points "
        "that its joints can reach, within 1 % of its reach. Points that another link or the floor is in the way of count, too. "
        + "; ".join(f"{r['collection']}: {r['driven']} of {r['models']} driven" for r in table(rows))
        + ".",
        "command": f"validation/own_robots.py --every {options.every}"
        + (f" --only {' '.join(options.only)}" if options.only else "")
        + (" --in ..." if options.folders else ""),
        "machine": f"Python {platform.python_version()}, MuJoCo {mujoco.__version__}, {system}",
        "version": pult.__version__,
        "claims": [
            {
                "claim": "of the models that MuJoCo loads at least 95 % are driven for 5 s without diverging",
                "figure": f"{driven} of {count}",
                "holds": driven >= LEAST_DRIVEN * count,
            },
            {
                "claim": "arms reach at least 80 % of the points in semi-automatic mode",
                "figure": f"{reached:.0f} of {tried:.0f}",
                "holds": reached >= LEAST_REACHED * tried,
            },
        ],
    }
    Path(__file__).with_name("own_robots.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for one in report["claims"]:
        print(f"{'holds' if one['holds'] else 'FAILS'}  {one['claim']}: {one['figure']}")
    return 0 if all(one["holds"] for one in report["claims"]) else 1


if __name__ == "__main__":
    sys.exit(main())
