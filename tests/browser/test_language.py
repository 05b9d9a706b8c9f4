"""The language and the look of the page are switched, kept, and leave nothing behind."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio

# Names of things (cameras of the model among them), keys and units that are the same in both languages.
SAME = re.compile(
    r"^(above|front|pult( studio)?|EN|RU|English|URDF|MJCF|MCAP|MP4|CSV|PNG|[XYZxyz]|[A-Z]{1,2}"
    r"|Ctrl K|Shift|Page Up|Page Down|PgUp|PgDn|Esc|Enter)$"
)
LATIN = re.compile(r"[A-Za-z]{3,}")
# Words in Latin letters inside Russian sentences: formats, keys, and the name of a robot.
INSIDE = re.compile(r"\b(URDF|MJCF|MCAP|Page Up|Page Down|Shift|Ctrl|pult|studio|English|WebGL|ManGo|SnakeMan|PUMA)\b")

TEXTS = """() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest("script, style, noscript")) continue;
    const text = node.textContent.trim();
    if (text && parent.checkVisibility()) found.add(text);
  }
  for (const one of document.querySelectorAll("[aria-label],[title],[placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      if (one.getAttribute(name)?.trim()) found.add(one.getAttribute(name).trim());
  return [...found];
}"""


@pytest.fixture(scope="module")
def studio(own_studio: Studio) -> Studio:
    """One without documents of a user, whose names are not translated."""
    return own_studio


def _english(page: Page) -> list[str]:
    """Texts that are shown or read out and are not Russian."""
    texts = [str(text) for text in page.evaluate(TEXTS)]
    return sorted(text for text in texts if not SAME.match(text) and LATIN.search(INSIDE.sub("", text)))


def _choose(page: Page, button: str, item: str) -> None:
    page.get_by_role("banner").get_by_role("button", name=re.compile(button)).click()
    page.get_by_role("menuitemradio", name=item).or_(page.get_by_role("menuitem", name=item)).first.click()


def test_russian_is_russian_everywhere_and_stays_after_a_reload(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    expect(page.get_by_role("heading", name="Exercises")).to_be_visible(timeout=acts.SOON)
    _choose(page, "^Language", "Русский")
    expect(page.get_by_role("heading", name="Упражнения")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.get_by_test_id(f"exercise-{acts.EXERCISE}")).to_contain_text("Коснитесь целей")
    acts.until(page, lambda: not _english(page), "what the server says is asked for again")
    page.reload()
    expect(page.get_by_role("heading", name="Упражнения")).to_be_visible(timeout=acts.SOON)

    acts.open_exercise(page)
    expect(page.get_by_test_id("task-card")).to_contain_text("Коснитесь")
    page.get_by_test_id("effector-hand").click()
    expect(page.get_by_test_id("readout")).to_contain_text("Кисть")
    # numbers have a decimal comma
    acts.until(page, lambda: re.search(r"\d,\d", page.get_by_test_id("readout").inner_text()), "a decimal comma")
    assert _english(page) == []
    page.keyboard.press("Shift+Slash")
    expect(page.get_by_role("dialog")).to_contain_text("Клавиши")
    assert _english(page) == []
    page.keyboard.press("Escape")
    _choose(page, "^Язык", "English")
    expect(page.get_by_test_id("stop")).to_contain_text("Stop")
    acts.end_sessions(page)


def _brightness(page: Page) -> float:
    red, green, blue = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)"
    )
    return (red + green + blue) / 3


def test_the_dark_look_is_dark_and_is_kept(arrive: Callable[..., Person]) -> None:
    page = arrive("/", color_scheme="light").page
    expect(page.get_by_role("heading", name="Exercises")).to_be_visible(timeout=acts.SOON)
    assert _brightness(page) > 180
    _choose(page, "^Theme", "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert _brightness(page) < 80
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    _choose(page, "^Theme", "System")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
