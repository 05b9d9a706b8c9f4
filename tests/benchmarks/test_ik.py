"""The benchmark of inverse kinematics measures the right thing; how fast it is, no test asserts."""

import json
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from benchmarks.ik import bench_ik
from benchmarks.ik_arm import arm_of, urdf_of
from benchmarks.ik_check import ANGLE_TOLERANCE, POSITION_TOLERANCE, apart, reached
from benchmarks.ik_figures import MODES, Calls, IkBlock, IkReport, Mode, Solved
from benchmarks.ik_peers import PEERS, RoboticsToolbox, TracIk
from benchmarks.ik_promises import promises
from benchmarks.ik_report import percent, print_ik_report, write_ik
from benchmarks.ik_solvers import OWN, Answer, Job, SolveIk, Solver
from benchmarks.ik_turns import problems, same_arm, take_turns
from benchmarks.peers import Missing, NotOffered, Peer, build_peer
from rich.console import Console
from typer.testing import CliRunner

import pult
from benchmarks import ik_blocks
from pult.cli import app
from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_rotation_vector

pytestmark = pytest.mark.validate

ROBOTS = ("panda", "ur5", "puma560", "human-arm")
BLOCKS = ("kinematics.descent", "kinematics.ik_pose")


class Liar(SolveIk):
    """Stays where it is and says it has arrived."""

    def solve(self, target: Array, q0: Array) -> Array:
        return q0

    def read(self, raw: Array) -> Answer:
        return Answer(raw, True)


class BreaksDown(SolveIk):
    def solve(self, target: Array, q0: Array) -> Array:
        raise RuntimeError("smoke")


class Elsewhere(SolveIk):
    def forward(self, q: Array) -> Array:
        return super().forward(q) + 1e-6


def not_offered(job: Job) -> Solver:
    raise NotOffered("no arms.")


ABSENT = Peer("Absent", "no-such-package", ("no_such_module_at_all",), SolveIk, "never runs")
LIAR = Peer("Liar", "numpy", (), Liar, "lies")
FAILING = Peer("Failing", "no-such-package", (), BreaksDown, "never runs")
ELSEWHERE = Peer("Elsewhere", "no-such-package", (), Elsewhere, "never runs")
IDLE = Peer("Idle", "no-such-package", (), not_offered, "never runs")


@pytest.fixture(scope="module")
def report() -> IkReport:
    peers = (ABSENT, LIAR, FAILING, ELSEWHERE, IDLE)
    return bench_ik(robots=("panda",), targets=12, warm=1, peers=peers, blocks=BLOCKS, steps=5)


def row(report: IkReport, solver: str, mode: Mode = "pose") -> Solved:
    return next(r for r in report.solved if (r.solver, r.mode) == (solver, mode))


def printed(report: IkReport) -> str:
    text = StringIO()
    print_ik_report(report, Console(width=200, file=text))
    return text.getvalue()


def chain_of(robot: str = "panda") -> pult.Chain:
    return pult.load_robot(robot).chain("arm")


# --- targets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ROBOTS)
def test_targets_are_reachable_and_starts_inside_the_limits(robot: str) -> None:
    chain = chain_of(robot)
    given = problems(chain, 20)
    assert (given.starts >= chain.lower).all() and (given.starts <= chain.upper).all()
    for pose, q0 in zip(given.poses, given.starts, strict=True):
        assert pult.solve_ik(chain, pose, q0).reached


def test_targets_are_the_same_in_every_run_and_differ_from_the_starts() -> None:
    chain = chain_of()
    first, second = problems(chain, 5), problems(chain, 5)
    assert first.poses.tobytes() == second.poses.tobytes() and first.starts.tobytes() == second.starts.tobytes()
    assert apart(chain.forward_many(first.starts)[:, 0], first.poses).distance.min() > 100 * POSITION_TOLERANCE


