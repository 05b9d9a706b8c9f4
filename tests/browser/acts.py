"""What people do at the studio, and what they see there."""

import contextlib
import math
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Timeout

from pult.server.live.frames import HEAD, FrameFlag

READY = 300_000
"""Longest time until a session can be started [ms]: the first one compiles."""
SOON = 30_000
"""Longest time until something that was asked for is seen [ms]."""
EXERCISE = "two-link-reach"

_AT = {field.name: field.at for field in HEAD.fields}
WITNESS = f"""
const [FLAGS_AT, BODIES_AT, HEAD_SIZE, STOPPED] = [{_AT["flags"]}, {_AT["bodies"]}, {HEAD.size}, {FrameFlag.STOPPED:d}];
""" + """
(() => {
  const Native = window.Worker;
  const seen = { frames: 0, poses: {}, turns: {}, bodies: [], stopped: false, events: [] };
  const orders = new BroadcastChannel("witness");
  window.witness = seen;
  seen.order = (order) => orders.postMessage(order);
  const read = (data) => {
    const view = new DataView(data);
    seen.frames += 1;
    seen.stopped = (view.getUint8(FLAGS_AT) & STOPPED) !== 0;
    const count = view.getUint16(BODIES_AT, true);
    for (let n = 0; n < count; n += 1) {
      const at = HEAD_SIZE + 28 * n;
      const [x, y, z, ...turn] = [0, 4, 8, 12, 16, 20, 24].map((more) => view.getFloat32(at + more, true));
      if (!seen.bodies[n]) continue;
      seen.poses[seen.bodies[n]] = [x, y, z];
      seen.turns[seen.bodies[n]] = turn;
    }
  };
  const within = (url) => `
    let cut = false;
    const sockets = [];
    const Native = self.WebSocket;
    self.WebSocket = class extends Native {
      constructor(...given) {
        super(...given);
        sockets.push(this);
        if (cut) this.close();
      }
    };
    new BroadcastChannel("witness").onmessage = ({ data }) => {
      cut = data === "cut";
      if (cut) for (const one of sockets) one.close();
    };
    importScripts("${url}");`;
  window.Worker = class extends Native {
    constructor(url, options) {
      const line = options?.name === "pult-line";
      super(line ? URL.createObjectURL(new Blob([within(url)])) : url, line ? { name: options.name } : options);
      if (!line) return;
      this.addEventListener("message", ({ data }) => {
        for (const item of data) {
          if (item instanceof ArrayBuffer) read(item);
          else if (typeof item === "string") {
            const said = JSON.parse(item);
            if (said.type === "opened") seen.bodies = said.described.bodies;
            if (said.type === "event") seen.events.push(said);
          }
        }
      });
    }
  };
})();
"""
"""Notes what the page is told over its connection: places of the bodies in the newest frame and how they are turned
(quaternions), how many frames came, and events.

While it is told to cut, connections are closed before they open: Chromium's own "offline" spares connections to
loopback.
"""


SELDOM = """
(() => {
  const Native = window.Worker;
  const rarely = (pause) => {
    const [request, cancel] = [self.requestAnimationFrame.bind(self), self.cancelAnimationFrame.bind(self)];
    const asked = new Map();
    self.requestAnimationFrame = (act) => {
      const turn = setTimeout(() => asked.set(turn, request((now) => (asked.delete(turn), act(now)))), pause);
      return turn;
    };
    self.cancelAnimationFrame = (turn) => {
      clearTimeout(turn);
      if (asked.has(turn)) cancel(asked.get(turn));
      asked.delete(turn);
    };
  };
  rarely(50);
  const within = (url) => `(${rarely})(100); importScripts("${url}");`;
  window.Worker = class extends Native {
    constructor(url, options) {
      const scene = options?.name === "pult-scene";
      super(scene ? URL.createObjectURL(new Blob([within(url)])) : url, scene ? { name: options.name } : options);
    }
  };
})();
"""
"""Draws the scene at most ten times a second, and gauges, plots and what is dragged at most twenty times: without a
graphics card that is what most of a test's time goes into."""


