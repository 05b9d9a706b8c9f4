"""What the tests of sessions share: sessions of the lab, and one of native code for all of them."""

import pytest

from tests.sim.lab import HELD, opened
from tests.sim.lab import write as write_documents


@pytest.fixture
def session(tmp_path):
    """A session as plain Python, at its start."""
    return opened(tmp_path)


@pytest.fixture
def held(tmp_path):
    """A session with an enabling button, at its start: stopped."""
    return opened(tmp_path, panel=HELD)


@pytest.fixture
def documents(tmp_path):
    """Folder that names the documents of the lab."""
    return write_documents(tmp_path)


@pytest.fixture(scope="session")
def native(tmp_path_factory):
    """One session of native code for all tests; each takes it from its start by a reset."""
    return opened(tmp_path_factory.mktemp("native"), plain=False)
