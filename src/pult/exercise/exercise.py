"""An exercise: its document checked against its world, and the setup of a session for each variant and seed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mujoco

from pult.core.arguments import whole_number
from pult.core.bases import LoadedDocument, draft_with_bases
from pult.core.channels import Channels
from pult.core.errors import DocumentError, Fault, PultError, UsageError, choose
from pult.core.folders import outside_faults
from pult.core.kinds import UNKNOWN_NAME
from pult.core.shipped import document_file
from pult.exercise.document import (
    FORMAT,
    TOO_DEEP,
    ExerciseDocument,
    VariantDocument,
    bodies_needed,
    contact_pairs,
    read_exercise,
)
from pult.exercise.start import Placement, draw_start
from pult.sim.injection import FaultTargets, faults_of
from pult.sim.open import SessionParts, check_setup, open_parts
from pult.sim.setup import ScheduledPush, Setup, Start
from pult.world.world import World


@dataclass(frozen=True)
class Exercise:
    """An exercise, checked by itself.

    Attributes:
        document: Its document.
        folder: Folder of its file; names of other documents are looked for there first.
        file: Its file, None if it was made in memory.
        based: How it was read, with the documents it builds on.
        whole: Folder that has everything it names, if it was packed for a sweep; see `check_setup`.
    """

    document: ExerciseDocument
    folder: Path | None
    file: Path | None
    based: LoadedDocument[ExerciseDocument]
    whole: Path | None = None

    @property
    def name(self) -> str:
        """Its name."""
        return self.document.name

    def variant(self, name: str = "") -> tuple[str, VariantDocument]:
        """A variant by name, by default the default one.

        Raises:
            UsageError: There is none of that name.
        """
        name = name or self.document.default_variant
        variants = self.document.variants
        if name not in variants:
            raise UsageError(f"the exercise {self.name!r} has no variant {name!r}. {choose(name, variants)}")
        return name, variants[name]

    def setup(
        self,
        variant: str = "",
        seed: int = 0,
        parameters: Mapping[str, Any] | None = None,
        places: Mapping[str, Placement] | None = None,
    ) -> Setup:
        """The setup of a session.

        Args:
            variant: Name of the variant.
            seed: Seed of the draws at the start and of the sensors' noise.
            parameters: Parameters of the scheme, "block.parameter"; they override those of the exercise.
            places: Result of `places` for the world of the exercise, if it is open already.

        Raises:
            UsageError: There is no such variant, or there is no room for bodies.
        """
        document = self.document
        _, chosen = self.variant(variant)
        if places is None:
            needed = bodies_needed(document)
            places = self.places(open_parts(self._setup(chosen, {}), self.folder, self.whole).world) if needed else {}
        seed = whole_number("seed", seed)
        start = draw_start(document, seed, places)
        bodies = {name: [*map(float, p), *map(float, q)] for name, (p, q) in start.placements.items()}
        joints = {k: float(v) for k, v in start.joints.items()}
        drawn = Start(
            pose=document.start.pose,
            bodies=bodies,
            joints=joints,
            resistance={k: [float(x) for x in pair] for k, pair in start.resistance.items()},
            panel=dict(chosen.panel_values),
            elements={k: {f: float(x) for f, x in values.items()} for k, values in start.elements.items()},
            pushes=[
                ScheduledPush(body, document.start.settle + time, [float(x) for x in force], duration)
                for body, time, force, duration in start.pushes
            ],
        )
        return self._setup(chosen, dict(parameters or {}), drawn, seed)

    def bare_setup(self, variant: str = "") -> Setup:
        """The common setup of sessions of a variant, before any draws."""
        return self._setup(self.variant(variant)[1], {})

    def places(self, world: World) -> dict[str, Placement]:
        """Poses of the reference bodies of draws, before anything is drawn.

        Raises:
            UsageError: The world lacks one of them.
        """
        needed, model = bodies_needed(self.document), world.model
        if not needed:
            return {}
        data = mujoco.MjData(model)
        data.qpos[:] = world.start()
        mujoco.mj_kinematics(model, data)
        found: dict[str, Placement] = {}
        for name in needed:
            number = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name)
            if number < 0:
                names = [model.body(body).name for body in range(1, model.nbody)]
                raise UsageError(f"the world has no body {name!r}. {choose(name, names)}")
            x, y, z = (float(v) for v in data.xpos[number])
            w, i, j, k = (float(v) for v in data.xquat[number])
            found[name] = ((x, y, z), (w, i, j, k))
        return found

    def _setup(
        self, chosen: VariantDocument, parameters: dict[str, Any], start: Start | None = None, seed: int = 0
    ) -> Setup:
        document = self.document
        return Setup(
            world=document.world,
            scheme=chosen.scheme,
            panel=chosen.panel or document.panel,
            inputs=dict(chosen.bindings.inputs),
            outputs=dict(chosen.bindings.outputs),
            parameters={**document.parameters, **chosen.parameters, **parameters},
            contacts=[list(pair) for pair in contact_pairs(document)],
            start=start if start is not None else Start(panel=dict(chosen.panel_values)),
            seed=seed,
        )

    def check(self, variant: str = "") -> list[Fault]:
        """Check the exercise with all it names, in one variant."""
        of_setup, of_names = self.check_levels(variant)
        return of_setup + (of_names or [])

    def check_levels(self, variant: str = "") -> tuple[list[Fault], list[Fault] | None]:
        """Faults of the documents that it names, and of what it names in them; None if the former prevent these."""
        from pult.exercise.check import check_names
        from pult.exercise.gauges import gauge_faults

        parts, faults = check_setup(self._setup(self.variant(variant)[1], {}), self.folder, self.whole)
        if parts is None:
            return faults, None
        names = _row_names(parts)
        found = [*check_names(self.document, names), *gauge_faults(self.document, parts.panel, names)]
        return faults, found + _scheduled_faults(self.document, parts)


def _scheduled_faults(document: ExerciseDocument, parts: SessionParts) -> list[Fault]:
    enable = parts.panel.document.enable if parts.panel is not None else ""
    targets = FaultTargets(
        parts.world.model, parts.world.drives.channels, parts.sensors.channels, parts.scheme.step, enable
    )
    return faults_of(document.faults, "faults", targets, document.duration)


def _row_names(parts: SessionParts) -> Channels:
    from pult.scheme.compile import compile_scheme
    from pult.sim.frame import row_layout

    program = compile_scheme(parts.scheme, plain=True)
    panel, streams = (parts.panel.channels, parts.panel.streams) if parts.panel is not None else (Channels(()),) * 2
    return row_layout(parts.world, program, panel, streams, parts.sensors.channels).channels


def check_exercise(
    source: str | Path | Mapping[str, Any], folder: Path | None = None, *, operator: bool = True
) -> tuple[Exercise | None, list[Fault]]:
    """Check an exercise with all documents that it names, in all its variants; returns it, or all its faults.

    Parts that cannot be decoded are left out, and the rest is checked. A fault that is not of one variant is listed
    once.

    Args:
        source: A file, plain data, or the name of a shipped exercise.
        folder: For plain data, the folder that its names start from.
        operator: Whether its default operator must be installed here.
    """
    from pult.exercise.check import level_faults
    from pult.exercise.operators import operator_faults

    try:
        file = document_file("exercise", source) if isinstance(source, (str, Path)) else None
        based, draft, faults = draft_with_bases(file or source, ExerciseDocument, FORMAT, folder)
    except DocumentError as error:
        return None, list(error.faults)
    except RecursionError:  # plain data, not a file: a file's depth is bounded
        return None, [TOO_DEEP.at()]
    except PultError as error:
        return None, [UNKNOWN_NAME.at(error=str(error))]
    if based is None:
        return None, faults
    document = based.document
    exercise = Exercise(document, based.folder if file is not None else folder, file, based)
    more = level_faults(document)
    outside = outside_faults(based.folder, _named(document)) if file is not None else []
    known = document.variants and document.default_variant in document.variants
    if known and not outside and all(name for _, name in _named(document, needed=True)):
        more += variant_faults(exercise)
        more += operator_faults(exercise, whole=not (faults or more)) if operator else []
    faults += draft.faults(more + outside)
    return (None, faults) if faults else (exercise, [])


def variant_faults(exercise: Exercise) -> list[Fault]:
    """Faults of an exercise with all documents that it names.

    Those of the world, the panel or the exercise itself that are the same in all variants come once, others with the
    variant that has them.
    """
    setups, names = [], []  # faults of the documents, and of what the exercise names in them, by variant
    for variant in exercise.document.variants:
        of_setup, of_names = exercise.check_levels(variant)
        setups.append((variant, of_setup))
        names += [] if of_names is None else [(variant, of_names)]
    return _once(names, lambda _: True) + _once(setups, _is_of_world_or_panel)


def _once(found: Sequence[tuple[str, list[Fault]]], may_be_common: Callable[[Fault], bool]) -> list[Fault]:
    """Faults that all variants have, once; then those of each variant."""
    first = found[0][1] if found else []
    common = [fault for fault in first if may_be_common(fault) and all(fault in faults for _, faults in found)]
    own = [fault.inside(f"variants.{name}") for name, faults in found for fault in faults if fault not in common]
    return common + own


def _is_of_world_or_panel(fault: Fault) -> bool:
    return fault.place.partition(" ")[0] in ("world", "panel")


def _named(document: ExerciseDocument, *, needed: bool = False) -> Iterator[tuple[str, str]]:
    """Other documents that an exercise names, with their places; only those it cannot do without, if asked."""
    yield "world", document.world
    yield "panel", document.panel
    for name, variant in document.variants.items():
        yield f"variants.{name}.scheme", variant.scheme
        if not needed:
            yield f"variants.{name}.panel", variant.panel


def load_exercise(source: str | Path | Mapping[str, Any], folder: Path | None = None) -> Exercise:
    """Load an exercise. Shipped ones go by their names alone. What it names is checked when a session is made.

    Args:
        source: A file, plain data, or the name of a shipped exercise.
        folder: For plain data, the folder that its names start from.

    Raises:
        DocumentError: Lists all faults.
    """
    if isinstance(source, (str, Path)):
        file = document_file("exercise", source)
        based = read_exercise(file)
        if faults := outside_faults(based.folder, _named(based.document)):
            raise DocumentError(based.title, faults)
        return Exercise(based.document, based.folder, file, based)
    based = read_exercise(source, folder)
    return Exercise(based.document, folder, None, based)