def test_benchmark_is_about_the_usual_tolerances_of_the_solvers() -> None:
    usual = pult.solve_ik.__kwdefaults__
    assert (usual["tolerance"], usual["angle_tolerance"]) == (POSITION_TOLERANCE, ANGLE_TOLERANCE)
    usual = pult.coordinate_descent.__kwdefaults__
    assert (usual["eps2"], usual["angle_tolerance"]) == (POSITION_TOLERANCE, ANGLE_TOLERANCE)


# --- the check --------------------------------------------------------------------------------------------


def test_apart_gives_distance_and_angle() -> None:
    for angle in (1e-9, 1e-3, 1.0, np.pi):
        moved = np.eye(4)
        moved[:3, 3] = [3e-5, 0.0, 4e-5]
        moved[:3, :3] = matrix_from_rotation_vector([0.0, 0.6 * angle, 0.8 * angle])
        off = apart(moved[None], np.eye(4)[None])
        assert off.distance[0] == pytest.approx(5e-5)
        # beside pi the sine hardly changes: its last digit is the square root of that in the angle
        assert off.angle[0] == pytest.approx(angle, rel=1e-6)


@pytest.mark.parametrize(
    ("turn", "shift", "position", "pose"),
    [
        (0.0, 0.0, True, True),
        (0.9e-3, 0.9e-4, True, True),
        (1.1e-3, 0.0, True, False),
        (0.0, 1.1e-4, False, False),
    ],
)
def test_reached_is_decided_by_both_tolerances(turn: float, shift: float, position: bool, pose: bool) -> None:
    chain = chain_of()
    q = chain.centre
    wanted = chain.forward(q)
    wanted[:3, 3] += [shift, 0.0, 0.0]
    wanted[:3, :3] = matrix_from_rotation_vector([turn, 0.0, 0.0]) @ wanted[:3, :3]
    for mode, expected in (("position", position), ("pose", pose)):
        assert reached(chain, mode, wanted[None], [Answer(q, not expected)]).tolist() == [expected]


def test_nothing_outside_the_limits_or_not_finite_is_reached() -> None:
    chain = chain_of()
    beyond = chain.upper + 1e-3
    answers = [Answer(beyond, True), Answer(np.full(chain.n, np.nan), True), Answer(chain.upper.copy(), False)]
    poses = chain.forward_many([beyond, chain.upper, chain.upper])[:, 0]
    for mode in MODES:
        assert reached(chain, mode, poses, answers).tolist() == [False, False, True]


def test_solver_that_lies_is_caught(report: IkReport) -> None:
    for mode in MODES:
        liar = row(report, "Liar", mode)
        assert (liar.reached, liar.success, liar.false_claims) == (0, 0.0, 12)
    assert "Liar (panda, pose) says of 12 targets that they are reached; they are not." in printed(report)


def test_success_is_what_the_answers_give() -> None:
    chain, mode = chain_of(), "pose"
    job, given = Job(chain, mode), problems(chain, 12)
    for name, (kind, _) in OWN.items():
        turns = take_turns({name: kind(job)}, given)[name]
        right = reached(chain, mode, given.poses, turns.answers)
        for pose, answer, ok in zip(given.poses, turns.answers, right, strict=True):
            off = apart(chain.forward(answer.q)[None], pose[None])
            assert ok == (off.distance[0] <= POSITION_TOLERANCE and off.angle[0] <= ANGLE_TOLERANCE)
            assert ok == answer.claims
        assert (len(turns.call_us), len(turns.cold_us)) == (12, 2)


# --- peers ------------------------------------------------------------------------------------------------


def test_peers_that_cannot_be_measured_say_why_and_the_rest_is_measured(report: IkReport) -> None:
    reasons = {
        "Absent": "not installed",
        "Failing": "cannot run: smoke",
        "Elsewhere": "its arm is another one: poses differ by 1e-06",
        "Idle": "not offered: no arms.",
    }
    for mode in MODES:
        for name, reason in reasons.items():
            missing = row(report, name, mode)
            assert (missing.missing, missing.call_us, missing.cold_us, missing.success) == (reason, None, None, None)
            assert (missing.ratio, missing.ratio_of_p99, missing.cold_ratio) == (None, None, None)
        assert row(report, "solve_ik", mode).call_us is not None
    assert "no-such-package" not in report.environment.packages


