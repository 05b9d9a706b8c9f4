"""Newcomers do exercises by stick and buttons, in real time, with what is written on the page alone."""

import math
import re
from collections.abc import Callable, Iterator

import pytest

from pult.core.shipped import shipped
from tests.browser import acts
from tests.browser.conftest import Person, Studio, patient_panel
from tests.browser.newcomer import Held, Newcomer, Seen

pytestmark = pytest.mark.validate

PASSING = 60
"""Points of the first medal."""


@pytest.fixture(autouse=True)
def _patience(studio: Studio) -> Iterator[None]:
    """All robots have patience with a busy machine."""
    for panel in shipped("panel"):
        patient_panel(studio.project, panel)
    yield
    patient_panel(studio.project)


@pytest.fixture
def newcomer(arrive: Callable[..., Person]) -> Iterator[Callable[..., Newcomer]]:
    """Somebody who comes to the home page and chooses an exercise."""
    page = arrive("/", width=1440, height=900).page

    def choose(title: str, **more: float) -> Newcomer:
        return Newcomer(page, title, **more)

    yield choose
    acts.end_sessions(page)


def test_the_markers_are_touched_and_the_one_out_of_reach_is_reported(newcomer: Callable[..., Newcomer]) -> None:
    me = newcomer("Touch the targets", gain=2.5, least=0.06)
    me.page.get_by_role("button", name="Hand", exact=True).click()
    for number in range(1, 6):
        if not me.look().result:
            me.wait_for(f"Target {number}")
            _touch(me, f"Target {number}")
    assert me.is_done() >= PASSING


def _touch(me: Newcomer, title: str) -> None:
    """Go round the base to the marker; where the arm is stretched and for seconds comes no nearer, report it."""
    nearest, since = math.inf, 0.0

    def there() -> bool:
        nonlocal nearest, since
        seen = me.look()
        if seen.result or title not in seen.stage:
            return True
        if seen.stands:
            me.go_on()
            held.again()
            return False
        assert seen.way is not None
        hand, far = _hand(seen), math.hypot(*seen.way[:2])
        held.push(*acts.wanted_push((*hand, 0.0), [hand[0] + seen.way[0], hand[1] + seen.way[1], 0.0]))
        beyond = re.search(r"Distance\s+(\d+\.\d+)", seen.panel)
        if far < nearest - 0.005 or not beyond or float(beyond[1]) < 0.01:
            nearest, since = min(far, nearest), seen.clock
        return seen.clock - since > 3.0 and far > 0.03

    with me.stick() as held:
        acts.until(me.page, there, f"{title} is touched", 60.0, every=20)
    if title in me.look().stage:
        me.hold_button("Report: out of reach", lambda seen: bool(seen.result) or title not in seen.stage)


def _hand(seen: Seen) -> tuple[float, float]:
    """Where the panel says the hand is [m]."""
    found = re.findall(r"\b[xyz]\s+(-?\d+\.\d+)", seen.panel)
    return float(found[0]), float(found[1])


def test_the_container_is_carried_to_its_mark(newcomer: Callable[..., Newcomer]) -> None:
    me = newcomer("Take the container", gain=9.0)
    me.wait_for("Bring the hand")
    # beside the container on the side of the palm, down to its height, and in
    me.steer(0.01, (0.0, 0.095, 0.0))
    me.steer(0.004, (0.0, 0.0, -0.008), upright=True)
    me.steer(0.008, most=0.6)
    me.wait_for("Close the hand")
    me.hold_button("Close hand", lambda seen: "Lift it" in seen.stage or bool(seen.result))
    stood = me.look().reading("height of its middle over the table")
    _lift(me, lambda seen: "Put it on" in seen.stage, 0.6)
    me.wait_for("Put it on")
    me.steer(0.008)
    _lower(me, stood)
    me.wait_for("Open the hand")
    begin = me.look().clock
    me.hold_button("Open hand", lambda seen: bool(seen.result) or seen.clock > begin + 1.6)
    if not me.look().result:
        _away(me, 2.0)
    assert me.is_done() >= PASSING


