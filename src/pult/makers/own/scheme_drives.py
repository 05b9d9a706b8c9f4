"""The part of a scheme that commands drives of joints, from the set-point of all axes."""

from collections.abc import Sequence

from pult.makers.own.axes import Axis
from pult.makers.own.documents import groups_of
from pult.makers.own.dynamics import torque_gains
from pult.makers.own.scheme_plan import Plan
from pult.makers.own.sketch import numbers
from pult.robot.chain import Chain

FAST, SLOW = 0.01, 0.002
"""Control step, and that of robots whose joints are commanded with torques [s]."""


def servos(plan: Plan) -> None:
    """Commands of all drives of joints."""
    sketch, n = plan.sketch, plan.n
    order = {axis.joint: index for index, axis in enumerate(plan.moved.axes)}
    weight = ""
    for title, axes in groups_of(plan.moved).items():
        at, k = [order[axis.joint] for axis in axes], len(axes)
        position = sketch.pick(f"{title}_position", "setpoint.position", at, n)
        how = axes[0].how
        if how == "position":
            _output(plan, title, axes, position, [axis.scale for axis in axes], [axis.offset for axis in axes])
            continue
        speed = sketch.pick(f"{title}_speed", "setpoint.speed", at, n)
        angles = sketch.pick(f"{title}_angles", plan.angles, at, n)
        speeds = sketch.pick(f"{title}_speeds", plan.speeds, at, n)
        servo = f"{title}_servo"
        if how == "velocity":
            sketch.block(servo, sketch.fit(f"speeds_{k}", "joint-speeds", k))
            end = f"{servo}.speeds"
        elif how == "torque":
            kp, kd = torque_gains(plan.model, axes, SLOW)
            sketch.block(
                servo, sketch.fit(f"torques_{k}", "joint-torques", k), stiff__k=kp.tolist(), damp__k=kd.tolist(),
                limit__low=numbers([axis.limit[0] for axis in axes]),
                limit__high=numbers([axis.limit[1] for axis in axes]),
            )  # fmt: skip
            end = f"{servo}.torques"
        elif plan.own is not None:
            sketch.block(
                servo,
                sketch.fit(f"{title}_voltages", "joint-voltages", k, stall_torque=title, no_load_speed=title),
                pd__kp=plan.own.kp[at].tolist(), pd__kd=plan.own.kd[at].tolist(),
            )  # fmt: skip
            end = f"{servo}.voltage"
        else:
            continue
        sketch.wire(f"{position} -> {servo}.position", f"{speed} -> {servo}.speed", f"{angles} -> {servo}.angles")
        if how != "velocity":
            weight = weight or _weight(plan)
            sketch.wire(
                f"{speeds} -> {servo}.speeds", f"{sketch.pick(f'{title}_weight', weight, at, n)} -> {servo}.weight"
            )
        _output(plan, title, axes, end, [axis.scale for axis in axes], [axis.offset for axis in axes])


def _output(
    plan: Plan, title: str, axes: Sequence[Axis], end: str, scale: Sequence[float], offset: Sequence[float]
) -> None:
    """An output of the scheme for a drive: values of its axes in the units of their controls."""
    sketch, k = plan.sketch, len(axes)
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


def _weight(plan: Plan) -> str:
    """Torques that bear the weight of chains on a fixed base; 0 for all other joints. Returns the end."""
    sketch, n = plan.sketch, plan.n
    parts: list[str] = []
    borne: set[int] = set()
    for number, (name, choice) in enumerate(plan.chains.items(), 1):
        at = plan.moved.index(Chain(plan.model.frames, choice.effector, choice.base or None).names)
        new = [] if at is None or choice.base else [place for place in at if place not in borne]
        if not new or at is None:
            continue
        sketch.block(f"weight_{number}", "kinematics.gravity", chain=name, joints=len(at))
        angles = sketch.pick(f"weight_{number}_angles", plan.angles, at, n)
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