def test_every_target_is_called_once_between_uncounted_calls() -> None:
    class Recorder(SolveIk):
        def prepare(self, T_base_target: Array) -> int:
            self.prepared = getattr(self, "prepared", -1) + 1
            return self.prepared

        def solve(self, target: int, q0: Array) -> int:
            called.append(target)
            return target

    called: list[int] = []
    turns = take_turns({"solve_ik": Recorder(Job(chain_of(), "pose"))}, problems(chain_of(), 13))["solve_ik"]
    assert called == [9, 10, 11, 12, *range(10), 6, 7, 8, 9, 10, 11, 12]
    assert (len(turns.call_us), len(turns.cold_us)) == (13, 2)


def test_failing_solver_of_pult_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OWN, "solve_ik", (BreaksDown, ""))
    with pytest.raises(RuntimeError, match="smoke"):
        bench_ik(robots=("panda",), targets=1, warm=0, peers=(), blocks=())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_installed_peers_have_our_arm_and_solve(peer: Peer[Solver], mode: Mode) -> None:
    for module in peer.modules:
        pytest.importorskip(module)
    for robot in ROBOTS:
        job = Job(chain_of(robot), mode)
        solver = build_peer(peer, job, "model the arm")
        if solver == Missing("not offered: its Python binding takes whole poses only."):
            assert (peer.name, mode) == ("TRAC-IK", "position")
            continue
        assert same_arm(solver, job.chain) is solver
        assert not isinstance(solver, Missing)
        given = problems(job.chain, 8)
        turns = take_turns({peer.name: solver}, given)[peer.name]
        assert reached(job.chain, mode, given.poses, turns.answers).any()


def test_peers_stop_where_the_tolerances_are_sure_to_be_kept() -> None:
    assert np.sqrt(2.0 * RoboticsToolbox.tol) == pytest.approx(POSITION_TOLERANCE)
    assert np.linalg.norm([TracIk.eps] * 3) == pytest.approx(POSITION_TOLERANCE)
    assert POSITION_TOLERANCE < ANGLE_TOLERANCE  # one number for metres and radians: the smaller one rules


@pytest.mark.parametrize("robot", ROBOTS)
def test_urdf_of_an_arm_is_the_same_arm(robot: str) -> None:
    chain = chain_of(robot)
    other = pult.Chain.from_urdf(urdf_of(arm_of(chain)), "tip")
    assert other.lower.tolist() == chain.lower.tolist() and other.upper.tolist() == chain.upper.tolist()
    for q in chain.random(0, 5):
        assert other.forward(q) == pytest.approx(chain.forward(q), abs=1e-12)


def test_sliding_joints_and_offsets_are_part_of_the_arm() -> None:
    rows = [
        {"a": 0.3, "alpha": 0.5, "d": 0.1, "theta": 0.7, "lower": -1.0, "upper": 1.0},
        {"a": 0.1, "alpha": -0.4, "d": 0.2, "theta": 0.3, "joint": "prismatic", "lower": 0.0, "upper": 0.5},
    ]
    chain = pult.Chain.from_dh(rows, "standard")
    arm = arm_of(chain)
    assert [joint.slides for joint in arm.joints] == [False, True]
    other = pult.Chain.from_urdf(urdf_of(arm), "tip")
    assert other.forward([0.4, 0.2]) == pytest.approx(chain.forward([0.4, 0.2]), abs=1e-12)


def test_arms_with_joints_that_follow_others_are_refused() -> None:
    follower = pult.Joint("b", mimic=pult.Mimic("a", 2.0))
    chain = pult.Chain.from_joints([(pult.Joint("a"), np.eye(4)), (follower, pult.pose([0.1, 0.0, 0.0]))], tool=pult.pose([1.0, 0, 0]))
    with pytest.raises(pult.KinematicsError, match="'b' is not simply one joint behind another"):
        arm_of(chain)


