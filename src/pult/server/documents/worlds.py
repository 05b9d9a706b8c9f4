"""Worlds that checks are made against, kept while their files stay as they are."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from pult.core.channels import Channels
from pult.core.errors import Fault
from pult.core.shipped import document_file
from pult.exercise.document import contact_pairs
from pult.panel.panel import Panel, check_panel
from pult.scheme.model import Scheme
from pult.server.documents.project import Project
from pult.server.messages import ChannelInfo, ProvidedThings
from pult.sim.fitting import fit_scheme
from pult.sim.setup import Setup
from pult.world.world import World, check_world

MAX_KEPT = 8
CONTROL_STEP = 0.01
"""Control step for which sensors are listed where no scheme says another [s]."""

Key = tuple[Any, ...]


class Worlds:
    """The worlds of a project. Methods may be called from any thread."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._kept: OrderedDict[Key, tuple[World | None, list[Fault]]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str, contacts: Sequence[tuple[str, str]] = ()) -> tuple[World | None, list[Fault]]:
        """A world, or what is wrong with it."""
        key: Key = (name, tuple(contacts), model_stamp(self._project))
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            found = check_world(name, self._project.home, contacts)
            self._kept[key] = found
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
            return found


def model_stamp(project: Project) -> tuple[tuple[str, int, int], ...]:
    """Names, dates and sizes of all files of the project that its worlds are made of."""
    found = []
    for folder in ("worlds", "robots"):
        for path in sorted((project.folder / folder).rglob("*")):
            try:
                facts = path.stat()
            except OSError:
                continue
            found.append((str(path), facts.st_mtime_ns, facts.st_size))
    return tuple(found)


def setup_of(project: Project, exercise: str, variant: str) -> Setup:
    """What a session of an exercise is made of, before anything is drawn.

    Raises:
        Refusal: There is no such exercise.
        PultError: It has faults, or no such variant.
    """
    found = project.exercise(exercise)
    document = found.document
    _, chosen = found.variant(variant)
    return Setup(
        world=document.world,
        scheme=chosen.scheme,
        panel=chosen.panel or document.panel,
        inputs=dict(chosen.bindings.inputs),
        outputs=dict(chosen.bindings.outputs),
        contacts=[list(pair) for pair in contact_pairs(document)],
    )


def setup_panel(project: Project, setup: Setup) -> Panel | None:
    """The panel of a setup; None if there is none, or if it is wrong, which is another check's matter."""
    return check_panel(document_file("panel", setup.panel, project.home))[0] if setup.panel else None


def fit_faults(setup: Setup, world: World, scheme: Scheme, panel: Panel | None) -> list[Fault]:
    """What of a scheme does not fit its panel and its world.

    Without a panel, inputs that no sensor feeds are not reported: a panel may provide them.
    """
    _, _, faults = fit_scheme(setup, world, scheme, panel)
    if panel is not None:
        return [f for f in faults if not f.place.startswith("panel")]
    return [f for f in faults if f.code != "unbound" or not f.place.startswith("inputs")]


def provided_things(world: World, panel: Panel | None = None) -> ProvidedThings:
    """Names of things of a world, its sensors and drives, and the signals of a panel."""
    model: Any = world.model
    bodies = [model.body(i).name for i in range(1, model.nbody)]
    sites = [model.site(i).name for i in range(model.nsite)]
    names = {kind: list(things) for kind, things in world.provided().items()}
    names |= {
        "joint": _named(model.joint(i).name for i in range(model.njnt)),
        "body": _named(bodies),
        "site": _named(sites),
        "effector": list(dict.fromkeys(_named([*bodies, *sites, *names.get("chain", [])]))),
        "camera": _named(model.camera(i).name for i in range(model.ncam)),
    }
    return ProvidedThings(
        names=names,
        sensors=channel_infos(world.sensors(CONTROL_STEP).channels),
        drives=channel_infos(world.drives.channels),
        panel=channel_infos(panel.channels) if panel is not None else [],
    )


def _named(names: Any) -> list[str]:
    return [name for name in names if name]


def channel_infos(channels: Channels) -> list[ChannelInfo]:
    """Channels as messages."""
    return [
        ChannelInfo(
            name=channel.name,
            start=channel.start,
            shape=list(channel.shape),
            unit=channel.unit,
            kind=channel.kind,
            labels=list(channel.labels),
            description=channel.description,
        )
        for channel in channels
    ]
