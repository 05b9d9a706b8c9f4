"""A scheme opens large enough to read, where its signals come in; long lists fold."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Person

READABLE = 80
"""Least zoom at which a scheme opens [%]."""


def test_a_scheme_opens_readable_at_the_entry_of_its_signals(arrive: Callable[..., Person]) -> None:
    page = arrive("/design/two-link-semi-automatic", width=1440, height=900).page
    expect(page.get_by_test_id("input-joystick")).to_be_visible(timeout=acts.SOON)
    zoom = page.get_by_test_id("zoom")
    acts.until(page, lambda: int(re.sub(r"\D", "", zoom.inner_text())) >= READABLE, "the scheme is large enough")
    expect(page.get_by_test_id("input-joystick")).to_be_in_viewport()
    expect(page.get_by_test_id("block-hand")).to_contain_text("chain")
    # a long list of inputs shows names alone; one of them unfolds, and all of it folds
    inputs = page.get_by_test_id("scheme-inputs")
    expect(inputs.get_by_label("Unit", exact=True)).to_have_count(0)
    inputs.get_by_role("button", name="Unit, size and kind of angles").click()
    expect(inputs.get_by_label("Unit", exact=True)).to_have_count(1)
    page.get_by_test_id("fold-inputs").click()
    expect(inputs.get_by_role("textbox")).to_have_count(0)
    # seen as a whole, blocks show what they are called, and nothing that could not be read
    page.get_by_test_id("fit").click()
    acts.until(page, lambda: int(re.sub(r"\D", "", zoom.inner_text())) < 60, "the whole scheme is in view")
    expect(page.get_by_test_id("block-pd")).to_be_in_viewport()
    expect(page.get_by_test_id("block-hand")).not_to_contain_text("chain")
