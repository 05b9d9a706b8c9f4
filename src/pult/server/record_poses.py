"""The poses in a record: they are not recorded, because they follow from the coordinates and the record's own world.

The world is built from the documents in the record. Its scheme is neither checked nor compiled: a record can be looked
at even if this version of pult would not run it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.core.channels import Channels
from pult.core.errors import DocumentError, PultError
from pult.core.paths import is_file
from pult.core.signals import Array
from pult.core.temporary import temporary_folder
from pult.geometry.forms import from_matrix
from pult.panel.panel import Panel, check_panel
from pult.robot.world import World, check_world
from pult.server.plan import start_data
from pult.sim.record import Record, RecordError
from pult.sim.replay import setup_of
from pult.sim.setup import contact_pairs


@contextmanager
def unpacked(record: Record) -> Iterator[Path]:
    """The documents of a record in a folder, as long as it is needed.

    Raises:
        RecordError: A document would lie elsewhere.
    """
    with temporary_folder("record") as folder:
        root = folder.resolve()
        try:
            for name, content in record.files.items():
                path = (root / name).resolve()
                if not path.is_relative_to(root) or path == root:
                    raise RecordError(record.path, f"a document in it leads out of its folder: {name!r}.")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            (root / "exercises").mkdir(exist_ok=True)
        except (OSError, ValueError):
            raise RecordError(record.path, f"a document in it leads out of its folder: {name[:80]!r}.") from None
        yield root


def world_of(record: Record, root: Path) -> tuple[World, Any, Panel | None]:
    """World and panel of a record from its own documents, and data with everything at its start.

    Args:
        record: The record.
        root: Folder of its documents; see `unpacked`.

    Raises:
        PultError: Documents are missing or damaged.
    """
    setup = setup_of(record)
    home = root / "exercises"
    name = Path(setup.world).name
    file = root / "worlds" / (name if name.endswith(".json") else f"{name}.world.json")
    if not is_file(file):  # never another world of the same name, from elsewhere
        raise RecordError(record.path, f"the world {name!r} is missing in it.")
    world, faults = check_world(file, home, contact_pairs(setup))
    if world is None:
        raise DocumentError(str(record.path), faults)
    panel: Panel | None = None
    if setup.panel:
        bare = Path(setup.panel).name
        there = root / "panels" / (bare if bare.endswith(".json") else f"{bare}.panel.json")
        panel = check_panel(there)[0] if is_file(there) else None
    return world, start_data(world, setup.start), panel


def complete(record: Record, world: World | None, data: Any) -> tuple[Channels, Array]:
    """All signals of a record, those that were not recorded too.

    Args:
        record: The record.
        world: Its world; None if it cannot be built, then poses are left out.
        data: Data of the world's model, with everything where it was at the start; changed.

    Returns:
        The layout, and the rows. Shape (n, size).
    """
    channels = record.header.channels if world is not None else record.channels
    rows = np.full((len(record.ticks), channels.size), np.nan)
    for channel in record.channels:
        rows[:, channels[channel.name].place] = record.rows[:, channel.place]
    if world is not None:
        _fill(world.model, data, channels, rows)
    return channels, rows


def _fill(model: Any, data: Any, channels: Channels, rows: Array) -> None:
    """Fill in the poses of bodies and sites."""
    qpos = channels["qpos"].place if "qpos" in channels else None
    if qpos is None or qpos.stop - qpos.start != model.nq:
        raise PultError("the record's coordinates are not those of its world.")
    bodies, sites = _places(model, channels, "body"), _places(model, channels, "site")
    rotation = np.empty((3, 3))
    for row in rows:
        data.qpos[:] = row[qpos]
        mujoco.mj_kinematics(model, data)
        for body, start in bodies:
            row[start : start + 3], row[start + 3 : start + 7] = data.xpos[body], data.xquat[body]
        for site, start in sites:
            rotation[:] = data.site_xmat[site].reshape(3, 3)
            row[start : start + 3], row[start + 3 : start + 7] = data.site_xpos[site], from_matrix(rotation)


def _places(model: Any, channels: Channels, kind: str) -> list[tuple[int, int]]:
    """Number in the model and start in a row of all bodies or sites in a layout."""
    what = mujoco.mjtObj.mjOBJ_BODY if kind == "body" else mujoco.mjtObj.mjOBJ_SITE
    found = []
    for channel in channels:
        if channel.name.startswith(f"{kind}.") and channel.size == 7:
            name = channel.name.removeprefix(f"{kind}.")
            number = mujoco.mj_name2id(model, what, name)
            if number < 0 and kind == "body" and name.removeprefix("body").isdecimal():
                number = int(name.removeprefix("body"))  # one without a name goes by its number
            if 0 <= number < (model.nbody if kind == "body" else model.nsite):
                found.append((number, channel.start))
    return found