def cut_link(page: Page) -> None:
    """Break the page's connections, and let no new one come about."""
    page.evaluate("window.witness.order('cut')")


def mend_link(page: Page) -> None:
    """Let connections come about again."""
    page.evaluate("window.witness.order('mend')")


def steady(page: Page, look: Callable[[], Any], *, every: float = 700.0) -> Any:
    """What is seen once it no longer changes: twice the same, one after the other.

    Args:
        page: The page that goes on meanwhile.
        look: What is looked at.
        every: Time between two looks [ms]; longer than a picture takes.
    """
    seen = [look()]

    def again() -> bool:
        page.wait_for_timeout(every)
        seen.append(look())
        return seen[-1] == seen[-2]

    until(page, again, "nothing changes any more")
    return seen[-1]


def until(page: Page, holds: Callable[[], Any], what: str, most: float = 60.0, *, every: float = 100.0) -> Any:
    """Look again and again until something holds, and give it back.

    Args:
        page: The page that goes on meanwhile.
        holds: What is looked for; anything true ends it.
        what: What is waited for, for the message.
        most: Longest time [s].
        every: Time between two looks [ms].
    """
    end = time.monotonic() + most
    while True:
        found = holds()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"not seen in {most:g} s: {what}")
        page.wait_for_timeout(every)


def at_rest(page: Page, drawn: Locator, looks: int = 4) -> None:
    """Wait until everything of a drawing has stood at the same place for several looks in a row.

    Args:
        page: The page with the drawing.
        drawn: What must stand still; something of it must be there.
        looks: How many looks in a row must be the same, a tenth of a second apart.
    """
    places = "(all) => all.map((one) => { const { x, y, width } = one.getBoundingClientRect(); return [x, y, width]; })"
    seen: list[Any] = []

    def same() -> bool:
        seen.append(drawn.evaluate_all(places))
        return len(seen) >= looks and bool(seen[-1]) and all(one == seen[-1] for one in seen[-looks:])

    until(page, same, "the drawing is at rest")


def places(page: Page) -> dict[str, list[float]]:
    """Where the bodies are in the newest frame [m]."""
    return page.evaluate("window.witness.poses")


def turned(turn: Sequence[float], point: Sequence[float]) -> list[float]:
    """A vector turned by a quaternion (w, x, y, z)."""
    w, x, y, z = turn
    a, b, c = point
    # t = 2 q x v, v' = v + w t + q x t
    t = (2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a))
    return [a + w * t[0] + y * t[2] - z * t[1], b + w * t[1] + z * t[0] - x * t[2], c + w * t[2] + x * t[1] - y * t[0]]


class Sites:
    """Sites of the scene of a session, which frames do not tell: each is at a place of its body."""

    def __init__(self, page: Page, session: str) -> None:
        scene = ask(page, f"/api/sessions/{session}/scene")
        bodies = [body["name"] for body in scene["bodies"]]
        self._at = {site["name"]: (bodies[site["body"]], site["position"]) for site in scene["sites"]}

    def places(self, poses: dict[str, list[float]], turns: dict[str, list[float]]) -> dict[str, list[float]]:
        """Where they are [m], from places and turns of the bodies."""
        return {
            name: [at + more for at, more in zip(poses[body], turned(turns[body], offset), strict=True)]
            for name, (body, offset) in self._at.items()
            if body in poses
        }


def frames(page: Page) -> int:
    """How many frames have come."""
    return page.evaluate("window.witness.frames")


def hand(page: Page) -> tuple[float, ...]:
    """Where the hand is, as the panel tells it [m]; the hand must be selected."""
    found = until(page, lambda: _figures(page), "the panel tells where the hand is", 20.0)
    return tuple(float(figure.replace("−", "-").replace(",", ".")) for figure in found)