def _lift(me: Newcomer, enough: Callable[[Seen], bool], push: float) -> None:
    """Push the lever up until it is enough; then let go and hold still."""
    with me.lever() as lever:

        def up() -> bool:
            seen = me.look()
            if seen.stands:
                me.go_on()
                lever.again()
            lever.push(0.0 if "Hold it" in seen.stage else push)
            return enough(seen) or bool(seen.result)

        acts.until(me.page, up, "it is lifted", 60.0, every=30)


def _lower(me: Newcomer, stood: float, height: str = "height of its middle over the table") -> None:
    """Push the lever down, slower and slower, until it stands."""
    with me.lever() as lever:

        def down() -> bool:
            seen = me.look()
            if seen.stands:
                me.go_on()
                lever.again()
            if "Put it on" not in seen.stage:
                return True
            over = seen.reading(height) - stood
            lever.push(-min(max(8.0 * over, 0.15), 0.7))
            return False

        acts.until(me.page, down, "it stands", 60.0, every=30)


def _away(me: Newcomer, seconds: float) -> None:
    """Draw the hand back to the right."""
    begin = me.look().clock
    with me.stick() as stick:

        def back() -> bool:
            seen = me.look()
            stick.push(0.0, -0.6)
            return bool(seen.result) or seen.clock > begin + seconds

        acts.until(me.page, back, "the hand is away", 30.0, every=50)


def test_button_five_is_pressed(newcomer: Callable[..., Newcomer]) -> None:
    me = newcomer("Press button 5", gain=8.0)
    me.wait_for("Bring the finger")
    before = (0.055, 0.0, 0.0)
    me.steer(0.004, before, upright=True)
    me.steer(0.008, before)
    me.set_slider("Speed", 0.2)
    me.gain = 20.0
    me.steer(0.003, before)
    me.steer(0.002, before, upright=True)
    me.steer(0.003, (0.02, 0.0, 0.0), over=lambda seen: "Press it" in seen.stage)
    me.wait_for("Press it")
    me.set_slider("Speed", 0.1)
    with me.stick() as stick:

        def pressed() -> bool:
            seen = me.look()
            if seen.stands:
                me.go_on()
                stick.again()
            stick.push(0.45)
            return "Draw the hand" in seen.stage or bool(seen.result)

        acts.until(me.page, pressed, "the button clicks", 60.0, every=20)
    me.set_slider("Speed", 0.4)
    me.gain = 8.0
    me.steer(0.008, before, over=lambda seen: "Draw" not in seen.stage)
    assert me.is_done() >= PASSING


def test_the_snake_goes_into_the_tunnel_and_out(newcomer: Callable[..., Newcomer]) -> None:
    me = newcomer("Through the tunnel")
    me.wait_for("Tip to the marker")
    total = float(re.search(r"Tip in the tunnel\s+(-?\d+\.\d+)", me.look().panel)[1])
    assert total <= 0.0
    with me.lever() as lever:

        def advanced() -> bool:
            seen = me.look()
            if seen.stands:
                me.go_on()
                lever.again()
            if "Out of the tunnel" in seen.stage or seen.result:
                return True
            far = seen.reading("distance to the marker")
            lever.push(0.0 if far < 0.004 else min(max(5.0 * far, 0.1), 1.0))
            return False

        acts.until(me.page, advanced, "the tip is at the marker", 150.0, every=30)
    with me.lever() as lever:

        def out() -> bool:
            seen = me.look()
            if seen.stands and not seen.result:
                me.go_on()
                lever.again()
            along = float(re.search(r"Tip in the tunnel\s+(-?\d+\.\d+)", seen.panel)[1])
            lever.push(0.0 if along < -0.01 else -1.0 if along > 0.1 else -0.4)
            return bool(seen.result)

        acts.until(me.page, out, "the tip is out", 150.0, every=30)
    assert me.is_done() >= PASSING


