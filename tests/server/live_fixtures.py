"""A server and a session for the tests that leave them as they found them; a plugin of those test modules."""

import pytest

from tests.server.live_support import EASY, Live, patient_panel, save_exercise


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    made = Live(tmp_path_factory.mktemp("project"))
    save_exercise(made, EASY)
    patient_panel(made)
    yield made
    made.close()


@pytest.fixture(scope="module")
def number(live):
    """A session of the easy exercise for all tests that leave it as they found it."""
    return live.start(exercise="easy", seed=1, operator="ann")


@pytest.fixture
def session(live, number):
    """The session at its start, paused, armed, with nobody at it."""
    yield number
    live.close_pages()
    page = live.page(number)
    page.wait_state("ready", "running", "halted")
    page.take(force=True)
    for request in ("pause", "reset", "arm"):
        assert page.ask(request)["ok"]
    live.close_pages()
