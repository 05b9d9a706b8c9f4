"""Safety functions, independent of the scheme: emergency stop, enabling switch, loss of the operator.

The robot's document defines what a stop does. With `power-off` the robot gets no voltage and its brakes are on; motors
without voltage are shorted and brake by themselves, and a joint without a brake may sink slowly under load. With
`hold` its scheme keeps running with the panel at neutral, reads `session.stopped` and keeps it safe.
"""

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from pult.core.channels import Channels
from pult.core.signals import Array
from pult.equipment.drives.table import DriveTable
from pult.panel.state import PanelState
from pult.sim.commands import Arm, Command, CommandRefused, LoseLink, Neutral, Stop
from pult.sim.drives import hold_positions, set_brakes
from pult.sim.loop import DT, STOPPED, Arrays
from pult.sim.physics import refresh
from pult.sim.snapshot import Stops

ENABLE, LINK, STOP = "enable", "link", "stop"
_WORDS = {ENABLE: "the enabling switch is released", STOP: "emergency stop"}
AT_REST = 0.02
"""A joint slower than this counts as at rest [rad/s or m/s]..."""
STILL = 0.1
"""...if it is slow for this long [s]: a pendulum is also slow at its turning point."""
ABSENCE = (LINK,)
"""Stops due to an absent operator: they end when an operator starts the robot. A pressed stop must be released."""


class Safety:
    """The stops of a session.

    Attributes:
        reasons: Why the robot is stopped: kind to description; empty if it may move.
    """

    def __init__(
        self,
        arrays: Arrays,
        model: Any,
        data: Any,
        drives: DriveTable,
        panel: PanelState | None,
        channels: Channels,
        emit: Callable[..., None],
    ) -> None:
        """Connect to the arrays of a session."""
        self._arrays, self._model, self._data, self._drives, self._panel = arrays, model, data, drives, panel
        self._emit = emit
        self._qvel = channels["qvel"].start + _driven(model, drives)
        self.reasons: dict[str, str] = {}
        self._since = self._calm = -1  # ticks: when the stop began, since when it is slow

    @property
    def stopped(self) -> bool:
        """Whether the robot is stopped."""
        return bool(self.reasons)

    @property
    def settling(self) -> bool:
        """Whether the robot was stopped and has not come to rest yet."""
        return self._since >= 0

    def carry_out(self, command: Command) -> bool:
        """Carry out a command if it is about stops; returns whether it was.

        Raises:
            CommandRefused: The robot cannot be armed yet.
        """
        match command:
            case Stop():
                self._add(STOP, command.reason)
            case Neutral():
                if self._panel is not None:
                    self._panel.let_go()
                text = f"{absence(command)}; the stick is at neutral"
                self._emit("link-late", text, cause=command.cause, seconds=command.seconds)
            case LoseLink():
                if self._panel is not None:
                    self._panel.neutral()
                self._add(LINK, absence(command), cause=command.cause, seconds=command.seconds)
                self.enabled(self._panel is None or self._panel.enabled)
            case Arm():
                self._arm(ABSENCE if command.only == "absence" else (LINK, STOP))
            case _:
                return False
        return True

    def enabled(self, held: bool) -> None:
        """React to the enabling switch being held or released."""
        if not held:
            self._add(ENABLE, _WORDS[ENABLE])
        elif ENABLE in self.reasons:
            self._remove((ENABLE,))

    def _arm(self, kinds: tuple[str, ...]) -> None:
        panel = self._panel
        if panel is not None:
            returns = panel.panel.returns.copy()
            if panel.panel.enable >= 0:
                returns[panel.panel.enable] = False
            if (panel.values[returns] != panel.panel.rest[returns]).any():
                raise CommandRefused("release the joystick and the buttons first; then arm the robot.")
        self._remove(kinds)
        if self.reasons:
            self._emit("armed", f"armed, but it stays stopped: {', '.join(self.reasons.values())}")

    def _add(self, kind: str, words: str, **data: Any) -> None:
        if kind in self.reasons:
            return
        if not self.reasons:
            self._since, self._calm = int(self._arrays.clock[0]), -1
            hold_positions(self._data, self._drives, self._arrays.applied)
        self.reasons[kind] = words
        self._put()
        if self._drives.holds:
            data["held"] = True
        self._emit("stop", f"stopped: {words}", reason=kind, **data)

    def _remove(self, kinds: tuple[str, ...]) -> None:
        was = self.stopped
        for kind in kinds:
            self.reasons.pop(kind, None)
        if was and not self.reasons:
            self._since = -1
            self._put()
            self._emit("released", "the robot may move again")

    def _put(self) -> None:
        self._arrays.clock[STOPPED] = float(self.stopped)
        set_brakes(self._model, self._drives, self.stopped)
        refresh(self._model, self._data)

    def watch(self, first: int, rows: Array) -> None:
        """Report when a stopped robot comes to rest, and when it takes longer than the panel allows."""
        if self._since < 0 or not self._qvel.size:
            return
        dt = float(self._arrays.clock[DT])
        allowed = self._panel.panel.stop_time if self._panel is not None else 0.5
        late, still = self._since + int(allowed / dt + 1e-9) + 1, round(STILL / dt)
        for tick, speed in enumerate(np.abs(rows[:, self._qvel]).max(axis=1), first):
            if not speed < AT_REST:
                self._calm = -1
            elif self._calm < 0:
                self._calm = tick
            if self._calm >= 0 and tick - self._calm >= still:
                taken = (self._calm - self._since) * dt
                self._since = -1
                self._emit("at-rest", f"the robot came to rest {taken:.2f} s after the stop", tick=tick, seconds=taken)
                return
            if self._calm < 0 and tick >= late:
                taken = (tick - self._since) * dt
                self._since = -1
                text = f"the robot still moves {taken:.2f} s after the stop ({allowed:g} s allowed)"
                self._emit("stop-late", text, tick=tick)
                return

    def reset(self) -> None:
        """Reset to the start; an emergency stop and a lost connection persist until the robot is armed."""
        self.reasons = {kind: words for kind, words in self.reasons.items() if kind != ENABLE}
        self._since = self._calm = -1
        if self._panel is not None and not self._panel.enabled:
            self.reasons[ENABLE] = _WORDS[ENABLE]
        self._put()

    def save(self) -> Stops:
        """State for a snapshot."""
        return Stops(dict(self.reasons), self._since, self._calm)

    def load(self, saved: Stops, later: int, keep: bool) -> None:
        """Restore the state from a snapshot, shifted in time.

        Args:
            saved: The saved state.
            later: Shift [ticks].
            keep: Whether a present emergency stop or lost connection persists as well.
        """
        now = {kind: words for kind, words in self.reasons.items() if keep and kind != ENABLE}
        self.reasons = {**saved.reasons, **now}
        self._since = saved.since + later if saved.since >= 0 else -1
        self._calm = saved.calm + later if saved.calm >= 0 else -1
        self._put()


