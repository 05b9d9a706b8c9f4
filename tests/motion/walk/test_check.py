"""What cannot be walked is refused, with the reason, by how much and when; pictures."""

import xml.etree.ElementTree as ET

import pytest

from pult.core.errors import DocumentError
from pult.motion.walk.check import check_pattern, checked_pattern, checked_table
from pult.motion.walk.gait import dcm_gait, paper_gait
from pult.motion.walk.pattern import make_pattern
from pult.motion.walk.picture import footprints, walk_svg
from pult.motion.walk.plan import Turn, Walk
from tests.motion.walk.biped import SOLE, document, make_robot


def reasons(walker, gait, *commands):
    found = check_pattern(make_pattern(gait, walker, commands or [Walk(2)]), walker)
    return " ".join(fault.message for fault in found.faults)


@pytest.mark.parametrize("gait", [paper_gait(), dcm_gait()], ids=lambda gait: gait.name)
def test_both_gaits_can_be_walked(walker, gait):
    table = checked_table(gait, walker)
    found = check_pattern(table, walker)
    assert found.faults == ()
    assert found.body_margin > 0.01
    assert 0.2 < found.voltage < 0.6


def test_the_printed_alpha_is_refused(walker):
    text = reasons(walker, paper_gait(alpha=0.1))
    assert "the planned zero-moment point is 0.853 m outside the support polygon, 0.00 s after the start of 'step-" in text


def test_legs_that_are_too_short_are_told(walker):
    assert "the legs cannot reach" in reasons(walker, dcm_gait(height=1.3))


def test_a_joint_at_its_limit_is_told(walker):
    assert "at its limit of" in reasons(walker, dcm_gait(height=0.75))


def test_feet_that_overlap_are_told(walker, tmp_path):
    assert "the feet overlap by" in reasons(walker, dcm_gait(half_spacing=0.05))
    legs = document()["walkers"]["legs"]
    wide = make_robot(tmp_path, walkers={"legs": {**legs, "sole": {**SOLE, "half_width": 0.068}}}).walker()
    assert "the feet overlap by" in reasons(wide, dcm_gait(), Turn(0.785))


def test_drives_that_are_too_weak_are_told(tmp_path):
    drives = document()["drives"]
    weak = {"legs": {**drives["legs"], "stall_torque": 100.0}}
    walker = make_robot(tmp_path, drives=weak).walker()
    assert "_knee' needs" in reasons(walker, dcm_gait())
    with pytest.raises(DocumentError, match=r"of its voltage .* s after the start of"):
        checked_pattern(dcm_gait(), walker, [Walk(1)])


def test_a_walk_is_drawn_with_all_its_footprints(walker):
    pattern = make_pattern(dcm_gait(), walker, [Walk(3)])
    assert {side: len(places) for side, places in footprints(pattern).items()} == {"left": 4, "right": 3}
    drawn = walk_svg(pattern, walker, check_pattern(pattern, walker))
    tags = [element.tag.split("}")[1] for element in ET.fromstring(drawn).iter()]
    assert tags.count("polygon") == 7
    bad = make_pattern(paper_gait(alpha=0.1), walker, [Walk(1)])
    marked = walk_svg(bad, walker, check_pattern(bad, walker))
    assert marked.count("<circle") > 10
    assert "outside the support polygon" in marked
