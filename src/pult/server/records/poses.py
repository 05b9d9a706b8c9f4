"""Poses of a record: they are not recorded, because they follow from the coordinates and the record's own world.

The world is built from the documents in the record. Its scheme is neither checked nor compiled: a record can be viewed
even if this version of pult would not run it.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.core.channels import Channels
from pult.core.errors import DocumentError, PultError, UsageError
from pult.core.shipped import document_file
from pult.core.signals import Array
from pult.geometry.forms import from_matrix
from pult.panel.panel import Panel, check_panel
from pult.record import Record
from pult.record.replay import setup_of
from pult.server.live.plan import start_data
from pult.sim.setup import contact_pairs
from pult.world.world import World, check_world

MAX_BODIES = 2000
MAX_NUMBERS = 100_000_000
"""Maximum number of values of a record with its poses: a few hundred signals for an hour."""


def world_of(record: Record, root: Path) -> tuple[World, Any, Panel | None]:
    """World and panel of a record from its own documents, and MuJoCo data in the initial state.

    Args:
        record: The record.
        root: Folder of its documents; see `pult.record.unpacking`.

    Raises:
        PultError: Documents are missing or damaged.
    """
    setup = setup_of(record)
    world, faults = check_world(setup.world, root / "exercises", contact_pairs(setup), root)
    if world is None:
        raise DocumentError(str(record.path), faults)
    if world.model.nbody > MAX_BODIES:
        raise PultError(f"the world of the record has {world.model.nbody} bodies; at most {MAX_BODIES} are shown.")
    panel: Panel | None = None
    if setup.panel:
        with suppress(UsageError):  # a record can be viewed without it
            panel = check_panel(document_file("panel", setup.panel, root / "exercises", root))[0]
    return world, start_data(world, setup.start), panel


def complete_rows(record: Record, world: World | None, data: Any) -> tuple[Channels, Array]:
    """All signals of a record, including poses, which are not recorded.

    Args:
        record: The record.
        world: Its world; None if it cannot be built, then poses are left out.
        data: MuJoCo data of the world in the initial state; modified.

    Returns:
        The layout, and the rows. Shape (n, size).
    """
    channels = record.header.channels if world is not None else record.channels
    if len(record.ticks) * channels.size > MAX_NUMBERS:
        wanted = len(record.ticks) * channels.size
        raise PultError(f"the record has {wanted} numbers with its poses; at most {MAX_NUMBERS} are shown.")
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
    numbers = np.array([number for number, _ in bodies], dtype=np.intp)
    starts = np.array([start for _, start in bodies], dtype=np.intp)[:, None]
    positions, quaternions = starts + np.arange(3), starts + np.arange(3, 7)
    coordinates, xpos, xquat, site_xpos = data.qpos, data.xpos, data.xquat, data.site_xpos  # arrays of the simulator
    site_xmat = data.site_xmat.reshape(-1, 3, 3)
    for row in rows:
        coordinates[:] = row[qpos]
        mujoco.mj_kinematics(model, data)
        row[positions], row[quaternions] = xpos[numbers], xquat[numbers]
        for site, start in sites:
            row[start : start + 3], row[start + 3 : start + 7] = site_xpos[site], from_matrix(site_xmat[site])


def _places(model: Any, channels: Channels, kind: str) -> list[tuple[int, int]]:
    """Index in the model and start in a row of all bodies or sites in a layout."""
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
