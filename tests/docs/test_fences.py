"""Every command and every program in the docs runs, every document is read, and what the docs show is what is said."""

import platformdirs
import pytest

from pult.core.block import REGISTRY
from pult.core.registry import blocks
from pult.pilot import pilot
from tests.docs.fences import PAGES, ROOT, fences
from tests.docs.runner import Reader

RUN = {"console", "python", "json", "toml"}
SHOWN = {"text", "xml", "bash", "yaml", "dockerfile"}
"""Drawings in letters, messages, parts of models, and files for machines that a test does not have: to be looked at, unless
a comment says that they are an output. Files of clusters have a test of their own."""
FENCES = {str(page.relative_to(ROOT)): fences(page.read_text(encoding="utf-8")) for page in PAGES}
RUNNABLE = {page: [fence for fence in found if fence.language in RUN or fence.output] for page, found in FENCES.items()}


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch, tmp_path_factory):
    """What a page declares and keeps is its own; blocks and pilots of packages are there before, and stay."""
    state = tmp_path_factory.mktemp("state")
    monkeypatch.setattr(platformdirs, "user_state_dir", lambda *_, **__: str(state))
    blocks(), pilot.pilots()
    monkeypatch.setattr(REGISTRY, "_types", dict(REGISTRY.types()))
    monkeypatch.setattr(pilot, "_PILOTS", dict(pilot._PILOTS))


@pytest.mark.parametrize("page", [page for page, found in RUNNABLE.items() if found])
def test_a_page_does_what_it_shows(page, tmp_path):
    Reader(page, tmp_path).read([fence for fence in RUNNABLE[page] if not fence.skipped and not fence.long])


@pytest.mark.validate
@pytest.mark.parametrize("page", [page for page, found in RUNNABLE.items() if any(fence.long for fence in found)])
def test_a_page_does_what_it_shows_the_long_way(page, tmp_path):
    Reader(page, tmp_path).read([fence for fence in RUNNABLE[page] if not fence.skipped])


def test_every_fence_is_of_a_known_language():
    unknown = {f"{page}:{fence.line}" for page, found in FENCES.items() for fence in found if fence.language not in RUN | SHOWN}
    assert not unknown


def test_few_fences_are_not_run_and_each_says_why():
    skipped = {f"{page}:{fence.line}": fence.skipped for page, found in FENCES.items() for fence in found if fence.skipped}
    assert len(skipped) <= 4, skipped
