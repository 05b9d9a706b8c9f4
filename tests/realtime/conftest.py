"""One session for all tests that leave it as they found it: opening one takes seconds."""

import pytest

from pult.realtime import SessionProcess
from pult.realtime.requests import DisconnectOperator, Pause, Speed
from pult.sim.commands import Arm, Reset
from tests.realtime.support import READY, SETUP


@pytest.fixture(scope="package")
def shared_process(tmp_path_factory):
    with SessionProcess.start(SETUP, evidence=tmp_path_factory.mktemp("evidence")) as made:
        made.wait_ready(READY)
        yield made


@pytest.fixture
def process(shared_process):
    """A session at its start, paused, alone."""
    for request in (Reset(), Pause(), DisconnectOperator(), Reset(), Arm()):
        assert shared_process.ask(request, timeout=60).ok
    assert shared_process.ask(Speed(factor=1)).ok
    shared_process.events()
    return shared_process