def _figures(page: Page) -> list[str]:
    found = re.findall(r"[xyz]\s*([-−]?\d+[.,]\d+)", page.get_by_test_id("readout").inner_text())
    return found if len(found) == 3 else []


def wait_ready(page: Page) -> None:
    """Wait until the session is open and this page has its panel."""
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", re.compile("ready|running"), timeout=READY)
    expect(page.get_by_test_id("who-notice")).to_have_count(0, timeout=SOON)
    # a robot that was stopped meanwhile must be released first: it can be operated, too
    until(page, lambda: _releasable(page) or _pressable(page), "the session can be operated")


def _releasable(page: Page) -> bool:
    """Whether the robot is stopped and this page, which has the panel, may release it."""
    return page.locator("[data-testid=release]:not([aria-disabled])").count() > 0


def _pressable(page: Page) -> bool:
    main = page.get_by_test_id("transport").get_by_test_id(re.compile("^(start|pause)$"))
    return main.get_attribute("aria-disabled") is None


def held_up(page: Page) -> bool:
    """Whether the robot stands until somebody starts it: it was stopped, was without its operator, or is paused."""
    transport = page.get_by_test_id("transport")
    return page.get_by_test_id("release").count() > 0 or transport.get_by_test_id("start").count() > 0


def go_on(page: Page) -> None:
    """Let the session run: release a stop first if somebody pressed it.

    A browser that draws in software on a busy machine may fall silent for longer than the robot waits for its
    operator; the robot then stops, as it should, and a person starts it again.
    """
    transport = page.get_by_test_id("transport")
    release, start = page.get_by_test_id("release"), transport.get_by_test_id("start")
    for _ in range(30):
        # what is seen may be gone before it is pressed: the next look decides anew
        with contextlib.suppress(Timeout):
            if release.count():
                release.click(timeout=2000)
            elif transport.get_by_test_id("pause").count():
                return
            elif _pressable(page):
                start.click(timeout=2000)
        page.wait_for_timeout(300)
    expect(transport).to_have_attribute("data-state", "running")


def stages(page: Page) -> list[tuple[str, str]]:
    """Stages on the task card: name, and "done", "current" or "ahead"."""
    # lists come from the page, and lists are not equal to pairs
    found: list[list[str]] = page.evaluate(
        """[...document.querySelectorAll('[data-testid=task-card] [data-testid^="stage-"]')]
             .map((stage) => [stage.dataset.testid.slice(6), stage.dataset.state])"""
    )
    return [(name, state) for name, state in found]


def select_hand(page: Page, name: str = "hand") -> None:
    """Press a hand on the picture of the robot."""
    mark = page.get_by_test_id(f"effector-{name}")
    if mark.get_attribute("aria-pressed") != "true":
        mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")


def middle(thing: Locator) -> tuple[float, float]:
    """The middle of something on the page [px]."""
    box = thing.bounding_box()
    assert box is not None, f"{thing} is not shown"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Stick:
    """The pad of the joystick, held with the mouse: `with Stick(page) as stick: stick.push(1, 0)`."""

    PART, REACH = "stick-joystick", 60 / 168
    """The part of the joystick that is held, and from its middle to full deflection, as a share of its drawing."""

    def __init__(self, page: Page) -> None:
        self._page = page
        part = page.get_by_test_id(self.PART)
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        assert box is not None
        # the drawing is 168 high; the pad is as wide, or wider
        self._reach = min(box["width"], box["height"]) * self.REACH
        self._centre = middle(part)

    def __enter__(self) -> "Stick":
        self._page.mouse.move(*self._centre)
        self._page.mouse.down()
        return self

    def push(self, forward: float, left: float) -> None:
        """Deflect it; 1 is all the way."""
        x, y = self._centre
        self._page.mouse.move(x - left * self._reach, y - forward * self._reach)

    def again(self) -> None:
        """Take it anew after the hand was needed elsewhere."""
        self._page.mouse.up()
        self._page.mouse.move(*self._centre)
        self._page.mouse.down()

    def __exit__(self, *_: object) -> None:
        self._page.mouse.up()


