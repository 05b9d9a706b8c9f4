"""The scheme of a robot: command mode for all that moves, semi-automatic mode for its arms.

All joints are one vector in the order of the axes; sliding ones are in it with their metres taken for radians, which
lets one set-point, one selection and one chain have both kinds. Units are right again at sensors and drives.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pult.equipment.drives.own_actuators import control_unit
from pult.makers.own.axes import Axis, Control, Moved
from pult.makers.own.choices import ChainChoice
from pult.makers.own.documents import groups_of
from pult.makers.own.dynamics import Motors, torque_gains
from pult.makers.own.own_model import OwnModel
from pult.makers.own.sketch import Sketch, numbers
from pult.robot.chain import Chain

FAST, SLOW = 0.01, 0.002
"""Control step, and that of robots whose joints are commanded with torques [s]."""
RATE, SLIDE_RATE, WHEEL_RATE = 0.6, 0.1, 3.0
"""Speeds of joints at full deflection [rad/s, m/s, rad/s]."""
LEASH = 0.5
"""How far set-points may be ahead of their joints [rad]: weak servos lag."""
LEADING = 0.4
"""Speed of an effector as a share of the reach of its arm [1/s]."""
POSE = 6
"""Joints with which an arm has an orientation to hold."""
COMMANDED = 18
"""Number of joints that the part for command mode is written for."""


class Arm:
    """A chain that semi-automatic mode moves.

    Attributes:
        name: Its name.
        joints: Places of its coordinates among the axes.
    """

    def __init__(self, name: str, joints: Sequence[int]) -> None:
        """Take over its parts."""
        self.name, self.joints = name, list(joints)

    @property
    def holds(self) -> bool:
        """Whether it has an orientation to hold."""
        return len(self.joints) >= POSE


def arms_of(model: OwnModel, chains: Mapping[str, ChainChoice], moved: Moved) -> list[Arm]:
    """The chains that an operator may move as arms: wanted as such, and every joint an axis."""
    found = []
    for name, choice in chains.items():
        at = moved.index(Chain(model.frames, choice.effector, choice.base or None).names)
        if choice.reach and at is not None:
            found.append(Arm(name, at))
    return found


def control_step(moved: Moved) -> float:
    """Control step of the scheme [s]."""
    return SLOW if any(axis.how == "torque" for axis in moved.axes) else FAST


def scheme_document(
    model: OwnModel, name: str, chains: Mapping[str, ChainChoice], moved: Moved, own: Motors | None
) -> dict[str, Any]:
    """The scheme document; see the module.

    Args:
        model: The model.
        name: Its name.
        chains: Chains of the robot.
        moved: What moves it.
        own: Our motors, if the drives are ours.
    """
    made = _Maker(model, chains, moved, own)
    modes = "Command mode and semi-automatic mode" if made.arms else "Command mode"
    return made.made().document(name, f"{modes} of an imported robot.", control_step(moved))


class _Maker:
    def __init__(self, model: OwnModel, chains: Mapping[str, ChainChoice], moved: Moved, own: Motors | None) -> None:
        self.model, self.chains, self.moved, self.own = model, chains, moved, own
        self.sketch = Sketch()
        self.arms = arms_of(model, chains, moved)
        self.n, self.m = len(moved.axes), len(moved.selected)

    def made(self) -> Sketch:
        sketch = self.sketch
        self._inputs()
        charge = sketch.use("charge", "joint-charge")
        sketch.block("charge", charge, inputs=None if self.arms else {"mode": 0, "effectors": 0})
        sketch.wire("enable -> charge.enable", "stopped -> charge.stopped")
        if self.arms:
            sketch.wire("mode -> charge.mode", "effectors -> charge.effectors")
        if self.n:
            self._axes()
        if self.m:
            self._controls()
        self._hands()
        return sketch

    def _inputs(self) -> None:
        inputs = self.sketch.inputs
        if self.arms:
            inputs["mode"] = {"description": "0 command, 1 semi-automatic"}
            inputs["effectors"] = {
                "description": "0 none, " + ", ".join(f"{i} {a.name}" for i, a in enumerate(self.arms, 1))
            }
            if any(arm.holds for arm in self.arms):
                inputs["stick"] = {"description": "0 moves, 1 turns the effector"}
                inputs["orientation"] = {"description": "hold the orientation of the effector", "kind": "boolean"}
            inputs["joystick_frame"] = {"description": "its axes: 0 of the base, 1 of the effector"}
        if self.n + self.m:
            inputs["joints"] = {"description": "what is selected", "kind": "boolean", "shape": [self.n + self.m]}
            inputs["joystick"] = {"description": "deflection of the joystick", "shape": [3]}
        inputs["speed"] = {"description": "fraction of the full speed"}
        inputs["enable"] = {"description": "enabling switch", "kind": "boolean"}
        inputs["stopped"] = {"description": "the robot is stopped", "kind": "boolean"}
        for slides, place, speed, unit in (
            (False, "angles", "speeds", "rad"),
            (True, "positions", "slide_speeds", "m"),
        ):
            count = sum(axis.slides == slides for axis in self.moved.axes)
            if count:
                inputs[place] = {"shape": [count], "unit": unit}
                inputs[speed] = {"shape": [count], "unit": f"{unit}/s"}
        for index, hand in enumerate(self.moved.hands, 1):
            inputs[f"hand_{index}"] = {"description": f"{hand.actuator}: 0 to 1 of its range"}

    # --- joints ------------------------------------------------------------------------------------------------------

    def _axes(self) -> None:
        sketch, n = self.sketch, self.n
        angles, speeds = self._measured("angles", "positions", "rad"), self._measured("speeds", "slide_speeds", "rad/s")
        self.angles, self.speeds = angles, speeds
        axes = self.moved.axes
        sketch.block(
            "setpoint", "control.shared_setpoint", n=n, low=numbers([a.low for a in axes]),
            high=numbers([a.high for a in axes]), most=3.0, catching=1.5,
        )  # fmt: skip
        command = sketch.fit("command", "torso-command", n, COMMANDED)
        sketch.block("command", command, rate__k=numbers([_rate(a) for a in axes]), led__leash=LEASH)
        sketch.wire(
            "joystick -> command.joystick", "speed -> command.speed", "charge.command -> command.on",
            f"{angles} -> command.angles", "setpoint.anchor -> command.anchor",
        )  # fmt: skip
        sketch.wire(f"{self._selection(range(n), 'of_joints')} -> command.joints")
        wanted = "command.wanted"
        if self.arms:
            sketch.block("choice", "vector.switch", n=n)
            sketch.wire(
                "charge.command -> choice.condition", "command.wanted -> choice.a", f"{self._reach()} -> choice.b"
            )
            wanted = "choice.y"
        sketch.block("halted", "logic.to_number")
        sketch.block("all", "vector.constant", values=[1.0] * n)
        sketch.block("loose", "vector.scale", n=n)
        holds = any(axis.how == "torque" for axis in axes)  # such a robot is held by its scheme while it is stopped
        if holds:
            sketch.blocks = [b for b in sketch.blocks if b["id"] not in ("halted", "all", "loose")]
            sketch.block("loose", "vector.constant", values=[0.0] * n)
        else:
            sketch.wire("charge.stopped -> halted.x", "halted.y -> loose.factor", "all.y -> loose.x")
        sketch.wire(
            f"{wanted} -> setpoint.wanted", f"{angles} -> setpoint.at", f"{speeds} -> setpoint.at_speed",
            "loose.y -> setpoint.loose", "charge.event -> setpoint.event",
        )  # fmt: skip
        self._servos()

    def _measured(self, turning: str, sliding: str, unit: str) -> str:
        """All joints in one vector, sliding ones with their unit replaced; returns its end."""
        sketch, axes = self.sketch, self.moved.axes
        turns = [i for i, axis in enumerate(axes) if not axis.slides]
        slides = [i for i, axis in enumerate(axes) if axis.slides]
        if not slides:
            return turning
        sketch.block(f"as_{turning}", "arithmetic.set_unit", len(slides), unit=unit)
        sketch.wire(f"{sliding} -> as_{turning}.x")
        if not turns:
            return f"as_{turning}.y"
        both = [
            sketch.spread(f"place_{turning}", turning, turns, self.n),
            sketch.spread(f"place_{sliding}", f"as_{turning}.y", slides, self.n),
        ]
        return sketch.total(f"all_{turning}", both, self.n)

    def _selection(self, places: Sequence[int], name: str) -> str:
        """Some of the selected things, as booleans; returns the end."""
        sketch, count = self.sketch, self.n + self.m
        if list(places) == list(range(count)):
            return "joints"
        self._chosen()
        end = sketch.pick(f"{name}_number", "chosen.y", list(places), count)
        sketch.block(name, "logic.to_boolean", len(places))
        sketch.wire(f"{end} -> {name}.x")
        return f"{name}.y"

    def _chosen(self) -> None:
        if not any(block["id"] == "chosen" for block in self.sketch.blocks):
            self.sketch.block("chosen", "logic.to_number", self.n + self.m)
            self.sketch.wire("joints -> chosen.x")

    # --- arms --------------------------------------------------------------------------------------------------------

    def _reach(self) -> str:
        """Semi-automatic mode of all arms; returns the end with the wanted positions of all joints."""
        sketch, n = self.sketch, self.n
        changes, quaternion, residuals = ["setpoint.anchor"], "", []
        for number, arm in enumerate(self.arms, 1):
            name, k = f"reach_{number}", len(arm.joints)
            part = "arm-reach" if arm.holds else "arm-reach-point"
            kind = sketch.fit(f"{'reach' if arm.holds else 'reach_point'}_{k}", part, k, chain=arm.name)
            length = Chain(self.model.frames, self.chains[arm.name].effector, self.chains[arm.name].base or None).reach
            speed, leash = min(0.25, LEADING * length), min(0.1, 0.2 * length)
            chains: dict[str, Any] = {"lead__velocity__k": round(speed, 4), "lead__led__leash": round(leash, 4)}
            chains |= {"here__chain": arm.name, "there__chain": arm.name, "point__chain": arm.name}
            if arm.holds:
                chains["pose__chain"] = arm.name
            sketch.block(name, kind, **chains)
            sketch.block(f"on_{number}", "logic.compare", operator="==", inputs={"b": number})
            sketch.wire(
                f"charge.effector -> on_{number}.a", f"on_{number}.y -> {name}.on", f"request.move -> {name}.move"
            )
            sketch.wire(f"{sketch.pick(f'angles_{number}', self.angles, arm.joints, n)} -> {name}.angles")
            sketch.wire(f"{sketch.pick(f'anchor_{number}', 'setpoint.anchor', arm.joints, n)} -> {name}.anchor")
            if arm.holds:
                sketch.wire(f"request.turn -> {name}.turn", f"orientation -> {name}.hold", f"stick -> {name}.stick")
            changes.append(sketch.spread(f"change_{number}", f"{name}.change", arm.joints, n))
            residuals.append(f"{name}.residual")
            if quaternion:
                sketch.block(f"hand_{number}", "vector.switch", n=4)
                sketch.wire(
                    f"on_{number}.y -> hand_{number}.condition",
                    f"{name}.quaternion -> hand_{number}.a",
                    f"{quaternion} -> hand_{number}.b",
                )
                quaternion = f"hand_{number}.y"
            else:
                quaternion = f"{name}.quaternion"
        turns = any(arm.holds for arm in self.arms)
        sketch.block("request", sketch.use("request", "arm-request"), inputs=None if turns else {"stick": 0})
        sketch.wire("joystick -> request.joystick", "joystick_frame -> request.frame", "speed -> request.speed")
        sketch.wire(*(["stick -> request.stick"] if turns else []), f"{quaternion} -> request.quaternion")
        self._lamps(residuals)
        return sketch.total("reached", changes, n)

    def _lamps(self, residuals: Sequence[str]) -> None:
        sketch = self.sketch
        far = residuals[0]
        if len(residuals) > 1:
            sketch.block("far", "arithmetic.sum", signs="+" * len(residuals))  # only one of them is not 0
            sketch.wire(*(f"{end} -> far.x{index}" for index, end in enumerate(residuals, 1)))
            far = "far.y"
        sketch.block("too_far", "logic.to_boolean", threshold=0.005)
        sketch.outputs["out_of_reach"] = {"description": "lamp: the effector cannot go there", "kind": "boolean"}
        sketch.outputs["distance"] = {"description": "how far the wanted point is out of reach", "unit": "m"}
        sketch.wire(f"{far} -> too_far.x", "too_far.y -> out_of_reach", f"{far} -> distance")

    # --- drives ------------------------------------------------------------------------------------------------------

    def _servos(self) -> None:
        sketch, n = self.sketch, self.n
        order = {axis.joint: index for index, axis in enumerate(self.moved.axes)}
        weight = ""
        for title, axes in groups_of(self.moved).items():
            at, k = [order[axis.joint] for axis in axes], len(axes)
            position = sketch.pick(f"{title}_position", "setpoint.position", at, n)
            how = axes[0].how
            if how == "position":
                self._output(title, axes, position, [axis.scale for axis in axes], [axis.offset for axis in axes])
                continue
            speed = sketch.pick(f"{title}_speed", "setpoint.speed", at, n)
            angles = sketch.pick(f"{title}_angles", self.angles, at, n)
            speeds = sketch.pick(f"{title}_speeds", self.speeds, at, n)
            servo = f"{title}_servo"
            if how == "velocity":
                sketch.block(servo, sketch.fit(f"speeds_{k}", "joint-speeds", k))
                end = f"{servo}.speeds"
            elif how == "torque":
                kp, kd = torque_gains(self.model, axes, SLOW)
                sketch.block(
                    servo, sketch.fit(f"torques_{k}", "joint-torques", k), stiff__k=kp.tolist(), damp__k=kd.tolist(),
                    limit__low=numbers([axis.limit[0] for axis in axes]),
                    limit__high=numbers([axis.limit[1] for axis in axes]),
                )  # fmt: skip
                end = f"{servo}.torques"
            elif self.own is not None:
                sketch.block(
                    servo,
                    sketch.fit(f"{title}_voltages", "joint-voltages", k, stall_torque=title, no_load_speed=title),
                    pd__kp=self.own.kp[at].tolist(), pd__kd=self.own.kd[at].tolist(),
                )  # fmt: skip
                end = f"{servo}.voltage"
            else:
                continue
            sketch.wire(f"{position} -> {servo}.position", f"{speed} -> {servo}.speed", f"{angles} -> {servo}.angles")
            if how != "velocity":
                weight = weight or self._weight()
                sketch.wire(
                    f"{speeds} -> {servo}.speeds", f"{sketch.pick(f'{title}_weight', weight, at, n)} -> {servo}.weight"
                )
            self._output(title, axes, end, [axis.scale for axis in axes], [axis.offset for axis in axes])

    def _output(
        self, title: str, axes: Sequence[Axis], end: str, scale: Sequence[float], offset: Sequence[float]
    ) -> None:
        """An output of the scheme for a drive: values of its axes in the units of their controls."""
        sketch, k = self.sketch, len(axes)
        sketch.outputs[title] = {"description": "commands of the drive", "shape": [k], "unit": axes[0].unit}
        inside = {"position": "rad", "torque": "N*m", "velocity": "rad/s", "voltage": "V"}[axes[0].how]
        if any(one != 1.0 for one in scale) or axes[0].unit != inside:
            sketch.block(f"{title}_scaled", "arithmetic.gain", k, k=numbers(scale))
            sketch.wire(f"{end} -> {title}_scaled.x")
            end = f"{title}_scaled.y"
        if any(offset):
            sketch.block(f"{title}_offset", "vector.constant", values=numbers(offset))
            sketch.block(f"{title}_sum", "arithmetic.sum", k, signs="++")
            sketch.wire(f"{end} -> {title}_sum.x1", f"{title}_offset.y -> {title}_sum.x2")
            end = f"{title}_sum.y"
        sketch.wire(f"{end} -> {title}")

    def _weight(self) -> str:
        """Torques that bear the weight of chains on a fixed base; 0 for all other joints. Returns the end."""
        sketch, n = self.sketch, self.n
        parts: list[str] = []
        borne: set[int] = set()
        for number, (name, choice) in enumerate(self.chains.items(), 1):
            at = self.moved.index(Chain(self.model.frames, choice.effector, choice.base or None).names)
            new = [] if at is None or choice.base else [place for place in at if place not in borne]
            if not new or at is None:
                continue
            sketch.block(f"weight_{number}", "kinematics.gravity", chain=name, joints=len(at))
            angles = sketch.pick(f"weight_{number}_angles", self.angles, at, n)
            sketch.wire(f"{angles} -> weight_{number}.q")
            matrix = [[float(place == one and place not in borne) for one in at] for place in range(n)]
            sketch.block(f"weight_{number}_at", "vector.gain", matrix=matrix)
            sketch.wire(f"weight_{number}.torques -> weight_{number}_at.x")
            parts.append(f"weight_{number}_at.y")
            borne |= set(new)
        if not parts:
            sketch.block("weight", "vector.constant", values=[0.0] * n)
            return "weight.y"
        return sketch.total("weight", parts, n)

    # --- other actuators ---------------------------------------------------------------------------------------------

    def _controls(self) -> None:
        sketch, m, chosen = self.sketch, self.m, self.moved.selected
        self._chosen()
        selected = sketch.pick("of_controls", "chosen.y", list(range(self.n, self.n + m)), self.n + m)
        spans = [one.high - one.low for one in chosen]
        sketch.block(
            "controls", sketch.fit(f"controls_{m}", "control-choice", m),
            rate__k=numbers([0.5 * span if one.holds else 0.0 for one, span in zip(chosen, spans, strict=True)]),
            kept__initial=numbers([one.home for one in chosen]), kept__low=numbers([one.low for one in chosen]),
            kept__high=numbers([one.high for one in chosen]),
            pushed__k=numbers([_push(one) for one in chosen]),
            limit__low=numbers([one.low for one in chosen]), limit__high=numbers([one.high for one in chosen]),
        )  # fmt: skip
        sketch.wire("joystick -> controls.joystick", f"{selected} -> controls.selected", "speed -> controls.speed")
        sketch.wire("charge.command -> controls.on")
        unit, end = self._unit(chosen), "controls.controls"
        if unit != "1":
            sketch.block("in_units", "arithmetic.set_unit", m, unit=unit)
            sketch.wire(f"{end} -> in_units.x")
            end = "in_units.y"
        sketch.wire(f"{end} -> actuators")
        sketch.outputs["actuators"] = {"description": "controls of the model's actuators", "shape": [m], "unit": unit}

    def _unit(self, controls: Sequence[Control]) -> str:
        """Unit of the controls of a drive, as the drive has it."""
        units = {control_unit(self.model.compiled, one.number) for one in controls}
        return units.pop() if len(units) == 1 else "1"

    def _hands(self) -> None:
        hands = self.moved.hands
        if not hands:
            return
        sketch, k = self.sketch, len(hands)
        spans = [one.high - one.low for one in hands]
        sketch.block("hands", "vector.mux", n=k)
        sketch.wire(*(f"hand_{index} -> hands.x{index}" for index in range(1, k + 1)))
        sketch.block("hands_scaled", "arithmetic.gain", k, k=numbers(spans))
        sketch.block("hands_low", "vector.constant", values=numbers([one.low for one in hands]))
        sketch.block("hands_sum", "arithmetic.sum", k, signs="++")
        sketch.block(
            "hands_soft", "control.rate_limiter", k, rising=numbers(spans), falling=numbers(spans), start="input"
        )
        sketch.wire("hands.y -> hands_scaled.x", "hands_scaled.y -> hands_sum.x1", "hands_low.y -> hands_sum.x2")
        sketch.wire("hands_sum.y -> hands_soft.x", "hands_soft.y -> hands")
        sketch.outputs["hands"] = {
            "description": "controls that open and close hands",
            "shape": [k],
            "unit": self._unit(hands),
        }


def _push(one: Control) -> float:
    """How far full deflection moves a control that returns; 0 for one that holds."""
    return 0.0 if one.holds else 0.5 * max(one.high - one.home, one.home - one.low)


def _rate(axis: Axis) -> float:
    """Speed of an axis at full deflection [rad/s or m/s]."""
    width = axis.high - axis.low
    most = SLIDE_RATE if axis.slides else WHEEL_RATE if axis.how == "velocity" and width > 100.0 else RATE
    return min(most, max(width / 3.0, 1e-3))
