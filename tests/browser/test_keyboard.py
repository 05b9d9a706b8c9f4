"""Keys alone reach everything on every page, and it is seen where they are."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts, test_access
from tests.browser.conftest import Person

studio = test_access.studio
"""A studio with a record to look at."""

PAGES = {
    **test_access.PAGES,
    f"/operate/{acts.EXERCISE}": "[data-testid=task-start]:not([aria-disabled])",
    "/design/servo": "[data-testid=run]",
    "/design?panel=two-link": "[data-testid=picture-upload]",
    "/design?program=prm1-show": "[data-testid=program-frames]",
    "/design?tunnel=snake-tunnel": "[data-testid=tunnel-drawing]",
}
"""Addresses of the pages, and what is there once they are ready."""
MOST = 300
"""More steps than any page has."""

FIND = """() => {
  const kinds = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], " +
    "[role=radio], [role=switch], [role=slider], [role=tab], [role=checkbox], [role=menuitem], [role=option], " +
    "[role=treeitem], [role=spinbutton], [contenteditable=true]";
  const seen = (one) => {
    const { width, height } = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    return width > 1 && height > 1 && style.visibility !== "hidden" && style.pointerEvents !== "none" &&
      !one.matches(":disabled") && !one.closest("[inert], [aria-hidden=true], details:not([open]) > :not(summary)");
  };
  const found = [...document.querySelectorAll(kinds)].filter(seen);
  found.forEach((one, index) => { one.dataset.mouse = index; });
  return found.length;
}"""
"""Number everything that a mouse could press."""
STEP = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const again = at.dataset.walked !== undefined;
  at.dataset.walked = "";
  const style = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  };
  const around = [at, at.parentElement, at.parentElement?.parentElement].filter(Boolean);
  const drawn = at.matches("svg *") || at.querySelector("svg") !== null;
  // the ring of a slider is on its knob, which has no style of its own for scripts
  const knob = at.matches("input[type=range]:focus-visible");
  return { again, ring: knob || around.some(style) || (drawn && [...at.querySelectorAll("*")].some(style)),
           what: at.outerHTML.slice(0, 140) };
}"""
"""Note where the keys are: whether they were there before, whether that is seen, and what it is."""
LEFT = """() => {
  const groups = "[role=radiogroup], [role=toolbar], [role=tablist], [role=menu], [role=listbox], [role=group], " +
    "[role=tree], [role=grid], [role=application], [data-arrows]";
  const walked = (one) => one.dataset.walked !== undefined || one.querySelector("[data-walked]") !== null;
  // within a group that has the keys, arrows go on
  const byArrows = (one) => {
    for (let group = one.closest(groups); group; group = group.parentElement?.closest(groups))
      if (one.tabIndex < 0 && walked(group)) return true;
    return false;
  };
  // a label or a box around a field that has the keys is pressed to get there
  const inside = (one) => walked(one) || one.closest("label")?.querySelector("[data-walked]");
  return [...document.querySelectorAll("[data-mouse]")]
    .filter((one) => one.isConnected && !inside(one) && !byArrows(one))
    .map((one) => one.outerHTML.slice(0, 160));
}"""
"""What the mouse finds and the keys did not."""


def walk(page: Page) -> tuple[list[str], list[str]]:
    """Go through the page with Tab; what was not reached, and where it is not seen that the keys are there."""
    page.evaluate(FIND)
    page.evaluate("() => { document.activeElement?.blur(); window.scrollTo(0, 0); }")
    unseen, outside = [], 0
    for _ in range(MOST):
        page.keyboard.press("Tab")
        at = page.evaluate(STEP)
        if at is None:
            outside += 1
            if outside > 1:
                break
            continue
        if at["again"]:
            break
        if not at["ring"]:
            unseen.append(at["what"])
    return page.evaluate(LEFT), unseen


def palette_faults(page: Page) -> list[str]:
    """A tree has one place for Tab; arrows, Home and End reach each of its rows."""
    rows = page.get_by_role("tree", name="Blocks").get_by_role("treeitem")
    count = rows.count()
    at = "() => [...document.querySelectorAll('[role=tree] [role=treeitem]')].indexOf(document.activeElement)"
    page.locator("[role=tree] [tabindex='0']").first.focus()
    page.keyboard.press("Home")
    seen = [page.evaluate(at)]
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        seen.append(page.evaluate(at))
    page.keyboard.press("End")
    seen.append(page.evaluate(at))
    return [] if seen == [0, 1, 2, 3, count - 1] else [f"arrows in the palette go to the rows {seen} of {count}"]


@pytest.mark.validate
def test_keys_alone_reach_everything_on_every_page_and_it_is_seen_where_they_are(
    arrive: Callable[..., Person],
) -> None:
    page = arrive("/", width=1440, height=900, reduced_motion="reduce").page
    origin = page.evaluate("window.location.origin")
    found: list[str] = []
    for path, ready in PAGES.items():
        page.goto(origin + path)
        expect(page.locator(ready).first).to_be_visible(timeout=acts.READY)
        page.wait_for_timeout(1000)  # lists that arrive
        left, unseen = walk(page)
        found += [f"{path}: not reached: {what}" for what in left] + [f"{path}: not seen: {what}" for what in unseen]
        if path == "/design/servo":
            found += [f"{path}: {fault}" for fault in palette_faults(page)]
    acts.end_sessions(page)
    assert not found, "\n".join(found)
