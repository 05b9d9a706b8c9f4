"""The scheme benchmark: pult against other engines and against Numba written by hand, in one run.

Engines take turns, so that a disturbance of the machine affects all of them; between turns their states are
reset to zero. A benchmark of different mathematics is worth nothing, so every engine's whole trajectory is
compared with NumPy first. Times per step are processor time of this process, so waiting while the machine is
busy does not count (where the clock is fine enough).
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

import pult
from benchmarks.environment import describe, load_average
from benchmarks.figures import Agreement, FirstStep, Native, Sample, SchemesReport, Stepped, Target
from benchmarks.inside import bench_inside
from benchmarks.loops import BLOCKS_PER_LOOP, STEP, document, references, trajectory
from benchmarks.measure import agreement, no_collection, seconds
from benchmarks.peers import PEERS, Engine, Missing, Peer, build_peer
from benchmarks.starts import bench_starts
from pult.core.signals import Array

CHECKED_STEPS = 100
"""Steps whose angles are compared: the loops saturate, brake and settle in them."""
TURN = 0.02
"""Length of a turn of one engine [s]."""
WARM_STEPS = 5
"""Smallest number of untimed warm-up steps after a reset; in long turns a tenth."""
MAX_STEPS = 5000
"""Maximum number of steps in a turn. At rest a loop decays by 0.906 per step; after 7000 its numbers are denormal."""
FASTER_THAN_DRAKE = {8: 10.0, 80: 100.0, 800: 500.0}
"""Target ratio of times per step, by number of blocks."""
WITHIN_BY_HAND = 3.0
"""Target ratio to hand-written Numba, with the loop over time in native code."""
PULT, PLAIN, DRAKE = "pult", "pult plain", "Drake"


class PultEngine:
    """pult itself, by `Program.step_array`."""

    ahead = False

    def __init__(self, wanted: Array, plain: bool) -> None:
        self._program = pult.compile_scheme(document(len(wanted)), plain=plain)
        self._u, self._y = np.array(wanted), np.zeros(len(wanted))

    def reset(self) -> None:
        """Back to time zero."""
        self._program.reset()

    def run(self, steps: int) -> Array:
        """One call per step; the call itself fills the array of the angles."""
        step, u, y = self._program.step_array, self._u, self._y
        for _ in range(steps):
            step(u, y)
        return y


def bench_schemes(
    *,
    quick: bool = False,
    copies: Sequence[int] = (1, 10, 100),
    repeats: int | None = None,
    steps: int | None = None,
    peers: Sequence[Peer[Engine]] = PEERS,
    starts: bool = True,
    say: Callable[[str], None] | None = None,
) -> SchemesReport:
    """Measure everything.

    Args:
        quick: Fewer repeats.
        copies: Sizes: numbers of loops of eight blocks.
        repeats: Turns of every engine; 25 by default, 7 if quick.
        steps: Control steps of a turn; as many as fill 20 ms by default.
        peers: Engines to compare with.
        starts: Whether to measure the time from document to first step, in separate processes.
        say: Progress callback.

    Returns:
        The report; rows of peers that are not installed say so.
    """
    turns = repeats or (7 if quick else 25)
    tell = say or (lambda _: None)
    before = load_average()
    stepped: list[Stepped] = []
    native: list[Native] = []
    first: list[FirstStep] = []
    for loops in copies:
        tell(f"{BLOCKS_PER_LOOP * loops} blocks: one call per step")
        stepped += bench_stepped(loops, turns, steps, peers)
        tell(f"{BLOCKS_PER_LOOP * loops} blocks: loop in native code")
        native.append(bench_inside(loops, turns, steps))
    for loops in copies if starts else ():
        tell(f"{BLOCKS_PER_LOOP * loops} blocks: from document to first step")
        first += bench_starts(loops, min(turns, 2 if quick else 5))
    return SchemesReport(
        step_s=STEP,
        environment=describe([peer.package for peer in peers], before),
        stepped=stepped,
        native=native,
        first_step=first,
        targets=targets(stepped, native),
    )


def bench_stepped(loops: int, turns: int, steps: int | None, peers: Sequence[Peer[Engine]]) -> list[Stepped]:
    """Measure all engines at one size, one call per step."""
    wanted = references(1, loops)[0]
    mine = {PULT: PultEngine(wanted, plain=False), PLAIN: PultEngine(wanted, plain=True)}
    engines: dict[str, Engine | Missing] = {**mine, **{peer.name: build_peer(peer, wanted) for peer in peers}}
    checks: dict[str, Agreement] = {}
    counts: dict[str, int] = {}
    for name, engine in engines.items():
        if isinstance(engine, Missing):
            continue
        try:
            checks[name] = check(engine, wanted, steps or CHECKED_STEPS)
            counts[name] = steps or _steps_of_turn(engine)
        except Exception as error:
            if name in mine:
                raise
            engines[name] = Missing(f"cannot run: {error}")
    running = {name: engine for name, engine in engines.items() if not isinstance(engine, Missing)}
    samples = _take_turns(running, counts, turns)
    notes = {
        PULT: "Program.step_array, native code.",
        PLAIN: "Program.step_array, the same text as plain Python.",
    }
    notes |= {peer.name: peer.note for peer in peers}
    size, unit = BLOCKS_PER_LOOP * loops, samples[PULT]
    return [
        Stepped(engine=name, blocks=size, missing=engine.reason, note=notes[name])
        if isinstance(engine, Missing)
        else Stepped(
            engine=name,
            blocks=size,
            step_us=samples[name],
            steps=counts[name],
            ratio=samples[name].median / unit.median,
            ratio_of_minima=samples[name].minimum / unit.minimum,
            agreement=checks[name],
            note=notes[name],
        )
        for name, engine in engines.items()
    ]


def check(engine: Engine, wanted: Array, steps: int) -> Agreement:
    """Step an engine as in the timed runs, and compare every angle of every step with NumPy."""
    right = trajectory(np.tile(wanted, (steps, 1)))  # (steps + 1, loops)
    engine.reset()
    found = np.array([np.array(engine.run(1), dtype=np.float64) for _ in range(steps)])
    return agreement(found, right[1:] if engine.ahead else right[:-1])


def _steps_of_turn(engine: Engine) -> int:
    engine.reset()
    engine.run(WARM_STEPS)
    return int(min(max(20 * TURN / seconds(lambda: engine.run(20)), 10), MAX_STEPS))


def _take_turns(engines: dict[str, Engine], counts: dict[str, int], turns: int) -> dict[str, Sample]:
    """Microseconds per step of every engine."""
    times: dict[str, list[float]] = {name: [] for name in engines}
    with no_collection():
        for _ in range(turns):
            for name, engine in engines.items():
                engine.reset()
                engine.run(max(WARM_STEPS, counts[name] // 10))
                taken = seconds(partial(engine.run, counts[name]))
                times[name].append(1e6 * taken / counts[name])
    return {name: Sample.of(taken) for name, taken in times.items()}


def targets(stepped: Sequence[Stepped], native: Sequence[Native]) -> list[Target]:
    """Compare the measurements with the targets. Medians and minima must both meet them."""
    found = []
    for row in stepped:
        if row.engine == DRAKE and row.blocks in FASTER_THAN_DRAKE:
            wanted = FASTER_THAN_DRAKE[row.blocks]
            what = f"{row.blocks} blocks: at least {wanted:g} times faster per step than Drake"
            if row.ratio is None or row.ratio_of_minima is None:
                found.append(Target(what=what, wanted=wanted, found=None, holds=None))
            else:
                least = min(row.ratio, row.ratio_of_minima)
                found.append(Target(what=what, wanted=wanted, found=least, holds=least >= wanted))
    for inside in native:
        most = max(inside.ratio, inside.ratio_of_minima)
        what = f"{inside.blocks} blocks: native loop within {WITHIN_BY_HAND:g} times Numba written by hand"
        found.append(Target(what=what, wanted=WITHIN_BY_HAND, found=most, holds=most <= WITHIN_BY_HAND))
    return found
