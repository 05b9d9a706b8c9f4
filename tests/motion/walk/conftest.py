"""The biped of these tests."""

import pytest

from tests.motion.walk.biped import make_robot


@pytest.fixture(scope="session")
def walker(tmp_path_factory):
    return make_robot(tmp_path_factory.mktemp("biped")).walker()
