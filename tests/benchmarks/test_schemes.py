"""The scheme benchmark measures the right thing; how fast it is, no test asserts."""

import json
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from benchmarks.figures import SchemesReport
from benchmarks.inside import bench_inside
from benchmarks.measure import TOLERANCE, agreement
from benchmarks.peers import PEERS, Engine, Missing, Peer, build_peer
from benchmarks.report import print_report, write
from benchmarks.schemes import PultEngine, bench_schemes, check
from benchmarks.starts import bench_starts
from rich.console import Console

import pult
from benchmarks import loops
from pult.core.signals import Array

pytestmark = pytest.mark.validate


class ByNumPy:
    """An engine that is right, or wrong by as much as it is told."""

    ahead = True

    def __init__(self, wanted: Array, wrong: float = 0.0) -> None:
        self.wanted, self.wrong, self.done = wanted, wrong, 0

    def reset(self) -> None:
        self.done = 0

    def run(self, steps: int) -> Array:
        self.done += steps
        return loops.trajectory(np.tile(self.wanted, (self.done, 1)))[-1] + self.wrong


def build_by_numpy(wanted: Array) -> Engine:
    return ByNumPy(wanted)


def build_broken(wanted: Array) -> Engine:
    raise RuntimeError(f"no room for {len(wanted)} loops")


class BreaksDown(ByNumPy):
    def run(self, steps: int) -> Array:
        raise RuntimeError("smoke")


ABSENT = Peer("Absent", "no-such-package", ("no_such_module_at_all",), build_by_numpy, "never runs")
PRESENT = Peer("Present", "numpy", (), build_by_numpy, "runs")
BROKEN = Peer("Broken", "no-such-package", (), build_broken, "never runs")
FAILING = Peer("Failing", "no-such-package", (), BreaksDown, "never runs")


@pytest.fixture(scope="module")
def report() -> SchemesReport:
    peers = (ABSENT, PRESENT, BROKEN, FAILING)
    return bench_schemes(copies=(1, 3), repeats=1, steps=2, peers=peers, starts=False)


def row(report: SchemesReport, engine: str, blocks: int = 8):
    return next(r for r in report.stepped if (r.engine, r.blocks) == (engine, blocks))


def printed(report: SchemesReport) -> str:
    text = StringIO()
    print_report(report, Console(width=160, file=text))
    return text.getvalue()


# --- the scheme in its forms ------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3])
def test_scheme_has_eight_blocks_per_loop(count: int) -> None:
    program = pult.compile_scheme(loops.document(count), plain=True)
    assert len(program.layout.flat.leaves) == loops.BLOCKS_PER_LOOP * count
    assert len(program.inputs) == len(program.outputs) == count


def test_trajectory_follows_the_closed_form_while_saturated() -> None:
    """At full voltage the speed grows by a = drive u_max every step, so q_k = a dt^2 k (k-1)/2."""
    steps = 6
    wanted = np.full((steps, 1), 100.0)
    k = np.arange(steps + 1)
    expected = loops.DRIVE * loops.U_MAX * loops.STEP**2 * k * (k - 1) / 2
    assert loops.trajectory(wanted)[:, 0] == pytest.approx(expected, abs=1e-15)  # a few roundings of numbers below 0.1


def test_checked_steps_both_saturate_and_settle() -> None:
    wanted = loops.references(100, 2)
    q = loops.trajectory(wanted)
    w = np.diff(q, axis=0) / loops.STEP
    u = loops.KP * (wanted - q[:-1]) - loops.KD * w
    assert (np.abs(u) > loops.U_MAX).any(axis=0).all()
    assert np.abs(q[-1] - wanted[-1]).max() < 1e-2


def test_loops_differ_and_references_change_sign() -> None:
    wanted = loops.references(2 * loops.HALF_PERIOD, 5)
    assert len(set(wanted[0])) == 5
    assert (wanted[loops.HALF_PERIOD :] == -wanted[: loops.HALF_PERIOD]).all()


@pytest.mark.parametrize("count", [1, 4])
def test_numba_by_hand_and_pult_give_the_same_bits(count: int) -> None:
    inside = bench_inside(count, turns=1, steps=700)  # past a change of sign
    assert inside.same_bits
    assert inside.agreement.holds
    assert inside.by_hand_agreement.holds
    assert inside.agreement.steps == 700


def test_functions_written_by_hand_agree_in_plain_python() -> None:
    wanted = loops.references(50, 1)
    found = []
    for function in (loops.by_hand_one, loops.by_hand_many):
        angles = np.zeros_like(wanted)
        function(np.zeros(1), np.zeros(1), np.zeros((8, 1)), wanted, angles)
        found.append(angles)
    assert found[0].tobytes() == found[1].tobytes()
    assert found[0] == pytest.approx(loops.trajectory(wanted)[:-1], abs=TOLERANCE)


# --- the check --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plain", [False, True])
def test_pult_computes_the_trajectory(plain: bool) -> None:
    wanted = loops.references(1, 3)[0]
    found = check(PultEngine(wanted, plain), wanted, 100)
    assert found.holds
    assert found.steps == 100