# --- blocks -----------------------------------------------------------------------------------------------


def test_moving_target_is_smooth_and_returns() -> None:
    chain = chain_of()
    centre = chain.forward(pult.load_robot("panda").home("arm"))
    path = ik_blocks.lissajous(centre, 1000)
    steps = apart(path.poses[1:], path.poses[:-1])
    assert steps.distance.max() < 0.24 * ik_blocks.STEP and steps.angle.max() < 0.72 * ik_blocks.STEP
    assert np.abs(path.poses[-1] - centre).max() < 1e-12


def test_blocks_follow_the_target_and_cost_is_over_the_empty_scheme(report: IkReport) -> None:
    assert tuple(b.block for b in report.blocks) == BLOCKS
    for block in report.blocks:
        assert (block.reached, block.steps) == (5, 5)
        assert block.largest_m <= POSITION_TOLERANCE and block.largest_rad <= ANGLE_TOLERANCE
        differences = (block.step_us.median - block.empty_us.median, block.step_us.minimum - block.empty_us.minimum)
        assert block.cost_us == max(differences)
        assert block.share == pytest.approx(1e-6 * block.cost_us / 0.01)
    assert report.blocks[1].largest_rad > 0.0


def test_empty_scheme_has_no_block_of_kinematics() -> None:
    for block in ik_blocks.BLOCKS:
        document = ik_blocks.document(block, np.zeros(7), empty=True)
        assert [b["type"] for b in document["blocks"]] == ["digital.unit_delay"]
        assert document["inputs"] == ik_blocks.document(block, np.zeros(7), empty=False)["inputs"]


# --- the report -------------------------------------------------------------------------------------------


def test_report_covers_every_solver_and_mode(report: IkReport) -> None:
    solvers = [*OWN, "Absent", "Liar", "Failing", "Elsewhere", "Idle"]
    assert [(r.mode, r.solver) for r in report.solved] == [(m, s) for m in MODES for s in solvers]
    assert (report.targets_per_robot, report.environment.clock) == (12, "perf_counter")
    for mode in MODES:
        mine = row(report, "solve_ik", mode)
        assert (mine.reached, mine.success, mine.false_claims) == (12, 1.0, 0)
        assert mine.call_us is not None and mine.cold_us is not None
        assert (mine.call_us.calls, mine.cold_us.repeats) == (12, 2)


def test_ratios_are_those_of_the_times(report: IkReport) -> None:
    for r in report.solved:
        mine = row(report, "solve_ik", r.mode)
        if r.call_us is None or mine.call_us is None or r.cold_us is None or mine.cold_us is None:
            assert r.missing
            continue
        assert r.ratio == r.call_us.median / mine.call_us.median
        assert r.ratio_of_p99 == r.call_us.p99 / mine.call_us.p99
        assert r.cold_ratio == r.cold_us.median / mine.cold_us.median
        assert r.call_us.minimum <= r.call_us.median <= r.call_us.p99
    assert row(report, "solve_ik").ratio == 1.0


def test_success_is_the_share_of_the_targets(report: IkReport) -> None:
    for r in report.solved:
        if not r.missing:
            assert r.success == r.reached / report.targets_per_robot


def test_calls_are_summed_up() -> None:
    calls = Calls.of([float(k) for k in range(101)])
    assert calls == Calls(median=50.0, p99=99.0, mean=50.0, minimum=0.0, calls=101)


def solved(solver: str, success: float = 1.0, ratio: float = 1.0, ratio_of_p99: float = 1.0) -> Solved:
    return Solved(robot="r", mode="pose", solver=solver, success=success, ratio=ratio, ratio_of_p99=ratio_of_p99)