class Lever(Stick):
    """The lever of the joystick's third axis, held with the mouse: `with Lever(page) as lever: lever.lift(1)`."""

    PART = "stick-joystick-z"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        box = page.get_by_test_id(self.PART).bounding_box()
        assert box is not None
        self._reach = box["height"] * 50 / 168

    def lift(self, up: float) -> None:
        """Deflect it; 1 is all the way up."""
        self.push(up, 0.0)


class AdvanceLever(Lever):
    """The lever of a joystick with one axis."""

    PART = "stick-joystick-x"


def click_in_scene(page: Page, point: list[float]) -> None:
    """Press the place of the picture where a point of the world is seen [m]; the page must have been opened to be
    measured (`?measure=1`)."""
    seen = until(page, lambda: page.evaluate("(at) => window.pultView?.project(at)", point), "the point is seen", 30.0)
    box = page.locator("[data-testid=scene] canvas").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + seen["x"], box["y"] + seen["y"])


def select_in_scene(page: Page, point: list[float], mark: Locator) -> None:
    """Press a point of the world in the picture [m] until its mark on the panel is selected.

    The camera may still glide when the page has just been opened: what was aimed at is then aimed at anew.
    """
    for _ in range(5):
        click_in_scene(page, point)
        with contextlib.suppress(AssertionError):
            expect(mark).to_have_attribute("aria-pressed", "true", timeout=4000)
            return
    expect(mark).to_have_attribute("aria-pressed", "true")


def between(one: list[float] | tuple[float, ...], two: list[float] | tuple[float, ...], share: float) -> list[float]:
    """A point between two others."""
    return [a + share * (b - a) for a, b in zip(one, two, strict=True)]


def wanted_push(at: tuple[float, ...], aim: list[float]) -> tuple[float, float]:
    """How to push the stick to bring the hand to a place: round the base, slower as it comes near."""
    radius, bearing = math.hypot(at[0], at[1]), math.atan2(at[1], at[0])
    turn = math.remainder(math.atan2(aim[1], aim[0]) - bearing, math.tau)
    outward, along = math.hypot(aim[0], aim[1]) - radius, radius * turn
    x = outward * math.cos(bearing) - along * math.sin(bearing)
    y = outward * math.sin(bearing) + along * math.cos(bearing)
    far = math.hypot(x, y)
    size = min(0.7, 2.5 * far + 0.06) if far > 0.004 else 0.0
    return (size * x / far, size * y / far) if far else (0.0, 0.0)


def open_exercise(page: Page, exercise: str = EXERCISE) -> None:
    """Start an exercise from its card on the home page and wait until it can be operated."""
    card = page.get_by_test_id(f"exercise-{exercise}")
    card.hover()
    card.get_by_role("button", name=re.compile("^(Start|Начать|Старт)")).click()
    wait_ready(page)


def ask(page: Page, path: str) -> Any:
    """The answer of the studio to a question, as the page would get it."""
    answer = page.request.get(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + path)
    assert answer.ok, f"{path}: {answer.status} {answer.text()[:200]}"
    return answer.json()


def end_sessions(page: Page) -> None:
    """End all sessions of the studio, so that the next test begins with none."""
    page.evaluate(
        """async () => {
          const key = (await (await fetch("/api/info")).json()).key;
          const all = await (await fetch("/api/sessions")).json();
          for (const { id } of all)
            await fetch(`/api/sessions/${id}?force=1`, { method: "DELETE", headers: { "X-Pult-Key": key } });
        }"""
    )


def downloaded(page: Page, act: Callable[[], Any], folder: Path) -> Path:
    """The file that the page gives when something is done."""
    with page.expect_download(timeout=SOON) as waiting:
        act()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path
