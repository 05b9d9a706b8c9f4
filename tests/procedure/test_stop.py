"""The tool leaves the patient in the set time, whoever asks for it, and where it presses hardest too."""

import json

import pytest

from pult.core.shipped import shipped_file
from pult.procedure.measures import STROKE, Retraction, measure_retract, worst
from pult.procedure.procedure import load_procedure
from pult.procedure.rehearse import _RowRecorder, begin, rehearse, signals_of
from pult.sim.commands import Input, Stop
from pult.sim.open import open_session

FIVE = (-0.2, -0.1, 0.0, 0.1, 0.2)
FIRM = [(0.0, 9.0), (0.25, 18.0), (1.0, 9.0)]
"""Force along the path, greatest before its middle."""
ASKED = {"emergency stop": Stop(reason="emergency stop"), "retract": Input(values={"retract": True})}


def short(scheme, knots, profile, time=0.5):
    """A short stroke over the top of the sphere."""
    data = json.loads(shipped_file("procedure", "massage-arc").read_text(encoding="utf-8"))
    limits, retract = {"joint_speed": 3.0}, {"time": time, "distance": 0.01}
    forces = [{"at": at, "force": force} for at, force in profile]
    changed = {"name": "short", "scheme": scheme, "inserted": 0, "speed": 0.05, "force": forces}
    changed |= {"limits": limits, "retract": retract}
    return load_procedure({**data, **changed, "knots": [{"a": a, "b": 1.570796} for a in knots]})


class Run:
    """A procedure in a session, as the rehearsal does it, that can be taken up again where it presses hardest."""

    def __init__(self, procedure):
        self.procedure, self.session = procedure, open_session(procedure.setup(), procedure.folder)
        self.signals = signals_of(procedure, self.session)
        self.keeping = _RowRecorder(self.signals.columns)
        self.session.listen(self.keeping)
        begin(self.session)
        self.middle, hardest, self.peak = None, self.session.snapshot(), 0.0
        while self.stage() <= STROKE and self.session.time < 20.0:
            before = self.session.snapshot()
            self.session.advance(50)
            force = self.keeping.take(self.session.dt).force
            if force.max() > self.peak:
                self.peak, hardest, step = float(force.max()), before, int(force.argmax())
            if self.middle is None and self.session.row[self.signals.progress] >= 0.5:
                self.middle = self.session.snapshot()
        self.session.restore(hardest)
        self.session.advance(step + 1)  # the same steps again, up to the largest force itself
        self.hardest = self.session.snapshot()

    def stage(self):
        return round(float(self.session.row[self.signals.stage]))

    def force(self):
        return float(self.session.row[self.signals.force])

    def leave(self, snapshot, why):
        """Ask for it, and look for twice the set time and a second more."""
        self.session.restore(snapshot)
        self.keeping.take(self.session.dt)
        retract = self.procedure.document.retract
        self.session.apply(ASKED[why])
        self.session.advance(round((2.0 * retract.time + 1.0) / self.session.dt))
        return measure_retract(self.keeping.take(self.session.dt), retract.distance)


@pytest.fixture(scope="module", params=["massage-force", "massage-position"])
def run(request):
    """Force control that presses with 18 N at most, and position control that presses far too hard."""
    if request.param == "massage-force":
        return Run(short(request.param, FIVE, FIRM))
    return Run(short(request.param, (-0.25, 0.25), [(0.0, 10.0)]))


@pytest.mark.parametrize("why", list(ASKED))
@pytest.mark.parametrize("where", ["middle", "hardest"])
def test_the_tool_leaves_in_the_set_time_and_does_not_come_back(run, why, where):
    snapshot = getattr(run, where)
    run.session.restore(snapshot)
    pressed = run.force()
    assert pressed > 9.0
    if where == "hardest":
        assert pressed == pytest.approx(run.peak, rel=1e-9)
    found = run.leave(snapshot, why)
    assert found.off is not None and found.clear is not None
    assert 0.0 < found.off <= found.clear <= run.procedure.document.retract.time
    assert found.max_force <= 1.02 * pressed  # nothing presses harder first


def test_the_button_needs_no_more_than_twice_the_time_of_the_stop(run):
    """It leads the tool in at a speed of its own; a stop leaves it to the spring, which is faster."""
    stop, button = (run.leave(run.hardest, why) for why in ASKED)
    assert button.off <= 2.1 * stop.off
    assert button.clear <= 2.0 * stop.clear


def test_the_rehearsal_stops_in_the_middle_and_where_the_tool_presses_hardest_and_tells_the_worst():
    rehearsal = rehearse(short("massage-force", FIVE, FIRM))
    assert rehearsal.faults == ()
    assert rehearsal.retracted is not None
    assert rehearsal.retracted.max_force > 17.0
    assert rehearsal.rows.force[-1] == 0.0
    late = rehearse(short("massage-force", FIVE, FIRM, time=0.8 * rehearsal.retracted.clear))
    assert [fault for fault in late.faults if "is drawn in after" in fault] == list(late.faults)


def test_of_several_stops_the_worst_counts():
    quick, slow = Retraction(0.01, 0.06, 12.0), Retraction(0.02, 0.05, 9.0)
    assert worst([quick, slow]) == Retraction(0.02, 0.06, 12.0)
    assert worst([quick, Retraction(0.01, None, 9.0)]).clear is None
