"""The benchmark of inverse kinematics: pult against other solvers, in one run."""

from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.environment import describe, load_average
from benchmarks.figures import Sample
from benchmarks.ik_blocks import BLOCKS, STEP, bench_blocks
from benchmarks.ik_check import ANGLE_TOLERANCE, POSITION_TOLERANCE, reached
from benchmarks.ik_figures import MODES, Calls, IkReport, Mode, Solved
from benchmarks.ik_peers import PEERS
from benchmarks.ik_promises import promises
from benchmarks.ik_solvers import OWN, SOLVE_IK, Job, Solver
from benchmarks.ik_turns import TURN, problems, same_arm, take_turns
from benchmarks.peers import Missing, Peer, build_peer
from pult.robot.robot import load_robot

ROBOTS = ("panda", "ur5", "puma560", "human-arm")
TARGETS, QUICK_TARGETS, WARM_TARGETS = 1000, 200, 50


def bench_ik(
    *,
    quick: bool = False,
    robots: Sequence[str] = ROBOTS,
    targets: int | None = None,
    warm: int = WARM_TARGETS,
    modes: Sequence[Mode] = MODES,
    peers: Sequence[Peer[Solver]] = PEERS,
    blocks: Sequence[str] = tuple(BLOCKS),
    steps: int | None = None,
    say: Callable[[str], None] | None = None,
) -> IkReport:
    """Measure everything.

    Args:
        quick: Fewer targets.
        robots: Shipped robots; the chain is "arm".
        targets: Targets of every robot; 1000 unless said, 200 if quick.
        warm: Targets before them that are not counted.
        modes: "position" and "pose".
        peers: Solvers to compare with.
        blocks: Blocks to measure in schemes.
        steps: Control steps of a turn of a block; a whole period of the moving target by default.
        say: Progress callback.

    Returns:
        The report; rows of peers that are not installed say so.
    """
    count = targets or (QUICK_TARGETS if quick else TARGETS)
    tell = say or (lambda _: None)
    before = load_average()
    solved: list[Solved] = []
    for robot in robots:
        for mode in modes:
            tell(f"{robot}: {mode}")
            solved += bench_robot(robot, mode, count, warm, peers)
    tell("blocks in schemes")
    followed = bench_blocks(blocks, turns=5 if quick else 15, steps=steps)
    return IkReport(
        targets_per_robot=count,
        position_tolerance_m=POSITION_TOLERANCE,
        angle_tolerance_rad=ANGLE_TOLERANCE,
        step_s=STEP,
        environment=describe([peer.package for peer in peers], before, "perf_counter"),
        solved=solved,
        blocks=followed,
        targets=promises(solved, followed),
    )


def bench_robot(robot: str, mode: Mode, count: int, warm: int, peers: Sequence[Peer[Solver]]) -> list[Solved]:
    """All solvers on one robot."""
    chain = load_robot(robot).chain("arm")
    job = Job(chain, mode)
    given = problems(chain, warm + count)
    solvers: dict[str, Solver | Missing] = {name: kind(job) for name, (kind, _) in OWN.items()}
    for peer in peers:
        solvers[peer.name] = same_arm(build_peer(peer, job, "model the arm"), chain)
    turns = take_turns(solvers, given)
    calls = {name: Calls.of(turn.call_us[warm:]) for name, turn in turns.items()}
    cold = {name: Sample.of(turn.cold_us[warm // TURN :]) for name, turn in turns.items()}
    notes = {name: note for name, (_, note) in OWN.items()} | {peer.name: peer.note for peer in peers}
    rows: list[Solved] = []
    for name, solver in solvers.items():
        if isinstance(solver, Missing):
            rows.append(Solved(robot=robot, mode=mode, solver=name, missing=solver.reason, note=notes[name]))
            continue
        answers = turns[name].answers[warm:]
        right = reached(chain, mode, given.poses[warm:], answers)
        claims = np.array([answer.claims for answer in answers])
        rows.append(
            Solved(
                robot=robot,
                mode=mode,
                solver=name,
                call_us=calls[name],
                cold_us=cold[name],
                reached=int(right.sum()),
                success=float(right.mean()),
                false_claims=int((claims & ~right).sum()),
                ratio=calls[name].median / calls[SOLVE_IK].median,
                ratio_of_p99=calls[name].p99 / calls[SOLVE_IK].p99,
                cold_ratio=cold[name].median / cold[SOLVE_IK].median,
                note=notes[name],
            )
        )
    return rows
