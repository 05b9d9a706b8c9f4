"""What moves a robot: its joints as axes of one set-point, each with its actuator, and all other actuators."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pult.core.errors import UsageError, choose
from pult.equipment.drives.own_actuators import control_unit, driven_joint, is_motor, is_servo, is_velocity_servo
from pult.makers.own.choices import DrivesChoice
from pult.makers.own.own_model import SLIDE, OwnModel

How = Literal["position", "torque", "velocity", "voltage"]
"""What the command of an axis is; voltage for our own drives."""
FAR = 1000.0
"""Limit of a set-point whose joint has none [rad or m]."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A joint that follows a set-point.

    Attributes:
        joint: Its name.
        number: Its number in the model.
        slides: Whether it slides.
        low, high: Limits of the set-point [rad or m].
        home: Where it starts [rad or m].
        how: What its actuator is commanded with.
        actuator: Name of the actuator; that of the joint for our own drives.
        scale, offset: The control is scale * value + offset, the value being a position, a speed, or a torque.
        limit: Least and largest torque [N*m or N].
        unit: Unit of the control.
    """

    joint: str
    number: int
    slides: bool
    low: float
    high: float
    home: float
    how: How
    actuator: str
    scale: float = 1.0
    offset: float = 0.0
    limit: tuple[float, float] = (-1e6, 1e6)
    unit: str = "1"


@dataclass(frozen=True, slots=True)
class Control:
    """An actuator that is commanded directly: of a tendon, a site, a muscle.

    Attributes:
        actuator: Its name.
        number: Its number in the model.
        low, high: Range of its control.
        home: Control at the start.
        holds: Whether the control stays where it was put; if not, it returns home.
        is_hand: Whether it opens and closes a hand.
    """

    actuator: str
    number: int
    low: float
    high: float
    home: float
    holds: bool
    is_hand: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """All that moves: axes in the order of the model, then controls."""

    axes: tuple[Axis, ...]
    controls: tuple[Control, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What command mode selects."""
        return (*(axis.joint for axis in self.axes), *(one.actuator for one in self.selected))

    @property
    def hands(self) -> tuple[Control, ...]:
        """Controls with a slider of their own."""
        return tuple(one for one in self.controls if one.is_hand)

    @property
    def selected(self) -> tuple[Control, ...]:
        """Controls that are selected like joints, those that hold first."""
        rest = [one for one in self.controls if not one.is_hand]
        return tuple(sorted(rest, key=lambda one: not one.holds))

    def index(self, joints: Sequence[str]) -> list[int] | None:
        """Positions of joints among the axes; None if one is no axis."""
        order = {axis.joint: index for index, axis in enumerate(self.axes)}
        return [order[joint] for joint in joints] if all(joint in order for joint in joints) else None


def moved_by(model: OwnModel, drives: DrivesChoice, pose: str) -> Moved:
    """What moves the robot.

    Args:
        model: The model.
        drives: Whose drives.
        pose: Key frame of the home pose; the first if empty.

    Raises:
        UsageError: The model has no actuators, or no such key frame.
    """
    if pose and pose not in model.keyframes:
        raise UsageError(f"{model.file}: there is no key frame {pose!r}. {choose(pose, model.keyframes)}")
    if drives == "model" and not model.compiled.nactuator:
        raise UsageError(f"{model.file}: the model has no actuators of its own; let our drives move its joints.")
    key = home_key(model, pose)
    home = home_of(model, key)
    if drives == "ours" or not model.compiled.nactuator:
        return Moved(tuple(_plain_axis(model, name, number, home) for name, number in model.joints.items()), ())
    return _by_actuators(model, home, model.key_control(key))


def home_key(model: OwnModel, pose: str) -> str:
    """The key frame of the home pose: the named one, 'home', the first, or '' for none."""
    if pose or not model.keyframes:
        return pose
    return "home" if "home" in model.keyframes else model.keyframes[0]


def home_of(model: OwnModel, key: str) -> dict[str, float]:
    """Positions of the joints at the start, within their limits [rad or m]."""
    compiled, position = model.compiled, model.key_position(key)
    found = {}
    for name, number in model.joints.items():
        address = int(compiled.jnt_qposadr[number])
        low, high = _range(compiled, number)
        if position is not None:
            value = float(position[address])
        else:
            value = float(compiled.qpos0[address])
            if not low <= value <= high:
                value = 0.5 * (low + high)
        found[name] = round(float(np.clip(value, low, high)), 6)
    return found


def _range(compiled: Any, joint: int) -> tuple[float, float]:
    if not compiled.jnt_limited[joint]:
        return -FAR, FAR
    low, high = compiled.jnt_range[joint]
    return float(low), float(high)


