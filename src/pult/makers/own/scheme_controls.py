"""The part of a scheme that commands actuators directly: those that are selected, and those with a slider."""

from collections.abc import Sequence

from pult.equipment.drives.own_actuators import control_unit
from pult.makers.own.axes import Control
from pult.makers.own.scheme_plan import Plan, chosen
from pult.makers.own.sketch import numbers


def controls(plan: Plan) -> None:
    """Commands of the actuators that are selected like joints."""
    sketch, m, those = plan.sketch, plan.m, plan.moved.selected
    chosen(plan)
    selected = sketch.pick("of_controls", "chosen.y", list(range(plan.n, plan.n + m)), plan.n + m)
    spans = [one.high - one.low for one in those]
    sketch.block(
        "controls", sketch.fit(f"controls_{m}", "control-choice", m),
        rate__k=numbers([0.5 * span if one.holds else 0.0 for one, span in zip(those, spans, strict=True)]),
        kept__initial=numbers([one.home for one in those]), kept__low=numbers([one.low for one in those]),
        kept__high=numbers([one.high for one in those]),
        pushed__k=numbers([_push(one) for one in those]),
        limit__low=numbers([one.low for one in those]), limit__high=numbers([one.high for one in those]),
    )  # fmt: skip
    sketch.wire("joystick -> controls.joystick", f"{selected} -> controls.selected", "speed -> controls.speed")
    sketch.wire("charge.command -> controls.on")
    unit, end = _unit(plan, those), "controls.controls"
    if unit != "1":
        sketch.block("in_units", "arithmetic.set_unit", m, unit=unit)
        sketch.wire(f"{end} -> in_units.x")
        end = "in_units.y"
    sketch.wire(f"{end} -> actuators")
    sketch.outputs["actuators"] = {"description": "controls of the model's actuators", "shape": [m], "unit": unit}


def _unit(plan: Plan, controls: Sequence[Control]) -> str:
    """Unit of the controls of a drive, as the drive has it."""
    units = {control_unit(plan.model.compiled, one.number) for one in controls}
    return units.pop() if len(units) == 1 else "1"


def hands(plan: Plan) -> None:
    """Commands of the actuators that sliders move."""
    sliders = plan.moved.hands
    if not sliders:
        return
    sketch, k = plan.sketch, len(sliders)
    spans = [one.high - one.low for one in sliders]
    sketch.block("hands", "vector.mux", n=k)
    sketch.wire(*(f"hand_{index} -> hands.x{index}" for index in range(1, k + 1)))
    sketch.block("hands_scaled", "arithmetic.gain", k, k=numbers(spans))
    sketch.block("hands_low", "vector.constant", values=numbers([one.low for one in sliders]))
    sketch.block("hands_sum", "arithmetic.sum", k, signs="++")
    sketch.block("hands_soft", "control.rate_limiter", k, rising=numbers(spans), falling=numbers(spans), start="input")
    sketch.wire("hands.y -> hands_scaled.x", "hands_scaled.y -> hands_sum.x1", "hands_low.y -> hands_sum.x2")
    sketch.wire("hands_sum.y -> hands_soft.x", "hands_soft.y -> hands")
    sketch.outputs["hands"] = {
        "description": "controls that open and close hands",
        "shape": [k],
        "unit": _unit(plan, sliders),
    }


def _push(one: Control) -> float:
    """How far full deflection moves a control that returns; 0 for one that holds."""
    return 0.0 if one.holds else 0.5 * max(one.high - one.home, one.home - one.low)