def test_the_biped_walks_the_marked_way(newcomer: Callable[..., Newcomer]) -> None:
    me = newcomer("Walk the marked way")
    # a stick with three axes: forward and left with the pad, turns with the lever
    for title in ("To the yellow mark", "To the green mark", "Stand on the red mark"):
        me.wait_for(title)
        for _ in range(30):
            seen = me.look()
            if title not in seen.stage or seen.result:
                break
            assert seen.way is not None
            forward, left, _ = seen.way
            off, far = math.atan2(left, forward), math.hypot(forward, left)
            if title.startswith("Stand") and far < 0.2:
                me.page.wait_for_timeout(1500)
            elif abs(off) > 0.15 and far > 0.35:
                _turn(me, title, off)
            else:
                _walk(me, title, far)
    assert me.is_done() >= PASSING


def _turn(me: Newcomer, title: str, off: float) -> None:
    """Turn until the mark is ahead."""
    with me.lever() as lever:

        def ahead() -> bool:
            seen = me.look()
            if seen.stands:
                me.go_on()
                lever.again()
            if seen.result or title not in seen.stage or seen.way is None:
                return True
            now = math.atan2(seen.way[1], seen.way[0])
            lever.push(math.copysign(1.0, off))
            return now * off < 0 or abs(now) < 0.12

        acts.until(me.page, ahead, "the mark is ahead", 60.0, every=30)
    me.page.wait_for_timeout(800)


def _walk(me: Newcomer, title: str, far: float) -> None:
    """Walk on until a step before the mark, or until it is aside."""
    begin = far
    with me.stick() as stick:

        def near() -> bool:
            seen = me.look()
            if seen.stands:
                me.go_on()
                stick.again()
            if seen.result or title not in seen.stage or seen.way is None:
                return True
            forward, left, _ = seen.way
            step = 0.45 if title.startswith("Stand") else 0.1
            slow = title.startswith("Stand") and begin < 0.6
            stick.push(0.5 if slow else 1.0, 0.0)
            return forward < (0.2 if slow else step) or abs(math.atan2(left, forward)) > 0.4

        acts.until(me.page, near, "the mark is near", 60.0, every=30)
    me.page.wait_for_timeout(1000)


def test_the_valve_is_turned_to_its_angle(newcomer: Callable[..., Newcomer]) -> None:
    me = newcomer("Turn the valve", gain=10.0)
    me.wait_for("Bring the hand")
    begin = me.look().clock
    me.hold_button("Zero the sensor", lambda seen: seen.clock > begin + 1.0)
    me.set_slider("Speed", 0.3)
    # the orange side is up and to the left on the wheel: before it and a little farther out, straight in, then onto it
    out = -0.0085
    me.steer(0.005, (0.09, out, out))
    me.steer(0.003, (0.0, 0.0, out), upright=True)
    me.steer(0.003, (0.09, out, out))
    me.steer(0.003, (0.0, out, out), most=0.8, over=lambda seen: "Close" in seen.stage)
    for _ in range(4):
        if "Bring" in me.look().stage:
            me.steer(0.003, most=0.3, over=lambda seen: "Close" in seen.stage)
            me.steer(0.003, upright=True, most=0.3, over=lambda seen: "Close" in seen.stage)
    me.wait_for("Close the hand")
    me.hold_button("Close hand", lambda seen: "Switch to force" in seen.stage or bool(seen.result))
    me.choose("Force")
    me.wait_for("At the lamp")
    acts.until(me.page, lambda: re.search(r"At the angle\s*: yes", me.look().panel), "the lamp is lit", 30.0)
    me.choose("Joystick")
    assert me.is_done() >= PASSING


def test_the_bar_is_carried_along_the_line(newcomer: Callable[..., Newcomer]) -> None:
    me = newcomer("Carry together", gain=9.0, least=0.12)
    me.wait_for("Bring the bar to the line")
    me.steer(0.004, over=lambda seen: "Along the line" in seen.stage)
    seen = me.wait_for("Along the line")
    assert seen.way is not None
    x, y, _ = seen.way
    far = math.hypot(x, y)
    _turn_bar(me, math.degrees(math.atan2(-x, y)))
    me.steer(
        0.005, (-0.07 * x / far, -0.07 * y / far, 0.0), most=0.8, over=lambda seen: "Bring the bar onto" in seen.stage
    )
    me.wait_for("Bring the bar onto")
    me.steer(0.003)
    _align(me)
    me.steer(0.002, over=lambda seen: "Set it down" in seen.stage)
    me.wait_for("Set it down")
    me.switch_on("Set down")
    assert me.is_done() >= PASSING


