"""Tests are put together by their subjects, which are those of the catalog."""

import pytest

from tests.groups import SUBJECTS, group_of, is_in_browser, subject_of


@pytest.mark.parametrize(
    ("nodeid", "subject"),
    [
        ("tests/sim/test_torso_modes.py::test_it", "torso"),
        ("tests/exercise/test_airlock.py::test_it[a::b]", "airlock"),
        ("tests/pilots/massage/test_operators.py::test_it", "massage"),
        ("tests/sim/test_torsion.py::test_it", ""),
        ("tests/cli/test_run.py::test_torso", ""),
    ],
)
def test_a_test_is_about_the_subject_that_its_folder_or_module_names(nodeid, subject):
    assert subject_of(nodeid) == subject
    assert group_of(nodeid) == (subject or nodeid.partition("::")[0])


def test_browsers_are_not_mixed_with_other_tests_of_a_subject():
    nodeid = "tests/browser/test_torso.py::test_it"
    assert is_in_browser(nodeid) and subject_of(nodeid) == "torso"
    assert group_of(nodeid) == "tests/browser/test_torso.py"


def test_subjects_are_those_of_the_catalog():
    assert {"torso", "airlock", "massage", "two_link"} <= SUBJECTS