def test_engine_that_is_wrong_is_caught() -> None:
    wanted = loops.references(1, 2)[0]
    assert check(ByNumPy(wanted), wanted, 10).holds
    assert not check(ByNumPy(wanted, 10 * TOLERANCE), wanted, 10).holds


def test_engine_that_is_a_step_late_is_caught() -> None:
    wanted = loops.references(1, 2)[0]
    late = ByNumPy(wanted)
    late.ahead = False
    assert not check(late, wanted, 10).holds


def test_nan_never_agrees() -> None:
    assert not agreement(np.full((2, 1), np.nan), np.zeros((2, 1))).holds


# --- peers ------------------------------------------------------------------------------------------------


def test_peer_that_is_not_installed_says_so_and_the_rest_is_measured(report: SchemesReport) -> None:
    for blocks in (8, 24):
        absent = row(report, "Absent", blocks)
        assert (absent.missing, absent.step_us, absent.ratio) == ("not installed", None, None)
        assert row(report, "Present", blocks).step_us is not None
    assert "no-such-package" not in report.environment.packages


def test_peer_that_fails_says_why(report: SchemesReport) -> None:
    assert row(report, "Broken").missing == "cannot build the scheme: no room for 1 loops"
    assert row(report, "Failing").missing == "cannot run: smoke"


def test_peer_that_lacks_something_else_is_not_called_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_installed.py").write_text("import no_such_module_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    peer = Peer("Half", "half", ("half_installed",), build_by_numpy, "")
    found = build_peer(peer, np.ones(1))
    assert found == Missing("cannot be imported: No module named 'no_such_module_at_all'")


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_installed_peers_compute_the_trajectory(peer: Peer) -> None:
    for module in peer.modules:
        pytest.importorskip(module)
    wanted = loops.references(1, 2)[0]
    engine = build_peer(peer, wanted)
    assert not isinstance(engine, Missing), engine
    assert check(engine, wanted, 100).holds
    assert check(engine, wanted, 20).holds  # again after a reset


# --- the report -------------------------------------------------------------------------------------------


def test_report_covers_every_engine_and_size_and_agrees(report: SchemesReport) -> None:
    engines = ["pult", "pult plain", "Absent", "Present", "Broken", "Failing"]
    assert [(r.engine, r.blocks) for r in report.stepped] == [(e, b) for b in (8, 24) for e in engines]
    assert [r.blocks for r in report.native] == [8, 24]
    assert report.agrees
    mine = row(report, "pult")
    assert mine.step_us is not None
    assert (mine.ratio, mine.steps, mine.step_us.repeats) == (1.0, 2, 1)


def test_a_wrong_engine_spoils_the_report() -> None:
    wrong = Peer("Wrong", "numpy", (), lambda wanted: ByNumPy(wanted, 1e-3), "")
    spoilt = bench_schemes(copies=(1,), repeats=1, steps=2, peers=(wrong,), starts=False)
    assert not spoilt.agrees
    assert "cannot be compared" in printed(spoilt)


def test_targets_without_drake_are_not_measured() -> None:
    drake = ABSENT._replace(name="Drake")
    targets = bench_schemes(copies=(1,), repeats=1, steps=2, peers=(drake,), starts=False).targets
    assert [(t.wanted, t.found, t.holds) for t in targets[:1]] == [(10.0, None, None)]
    assert targets[1].wanted == 3.0
    assert targets[1].found is not None


def test_json_is_stable_and_round_trips(report: SchemesReport) -> None:
    assert SchemesReport.from_json(report.to_json()) == report
    plain = json.loads(report.to_json())
    assert plain == report.as_dict()
    assert (plain["format"], plain["version"]) == ("pult.bench.schemes", 1)
    assert list(plain) == [
        "format", "version", "step_s", "environment", "stepped", "native", "first_step", "targets",
    ]  # fmt: skip
    assert set(plain["stepped"][0]["step_us"]) == {"median", "minimum", "repeats"}


def test_write_makes_the_folder_and_names_its_files(report: SchemesReport, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    paths = write(report, tmp_path / "new" / "folder")
    assert [path.name for path in paths] == ["schemes.json", "schemes.png", "schemes.svg"]
    assert SchemesReport.from_json(paths[0].read_bytes()) == report
    assert paths[1].read_bytes().startswith(b"\x89PNG")


def test_write_without_matplotlib_leaves_the_picture_out(
    report: SchemesReport, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "benchmarks.picture", None)
    assert [path.name for path in write(report, tmp_path)] == ["schemes.json"]


def test_table_tells_what_is_missing_and_what_is_promised(report: SchemesReport) -> None:
    text = printed(report)
    assert "not installed" in text
    assert "native loop within 3 times Numba written by hand" in text
    assert "All engines computed the same trajectories." in text


def test_starts_are_cold_then_cached_then_plain() -> None:
    starts = bench_starts(1, turns=1)
    assert [start.mode for start in starts] == ["cold", "cached", "plain"]
    for start in starts:
        parts = start.load_s.median + start.compile_s.median + start.step_s.median
        assert start.document_to_step_s.median == pytest.approx(parts)
