"""The part of a scheme that leads arms: semi-automatic mode."""

from collections.abc import Sequence
from typing import Any

from pult.makers.own.scheme_plan import Plan
from pult.robot.chain import Chain

LEADING = 0.4
"""Speed of an effector as a share of the reach of its arm [1/s]."""


def reach(plan: Plan) -> str:
    """Semi-automatic mode of all arms; returns the end with the wanted positions of all joints."""
    sketch, n = plan.sketch, plan.n
    changes, quaternion, residuals = ["setpoint.anchor"], "", []
    for number, arm in enumerate(plan.arms, 1):
        name, k = f"reach_{number}", len(arm.joints)
        part = "arm-reach" if arm.holds else "arm-reach-point"
        kind = sketch.fit(f"{'reach' if arm.holds else 'reach_point'}_{k}", part, k, chain=arm.name)
        length = Chain(plan.model.frames, plan.chains[arm.name].effector, plan.chains[arm.name].base or None).reach
        speed, leash = min(0.25, LEADING * length), min(0.1, 0.2 * length)
        chains: dict[str, Any] = {"lead__velocity__k": round(speed, 4), "lead__led__leash": round(leash, 4)}
        chains |= {"here__chain": arm.name, "there__chain": arm.name, "point__chain": arm.name}
        if arm.holds:
            chains["pose__chain"] = arm.name
        sketch.block(name, kind, **chains)
        sketch.block(f"on_{number}", "logic.compare", operator="==", inputs={"b": number})
        sketch.wire(f"charge.effector -> on_{number}.a", f"on_{number}.y -> {name}.on", f"request.move -> {name}.move")
        sketch.wire(f"{sketch.pick(f'angles_{number}', plan.angles, arm.joints, n)} -> {name}.angles")
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
    turns = any(arm.holds for arm in plan.arms)
    sketch.block("request", sketch.use("request", "arm-request"), inputs=None if turns else {"stick": 0})
    sketch.wire("joystick -> request.joystick", "joystick_frame -> request.frame", "speed -> request.speed")
    sketch.wire(*(["stick -> request.stick"] if turns else []), f"{quaternion} -> request.quaternion")
    _lamps(plan, residuals)
    return sketch.total("reached", changes, n)


def _lamps(plan: Plan, residuals: Sequence[str]) -> None:
    sketch = plan.sketch
    far = residuals[0]
    if len(residuals) > 1:
        sketch.block("far", "arithmetic.sum", signs="+" * len(residuals))  # only one of them is not 0
        sketch.wire(*(f"{end} -> far.x{index}" for index, end in enumerate(residuals, 1)))
        far = "far.y"
    sketch.block("too_far", "logic.to_boolean", threshold=0.005)
    sketch.outputs["out_of_reach"] = {"description": "lamp: the effector cannot go there", "kind": "boolean"}
    sketch.outputs["distance"] = {"description": "how far the wanted point is out of reach", "unit": "m"}
    sketch.wire(f"{far} -> too_far.x", "too_far.y -> out_of_reach", f"{far} -> distance")