@pytest.mark.parametrize(("ratio", "ratio_of_p99", "kept"), [(2.0, 1.0, (True, True)), (1.6, 0.8, (False, False))])
def test_promises_are_about_half_the_median_and_the_whole_p99(ratio: float, ratio_of_p99: float, kept: object) -> None:
    targets = promises([solved("solve_ik"), solved("ik_LM", ratio=ratio, ratio_of_p99=ratio_of_p99)], [])
    assert [(t.wanted, t.found) for t in targets] == [(1.0, 1.0), (0.5, 1.0 / ratio), (1.0, 1.0 / ratio_of_p99)]
    assert (targets[0].holds, (targets[1].holds, targets[2].holds)) == (True, kept)


def test_promises_fail_if_one_target_is_missed() -> None:
    target = promises([solved("solve_ik", success=0.999)], [])[0]
    assert (target.found, target.holds) == (0.999, False)


def test_promises_without_the_peer_are_not_measured(report: IkReport) -> None:
    without = [t for t in report.targets if "ik_LM" in t.what]
    assert [(t.found, t.holds) for t in without] == [(None, None)] * 4
    missing = Solved(robot="r", mode="pose", solver="ik_LM", missing="not installed")
    assert [t.holds for t in promises([solved("solve_ik"), missing], [])] == [True, None, None]


def test_promise_of_a_block_is_about_its_share_of_the_step(report: IkReport) -> None:
    shares = {t.what: (t.wanted, t.found) for t in report.targets[-2:]}
    assert list(shares.values()) == [(0.01, block.share) for block in report.blocks]
    assert all("takes less than 1% of a 10 ms step" in what for what in shares)


def test_json_is_stable_and_round_trips(report: IkReport) -> None:
    assert IkReport.from_json(report.to_json()) == report
    plain = json.loads(report.to_json())
    assert plain == report.as_dict()
    assert (plain["format"], plain["version"]) == ("pult.bench.ik", 1)
    assert list(plain) == [
        "format", "version", "targets_per_robot", "position_tolerance_m", "angle_tolerance_rad", "step_s",
        "environment", "solved", "blocks", "targets",
    ]  # fmt: skip
    assert set(plain["solved"][0]) == set(Solved.__struct_fields__)
    assert set(plain["solved"][0]["call_us"]) == {"median", "p99", "mean", "minimum", "calls"}
    assert set(plain["blocks"][0]) == set(IkBlock.__struct_fields__)


def test_write_makes_the_folder_and_names_its_files(report: IkReport, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    paths = write_ik(report, tmp_path / "new" / "folder")
    assert [path.name for path in paths] == ["ik.json", "ik.png", "ik.svg"]
    assert IkReport.from_json(paths[0].read_bytes()) == report
    assert paths[1].read_bytes().startswith(b"\x89PNG")


def test_write_without_matplotlib_leaves_the_picture_out(
    report: IkReport, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "benchmarks.ik_picture", None)
    assert [path.name for path in write_ik(report, tmp_path)] == ["ik.json"]


def test_tables_tell_what_is_missing_and_what_is_promised(report: IkReport) -> None:
    text = printed(report)
    assert "not installed" in text
    assert "panda, pose: solve_ik reaches every target" in text
    assert "kinematics.ik_pose takes less than 1% of a 10 ms step" in text


def test_report_without_lies_says_so() -> None:
    honest = bench_ik(robots=("panda",), targets=2, warm=0, peers=(), modes=("position",), blocks=())
    assert "No solver says of a target that it is reached when it is not." in printed(honest)


def test_only_all_is_a_hundred_percent() -> None:
    assert [percent(share) for share in (1.0, 0.9999, 0.999, 0.5, 0.0)] == ["100 %", "99.9 %", "99.9 %", "50 %", "0 %"]


def test_command_answers_as_json_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.ik.bench_ik", lambda quick, targets: bench_ik(
        quick=quick, targets=targets, robots=("panda",), modes=("position",), warm=0, peers=(ABSENT,), blocks=()
    ))  # fmt: skip
    done = CliRunner().invoke(app, ["bench", "ik", "--json", "--quick", "--targets", "3", "-o", str(tmp_path)])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["targets_per_robot"] == 3
    assert told == json.loads((tmp_path / "ik.json").read_text())