def _plain_axis(model: OwnModel, name: str, number: int, home: dict[str, float]) -> Axis:
    low, high = _range(model.compiled, number)
    slides = int(model.compiled.jnt_type[number]) == SLIDE
    return Axis(name, number, slides, low, high, home[name], "voltage", name, unit="V")


def _by_actuators(model: OwnModel, home: dict[str, float], control: Any) -> Moved:
    compiled = model.compiled
    numbers = {number: name for name, number in model.joints.items()}
    axes: dict[int, Axis] = {}
    rest: list[int] = []
    for actuator in sorted(range(compiled.nactuator), key=lambda a: (_rank(compiled, a), a)):
        joint = driven_joint(compiled, actuator)
        simple = int(compiled.actuator_ctrlnum[actuator]) == 1 and compiled.actuator_gear[actuator, 0] != 0.0
        axis = None
        if joint in numbers and joint not in axes and simple:
            axis = _axis(model, actuator, joint, home[numbers[joint]])
        if axis is None:
            rest.append(actuator)
        else:
            axes[joint] = axis
    controls = []
    for actuator in sorted(rest):
        if int(compiled.actuator_ctrlnum[actuator]) == 1:
            controls.append(_control(compiled, actuator, control))
    hands = [one for one in controls if one.holds]
    few = len(hands) <= 4
    marked = tuple(
        Control(c.actuator, c.number, c.low, c.high, c.home, c.holds, bool(few and c.holds)) for c in controls
    )
    return Moved(tuple(axes[joint] for joint in sorted(axes)), marked)


def _rank(compiled: Any, actuator: int) -> int:
    """Of several actuators on a joint the servo comes first, then the motor."""
    if is_velocity_servo(compiled, actuator):
        return 2
    return 0 if is_servo(compiled, actuator) else 1


def _axis(model: OwnModel, actuator: int, joint: int, home: float) -> Axis | None:
    """The joint as an axis, if its actuator can follow a set-point."""
    compiled = model.compiled
    name, own = compiled.joint(joint).name, compiled.actuator(actuator).name
    slides = int(compiled.jnt_type[joint]) == SLIDE
    low, high = _range(compiled, joint)
    gain, gear = float(compiled.actuator_gainprm[actuator, 0]), float(compiled.actuator_gear[actuator, 0])
    unit = control_unit(compiled, actuator)
    if is_servo(compiled, actuator):
        bias = compiled.actuator_biasprm[actuator]
        scale, offset = float(-bias[1] * gear / gain), float(-bias[0] / gain)
        reach = sorted((one - offset) / scale for one in _control_range(compiled, actuator))
        low, high = max(low, reach[0]), min(high, reach[1])
        if low > high:
            return None
        home = float(np.clip(home, low, high))
        return Axis(name, joint, slides, low, high, home, "position", own, scale, offset, unit=unit)
    if is_velocity_servo(compiled, actuator):
        return Axis(name, joint, slides, low, high, home, "velocity", own, gear, unit=unit)
    if is_motor(compiled, actuator) and gain != 0.0:
        limits = sorted(one * gain * gear for one in _control_range(compiled, actuator))
        if compiled.actuator_forcelimited[actuator]:
            forces = sorted(float(one) * gear for one in compiled.actuator_forcerange[actuator])
            limits = [max(limits[0], forces[0]), min(limits[1], forces[1])]
        return Axis(
            name, joint, slides, low, high, home, "torque", own, 1.0 / (gain * gear), 0.0,
            (max(limits[0], -1e6), min(limits[1], 1e6)), unit,
        )  # fmt: skip
    return None


def _control_range(compiled: Any, actuator: int) -> tuple[float, float]:
    index = int(compiled.actuator_ctrladr[actuator])
    if not compiled.actuator_ctrllimited[index]:
        return -1e9, 1e9
    low, high = compiled.actuator_ctrlrange[index]
    return float(low), float(high)


def _control(compiled: Any, actuator: int, control: Any) -> Control:
    low, high = _control_range(compiled, actuator)
    gain = abs(float(compiled.actuator_gainprm[actuator, 0])) or 1.0
    index = int(compiled.actuator_ctrladr[actuator])
    home = float(control[index]) if control is not None else 0.0
    if high - low > 1e8:
        span = 1.0
        if compiled.actuator_forcelimited[actuator]:
            span = float(np.abs(compiled.actuator_forcerange[actuator]).max()) / gain
        low, high = home - span, home + span
    home = min(max(home, low), high)
    holds = not is_motor(compiled, actuator) and not is_velocity_servo(compiled, actuator)
    return Control(str(compiled.actuator(actuator).name), actuator, low, high, home, holds, False)
