"""Drawing the scheme of the two-link arm from an empty canvas, running, tuning and repairing it."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio

NAME = "drawn"
INPUTS = {"angles": ("rad", "2", "number"), "speeds": ("rad/s", "2", "number"), "enable": ("", "", "boolean")}
OUTPUTS = {
    "motors": ("V", "2", "number"),
    "out_of_reach": ("", "", "boolean"),
    "at_limit": ("", "", "boolean"),
    "hand_speed": ("m/s", "", "number"),
    "distance": ("m", "", "number"),
}
WIRES = [
    ("sine.y", "pd.wanted"),
    ("angles", "pd.angle"),
    ("speeds", "pd.speed"),
    ("pd.y", "motors"),
    ("enable", "not.x"),
    ("not.y", "out_of_reach"),
    ("not.y", "at_limit"),
    ("constant.y", "hand_speed"),
    ("constant_2.y", "distance"),
]


def _canvas(page: Page) -> Locator:
    return page.get_by_test_id("canvas")


def _place(page: Page, block: str, across: float, down: float) -> None:
    """Find a block in the palette and drag it to a place of the canvas, given in parts of its size."""
    find = (
        page.get_by_test_id("palette")
        .get_by_role("searchbox")
        .or_(page.get_by_test_id("palette").get_by_label("Find a block"))
    )
    find.first.fill(block.split(".")[1])
    item = page.get_by_test_id(f"palette-{block}")
    box = _canvas(page).bounding_box()
    assert box is not None
    page.mouse.move(*acts.middle(item))
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * across - 20, box["y"] + box["height"] * down, steps=3)
    page.mouse.move(box["x"] + box["width"] * across, box["y"] + box["height"] * down)
    page.mouse.up()


def _nothing_selected(page: Page) -> None:
    """Press the empty canvas: the sheet then shows the scheme itself."""
    box = _canvas(page).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 8)
    expect(page.get_by_test_id("scheme-inputs")).to_be_visible()


def _declare(page: Page, side: str, name: str, unit: str, size: str, kind: str) -> None:
    """Add an external port and say what it carries."""
    _nothing_selected(page)
    page.get_by_test_id(f"scheme-{side}").get_by_role("button", name="Add").click()
    title = page.get_by_test_id("sheet-name")
    expect(title).to_have_value(side[:-1])
    title.fill(name)
    title.press("Enter")
    expect(title).to_have_value(name)
    sheet = page.get_by_test_id("sheet")
    if unit:
        sheet.get_by_label("Unit").fill(unit)
        sheet.get_by_label("Unit").press("Enter")
    if size:
        sheet.get_by_label("Size").fill(size)
        sheet.get_by_label("Size").press("Enter")
    if kind != "number":
        sheet.get_by_label("Kind").select_option(kind)


def _port(page: Page, terminal: str, way: str) -> Locator:
    return page.get_by_test_id(f"port-{way}-{terminal}")


def _pull(page: Page, source: str, target: str) -> None:
    """Pull a wire from an output to an input, and keep holding it there."""
    page.mouse.move(*acts.middle(_port(page, source, "out")))
    page.mouse.down()
    x, y = acts.middle(_port(page, target, "in"))
    page.mouse.move(x - 12, y - 6, steps=4)
    page.mouse.move(x, y, steps=2)


def _wires(page: Page) -> int:
    text = page.get_by_test_id("checked").inner_text()
    found = re.search(r"(\d+) wires?", text)
    return int(found.group(1)) if found else -1


def _saved(studio: Studio) -> dict[str, Any]:
    [path] = studio.project.rglob(f"{NAME}.scheme.json")
    return json.loads(path.read_text())


def _set(page: Page, parameter: str, value: str) -> None:
    field = page.get_by_test_id(f"parameter-{parameter}").get_by_role("spinbutton")
    field.fill(value)
    field.press("Enter")


def _select(page: Page, block: str) -> None:
    head = page.get_by_test_id(f"block-{block}")
    box = head.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    expect(page.get_by_test_id("sheet-name")).to_have_value(block)


def _tidy(page: Page) -> None:
    _canvas(page).focus()
    page.get_by_test_id("tidy").click()
    # the server lays the drawing out: only then do the blocks move
    expect(page.get_by_test_id("undo")).to_have_attribute("aria-label", "Undo: tidy up", timeout=acts.SOON)
    page.get_by_test_id("fit").click()
    acts.at_rest(page, _canvas(page).locator(".react-flow__node"))


def test_a_scheme_is_drawn_run_and_tuned(arrive: Callable[..., Person], studio: Studio) -> None:
    page = arrive("/design", width=1600, height=1000, witness=True).page
    page.get_by_test_id("new-scheme").click()
    page.get_by_role("dialog").get_by_label("Name").fill(NAME)
    page.get_by_test_id("new-scheme-create").click()
    expect(page.get_by_test_id("empty-canvas")).to_be_visible(timeout=acts.SOON)

    _place(page, "sources.sine", 0.3, 0.2)
    _place(page, "control.pd", 0.55, 0.3)
    _place(page, "logic.not", 0.55, 0.6)
    _place(page, "sources.constant", 0.3, 0.75)
    _place(page, "sources.constant", 0.55, 0.85)
    expect(page.get_by_test_id("block-constant_2")).to_be_visible()
    for name, (unit, size, kind) in INPUTS.items():
        _declare(page, "inputs", name, unit, size, kind)
    for name, (unit, size, kind) in OUTPUTS.items():
        _declare(page, "outputs", name, unit, size, kind)
    _tidy(page)
    for block in ("sine", "pd"):
        _select(page, block)
        applied = page.get_by_test_id("sheet").get_by_label("Applied to")
        applied.fill("2")
        applied.press("Enter")
    _set(page, "kp", "20")
    _set(page, "kd", "0.3")
    _select(page, "sine")
    _set(page, "amplitude", "0.4")
    _set(page, "frequency", "2")
    for block in ("constant", "constant_2"):
        _select(page, block)
        _set(page, "value", "0")

    # a wire that cannot be is refused while it is pulled, with the reason
    _pull(page, "enable", "pd.wanted")
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("These do not fit")
    expect(refusal).to_contain_text("on/off")
    page.mouse.move(*acts.middle(page.get_by_test_id("fit")))
    page.mouse.up()
    page.keyboard.press("Escape")
    for source, target in WIRES:
        _pull(page, source, target)
        page.mouse.up()
    expect(page.get_by_test_id("problems")).to_contain_text("No problems", timeout=acts.SOON)
    assert _wires(page) == len(WIRES)

    page.get_by_test_id("run").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="In a world").click()
    dialog.get_by_label("Where").last.select_option("two-link")
    dialog.get_by_label("Panel").select_option("two-link")
    page.get_by_test_id("run-confirm").click()
    states = page.get_by_role("toolbar", name="Tools")
    expect(states.get_by_test_id("pause")).to_be_visible(timeout=acts.READY)
    assert len(_saved(studio)["wires"]) == len(WIRES)

    # it moves: the fore-arm swings, and so does its angle in the plots of another window
    _swings(page)
    plots = arrive("/plots").page
    plots.get_by_test_id("plots-add-chart").click(timeout=acts.SOON)
    plots.get_by_test_id("plots-card").last.get_by_test_id("plots-add").click()
    plots.get_by_test_id("signal-picker").get_by_label("Find a signal").fill("sensor.angles")
    plots.get_by_test_id("signal-picker").locator("[data-signal='sensor.angles']").click()
    plots.keyboard.press("Escape")
    _plotted(page, plots, lambda span: span > 5.0, "the plotted angle swings")

    # without stiffness nothing turns the joints: the plotted angle rests, though the robot is not stopped
    _tune(page, "0")
    expect(page.get_by_test_id("changed-this-run").or_(page.get_by_text("kp 0")).first).to_be_visible()
    _plotted(page, plots, lambda span: span < 0.5, "the plotted angle rests")
    _tune(page, "20")
    _plotted(page, plots, lambda span: span > 5.0, "the plotted angle swings again")
    page.get_by_test_id("save").click()
    acts.until(
        page, lambda: [b["parameters"]["kp"] for b in _saved(studio)["blocks"] if b["id"] == "pd"] == [20], "saved"
    )
    page.get_by_test_id("end-session").click()


def _go(page: Page, screen: str) -> None:
    page.get_by_role("navigation", name="Workspaces").get_by_role("link", name=screen).click()


def _alive(page: Page) -> None:
    """Start the robot, which stops when a busy machine lets its operator fall silent for too long."""
    start = page.get_by_role("toolbar", name="Tools").get_by_test_id("start")
    if start.count():
        start.click()
        return
    _go(page, "Operate")
    opened = page.get_by_test_id("operate-picker").get_by_role("button", name="Open")
    expect(opened.or_(page.get_by_test_id("transport")).first).to_be_visible(timeout=acts.SOON)
    if opened.count():
        opened.click()
    acts.wait_ready(page)
    acts.go_on(page)


def _back_to_scheme(page: Page) -> None:
    _go(page, "Design")
    block = page.get_by_test_id("block-pd")
    running = page.get_by_test_id("open-running")
    expect(block.or_(running).first).to_be_visible(timeout=acts.SOON)
    if running.count():
        running.click()
    expect(block).to_be_visible(timeout=acts.SOON)
    if page.get_by_test_id("draft-restore").count():
        page.get_by_test_id("draft-restore").click()


def _swings(page: Page) -> None:
    seen: list[float] = []

    def swings() -> bool:
        if page.evaluate("window.witness.stopped"):
            _alive(page)
            _back_to_scheme(page)
        seen.append(acts.places(page)["fore"][1])
        return len(seen) > 10 and max(seen[-10:]) - min(seen[-10:]) > 0.03

    acts.until(page, swings, "the arm swings", 120.0)


def _tune(page: Page, stiffness: str) -> None:
    """Set the stiffness of the running robot; what is far from usual must be entered twice."""
    _select(page, "pd")
    tune = page.get_by_test_id("sheet").get_by_role("switch", name="Tune live")
    if tune.get_attribute("aria-checked") != "true":
        tune.click()
    _set(page, "kp", stiffness)
    if page.get_by_test_id("parameter-kp").get_by_text("Outside the usual range").count():
        _set(page, "kp", stiffness)
    expect(page.get_by_test_id("block-pd")).to_contain_text(f"kp {stiffness}")


def _plotted(page: Page, plots: Page, fits: Callable[[float], bool], what: str) -> None:
    """Wait until the angle in the plots does something, while the robot is not stopped."""

    def look() -> bool:
        if page.evaluate("window.witness.stopped"):
            _alive(page)
            _back_to_scheme(page)
        return fits(_plotted_span(plots)) and not page.evaluate("window.witness.stopped")

    acts.until(page, look, what, 120.0)


def _plotted_span(page: Page) -> float:
    """Between the least and the greatest value that the plot of the first angle shows for a while [deg]."""
    value = page.locator("[data-signal^='sensor.angles'] [data-testid=plot-value]").first
    acts.until(page, lambda: re.search(r"\d", value.inner_text()), "the plot has a value")
    seen: list[float] = []
    for _ in range(12):
        seen.append(float(value.inner_text().replace("−", "-")))
        page.wait_for_timeout(150)
    return max(seen) - min(seen)


def _drawn(page: Page) -> set[str]:
    found = page.locator("[data-testid=canvas] .react-flow__node")
    return {text for text in found.evaluate_all("(all) => all.map((one) => one.dataset.id)") if text}


def test_a_loop_is_named_undo_takes_it_back_and_a_reload_finds_everything(
    arrive: Callable[..., Person], studio: Studio
) -> None:
    page = arrive("/design", width=1600, height=1000).page
    page.get_by_test_id("new-scheme").click()
    page.get_by_role("dialog").get_by_label("Name").fill("circle")
    page.get_by_test_id("new-scheme-create").click()
    expect(page.get_by_test_id("empty-canvas")).to_be_visible(timeout=acts.SOON)
    _place(page, "arithmetic.gain", 0.3, 0.4)
    _place(page, "arithmetic.gain", 0.65, 0.4)
    _pull(page, "gain.y", "gain_2.x")
    page.mouse.up()
    before = _drawn(page)

    _pull(page, "gain_2.y", "gain.x")
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("This would close a loop")
    expect(refusal).to_contain_text("gain_2")
    page.keyboard.down("Alt")
    page.mouse.move(*[place + 1 for place in acts.middle(_port(page, "gain.x", "in"))])
    page.mouse.up()
    page.keyboard.up("Alt")
    problem = page.get_by_test_id("problem").filter(has_text="gain_2").first
    expect(problem).to_contain_text("loop", timeout=acts.SOON)
    expect(problem).to_contain_text(re.compile(r"\bgain\b"))

    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("problem").filter(has_text="loop")).to_have_count(0, timeout=acts.SOON)
    assert _drawn(page) == before
    page.get_by_test_id("undo").click()
    page.get_by_test_id("redo").click()
    acts.until(page, lambda: _wires(page) == 1, "the first wire is back")

    # nothing was saved: what was drawn is offered again
    page.once("dialog", lambda dialog: dialog.accept())
    acts.until(page, lambda: page.evaluate("JSON.stringify(localStorage).includes('gain_2')"), "the draft is kept")
    page.reload()
    page.get_by_test_id("draft-restore").click(timeout=acts.SOON)
    expect(page.get_by_test_id("block-gain_2")).to_be_visible(timeout=acts.SOON)
    assert _drawn(page) == before
    page.keyboard.press("Control+s")
    acts.until(page, lambda: any(studio.project.rglob("circle.scheme.json")), "it is saved")
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible(timeout=acts.SOON)
    page.reload()
    expect(page.get_by_test_id("block-gain_2")).to_be_visible(timeout=acts.SOON)
    assert _drawn(page) == before
    acts.until(page, lambda: _wires(page) == 1, "the wire is there")