def _turned(seen: Seen) -> float:
    """What the panel tells of the bar's turn [degrees]."""
    found = re.search(r"Turn of the body\s+(-?\d+\.\d+)", seen.panel)
    assert found, seen.panel
    return float(found[1])


def _turn_bar(me: Newcomer, wanted: float) -> None:
    """Turn the bar to an angle [degrees]."""
    with me.lever() as lever:

        def turned() -> bool:
            seen = me.look()
            if seen.stands:
                me.go_on()
                lever.again()
            off = wanted - _turned(seen)
            lever.push(math.copysign(min(max(0.06 * abs(off), 0.12), 1.0), off))
            return abs(off) < 0.5

        acts.until(me.page, turned, "the bar is turned", 40.0, every=20)


def _align(me: Newcomer) -> None:
    """Turn the bar until the angle to the mark is gone: the other way, where it grows."""
    off, at = me.look().reading("angle to the mark"), _turned(me.look())
    if off < 0.5:
        return
    _turn_bar(me, at + off)
    if me.look().reading("angle to the mark") > 1.0:
        _turn_bar(me, at - off)


def test_the_canister_is_fetched(newcomer: Callable[..., Newcomer]) -> None:
    me = newcomer("Fetch the canister", gain=6.0, least=0.15)
    me.wait_for("Drive to the table")
    _face(me)
    me.gain = 1.5
    me.steer(0.03, (1.09, 0.0, 0.0), over=lambda seen: "Aim" in seen.stage)
    me.wait_for("Aim the camera")
    print("AIM", me.look().way)
    me.page.get_by_role("button", name="Grab", exact=True).click()
    me.gain = 5.0
    aimed = lambda seen: "Move the fingers" in seen.stage
    for _ in range(4):
        if not aimed(me.look()):
            me.steer(0.02, upright=True, over=aimed)
            me.steer(0.02, over=aimed)
    me.wait_for("Move the fingers")
    print("REACH", me.look().way)
    around = lambda seen: "Close the grab" in seen.stage
    me.steer(0.006, (0.10, 0.0, 0.0))
    me.steer(0.006, upright=True)
    me.steer(0.004, (0.10, 0.0, 0.0))
    me.steer(0.004, most=0.4, over=around)
    me.wait_for("Close the grab")
    me.hold_button("Close grab", lambda seen: "Lift it" in seen.stage or bool(seen.result))
    stood = me.look().reading("height of its middle over the floor")
    _lift(me, lambda seen: "Put it on" in seen.stage, 0.5)
    me.wait_for("Put it on")
    print("PUT", me.look().way)
    me.steer(0.008)
    _lower(me, stood, "height of its middle over the floor")
    me.wait_for("Open the grab")
    me.hold_button("Open grab", lambda seen: seen.meters["Opening"] > 85.0 or bool(seen.result))
    with me.stick() as stick:

        def away() -> bool:
            stick.push(-0.6)
            return bool(me.look().result)

        acts.until(me.page, away, "the grab is drawn back", 30.0, every=50)
    assert me.is_done() >= PASSING


def _face(me: Newcomer) -> None:
    """Turn the base until the way is straight ahead."""
    for _ in range(4):
        with me.lever() as lever:

            def ahead(lever: Held = lever) -> bool:
                seen = me.look()
                if seen.stands:
                    me.go_on()
                    lever.again()
                assert seen.way is not None
                off = math.atan2(seen.way[1], seen.way[0])
                lever.push(math.copysign(min(max(2.0 * abs(off), 0.15), 1.0), off))
                return abs(off) < 0.02

            acts.until(me.page, ahead, "the canister is ahead", 60.0, every=20)
        way = me.rest().way
        if way is not None and abs(math.atan2(way[1], way[0])) < 0.03:
            return
