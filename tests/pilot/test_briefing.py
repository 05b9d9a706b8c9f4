"""What an operator knows before an attempt: it is what the documents say."""

import pytest

from pult.core.errors import UsageError
from pult.pilot import Briefing, StageCard

CARD = StageCard("set", "mark", {"panel.force": (11.9, 12.1), "hand to mark": (None, 0.03), "sensor.travel": (0.004, None)})


def test_a_stage_tells_what_is_asked_for():
    assert CARD.middle("panel.force") == 12.0
    assert CARD.below("hand to mark") == 0.03 and CARD.above("sensor.travel") == 0.004


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: CARD.middle("hand to mark"), "set: hand to mark has no bounds on both sides."),
        (lambda: CARD.above("hand to mark"), "set: hand to mark has no lower bound."),
        (lambda: CARD.below("sensor.travel"), "set: sensor.travel has no upper bound."),
        (lambda: CARD.middle("panel.forse"), "set: nothing is asked of 'panel.forse'. Did you mean 'panel.force'"),
        (lambda: Briefing((CARD,)).number("press"), "the exercise has no stage 'press'. Allowed: 'set'"),
        (lambda: Briefing().parameter("velocity.k"), "has to know 'velocity.k' of the scheme, which has 0 values"),
    ],
)
def test_what_is_not_told_is_refused_with_what_is(ask, message):
    with pytest.raises(UsageError) as refused:
        ask()
    assert message in str(refused.value)


def test_a_parameter_is_found_in_whatever_sub_scheme_its_block_is():
    known = Briefing(parameters={"left.lead.velocity.k": 0.25, "right.lead.velocity.k": 0.25, "top_velocity.k": 2.0, "rate.k": 0.6})
    assert known.parameter("velocity.k") == 0.25 and known.parameter("rate.k") == 0.6
    with pytest.raises(UsageError, match="which has 2 values"):
        Briefing(parameters={"a.rate.k": 0.6, "b.rate.k": 0.8}).parameter("rate.k")
