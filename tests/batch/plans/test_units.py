"""Numbers with units: read, converted to the unit of what is varied, or refused with those that are allowed."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.batch.plans.document import SweepDocument
from pult.batch.plans.variation import Interval, Normal, Values, read_variation
from pult.batch.sweep import prepare
from pult.core.errors import DocumentError, UsageError
from pult.core.quantities import factor_between, read_quantity


@given(st.floats(-1e6, 1e6), st.sampled_from(["deg", "mm", "N*m/rad", "m/s^2", "%", "mrad", "°", "мс"]))
def test_a_number_is_read_with_its_unit(value, unit):
    found = read_quantity(f"{value!r} {unit}")
    assert found.value == value
    assert found.unit == {"°": "deg", "мс": "ms"}.get(unit, unit)


@pytest.mark.parametrize(
    ("unit", "target", "factor"),
    [("deg", "rad", math.pi / 180), ("mrad", "rad", 1e-3), ("cm", "m", 0.01), ("rpm", "rad/s", math.pi / 30), ("", "N", 1.0),
     ("%", "1", 0.01), ("N*m", "kg*m^2/s^2", 1.0), ("deg/s", "rad/s", math.pi / 180), ("ms", "s", 1e-3)],
)  # fmt: skip
def test_units_of_the_same_kind_are_converted(unit, target, factor):
    assert factor_between(unit, target) == pytest.approx(factor)


def test_units_of_other_kinds_are_refused_with_those_that_are_allowed():
    with pytest.raises(UsageError, match="is in rad, which 'mm' does not measure. Allowed: 'deg', 'mrad', 'rad'"):
        factor_between("mm", "rad")


@pytest.mark.parametrize(
    ("text", "name", "variation"),
    [
        ("sensor:angles.noise=0.1deg,0.5deg", "sensor:angles.noise", Values(values=[0.1, 0.5], unit="deg")),
        ("a.b=0:5deg:6", "a.b", Interval(low=0.0, high=5.0, count=6, unit="deg")),
        ("a.b~uniform(1mm, 2cm)", "a.b", Interval(low=1.0, high=20.0, unit="mm")),
        ("a.b~normal(2 N*m/rad, 1)", "a.b", Normal(mean=2.0, deviation=1.0, unit="N*m/rad")),
        ("a.b=1e3,2E-2", "a.b", Values(values=[1000.0, 0.02])),
        ("fault:sensor:angles.bias=0.1@=1s:4s:4", "fault:sensor:angles.bias=0.1@", Interval(low=1.0, high=4.0, count=4, unit="s")),
        ("fault=none,sensor:angles.stuck@2", "fault", Values(values=["none", "sensor:angles.stuck@2"])),
    ],
)
def test_variations_are_read_with_units(text, name, variation):
    assert read_variation(text) == (name, variation)


@pytest.mark.parametrize(("text", "words"), [("a=1deg,2mm", "does not measure"), ("a=3foo", "unknown symbol 'foo'")])
def test_what_is_not_a_unit_is_refused(text, words):
    with pytest.raises(UsageError, match=words):
        read_variation(text)


def _vary(*texts):
    return SweepDocument(exercise="two-link-reach", seeds=[1], vary=dict(read_variation(text) for text in texts))


def test_every_kind_of_value_is_converted_to_its_own_unit():
    found = prepare(
        _vary(
            "sensor:angles.noise=0.5deg", "sensor:angles.delay=10ms", "world:timestep=1ms", "exercise:duration=2min",
            "fault:sensor:angles.bias@2=9deg", "fault:drive:motors.dead@=1500ms",
        )
    ).document.vary
    assert [one.steps()[0] for one in found.values()] == pytest.approx(
        [math.radians(0.5), 0.01, 0.001, 120.0, math.radians(9.0), 1.5]
    )
    assert all(one.unit == "" for one in found.values())


def test_units_of_what_is_varied_are_kept_with_the_results():
    plan = _vary("sensor:angles.noise=0.1", "world:timestep=0.001", "fault:drive:motors.dead@=1", "pd.kp=20", "fault=none")
    assert prepare(plan).head().units == {
        "sensor:angles.noise": "rad", "world:timestep": "s", "fault:drive:motors.dead@": "s", "pd.kp": "V/rad",
    }  # fmt: skip


def test_wrong_units_names_and_values_are_told_at_once():
    with pytest.raises(DocumentError) as told:
        prepare(
            _vary("sensor:angles.noise=1mm", "sensor:angels.noise=1deg", "sensor:angles.nose=1deg",
                  "exercise:start.settle=1kg", "sensor:angles.delay=-1s", "robot:stop=1s")
        )
    by = {fault.place.removeprefix("vary."): fault.message for fault in told.value.faults}
    assert "Allowed: 'deg', 'mrad', 'rad'" in by["sensor:angles.noise"]
    assert "Did you mean 'angles'" in by["sensor:angels.noise"]
    assert "Did you mean 'noise'" in by["sensor:angles.nose"]
    assert "is in s" in by["exercise:start.settle"]
    assert "from 0 to 10 s" in by["sensor:angles.delay"]
    assert "no unit that is known" in by["robot:stop"]