def absence(command: Neutral | LoseLink) -> str:
    """Describe why the operator is absent."""
    late = f"{command.seconds:.2f} s"
    match command.cause:
        case "page":
            return f"the operator's page did not respond for {late}"
        case "network":
            return f"no signal from the operator's page for {late}"
        case "server":
            return f"the server was late by {late}"
        case "hidden":
            return "the operator's page was hidden"
        case "focus":
            return "the operator's window lost the focus"
        case "closed":
            return "the operator's page was closed or its connection was cut"
        case "released":
            return "the operator gave the panel back"
        case "taken":
            return "somebody else took the panel"
    return "the operator's connection is lost"


def _driven(model: Any, drives: DriveTable) -> NDArray[np.int64]:
    """Degrees of freedom moved by drives: all hinges and slides of their kinematic trees."""
    roots = set()
    for actuator in (actuator for group in drives.actuators for actuator in group):
        target = int(model.actuator_trnid[actuator, 0])
        kind = int(model.actuator_trntype[actuator])
        if kind in _ON_JOINT:
            bodies = [int(model.jnt_bodyid[target])]
        elif kind == int(mujoco.mjtTrn.mjTRN_TENDON):
            wraps = range(int(model.tendon_adr[target]), int(model.tendon_adr[target] + model.tendon_num[target]))
            bodies = [_wrapped(model, wrap) for wrap in wraps]
        else:
            continue
        roots |= {int(model.body_rootid[body]) for body in bodies if body > 0}
    turning = [
        int(model.jnt_dofadr[joint])
        for joint in range(model.njnt)
        if int(model.jnt_type[joint]) in _ONE_AXIS and int(model.body_rootid[model.jnt_bodyid[joint]]) in roots
    ]
    return np.array(turning, dtype=np.int64)


def _wrapped(model: Any, wrap: int) -> int:
    """Body of an object that a tendon passes; 0 if it has none."""
    thing, kind = int(model.wrap_objid[wrap]), int(model.wrap_type[wrap])
    if kind == int(mujoco.mjtWrap.mjWRAP_SITE):
        return int(model.site_bodyid[thing])
    return int(model.jnt_bodyid[thing]) if kind == int(mujoco.mjtWrap.mjWRAP_JOINT) else 0


_ON_JOINT = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
_ONE_AXIS = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
