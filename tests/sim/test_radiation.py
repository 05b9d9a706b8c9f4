"""The radiation meter against closed forms: inverse square, Beer and Lambert through boxes, Poisson's law."""

import numpy as np
import pytest

from pult.equipment.sensors.kinds.radiation import RadiationSensor
from pult.equipment.sensors.model import add_sensors
from pult.sim.sensing import FEW, counted
from tests.sim.sensing_lab import Lab

METER, SOURCE = np.array([0.2, -0.1, 1.0]), np.array([2.1, 1.3, 0.6])
TURN, HALF, MU = 0.4, 0.12, 7.0
"""The wall is turned about the vertical by this angle [rad]; half its thickness [m]; its attenuation [1/m]."""
ROOM = f"""<mujoco><compiler angle="radian"/><worldbody><site name="meter" pos="0.2 -0.1 1" euler="0.3 0.5 0.7"/>
<site name="source" pos="2.1 1.3 0.6"/><site name="other" pos="-1 0.4 1.5"/><site name="inside" pos="1.1 0.5 0.8"/>
<geom name="wall" type="box" size="{HALF} 4 4" pos="1.1 0.5 0.8" euler="0 0 {TURN}"/>
<geom name="low" type="box" size="4 4 0.1" pos="0 0 -0.1"/><geom name="ball" size="0.1" pos="3 3 3"/>
</worldbody></mujoco>"""


def reading(**keys):
    given = {"site": "meter", "emitters": {"source": 3.0}, **keys}
    return Lab(ROOM, {"s": RadiationSensor(**given)})["s"]


def test_the_dose_rate_falls_with_the_square_of_the_distance():
    squared = np.sum((SOURCE - METER) ** 2)
    assert reading() == pytest.approx(3.0 / squared, rel=1e-12)
    other = np.sum((np.array([-1.0, 0.4, 1.5]) - METER) ** 2)
    both = reading(emitters={"source": 3.0, "other": 0.5}, background=0.2)
    assert both == pytest.approx(0.2 + 3.0 / squared + 0.5 / other, rel=1e-12)


def test_a_wall_lets_through_as_much_as_its_thickness_on_the_way_says():
    way = SOURCE - METER
    distance = np.linalg.norm(way)
    crossed = 2.0 * HALF / abs(way @ [np.cos(TURN), np.sin(TURN), 0.0]) * distance
    wanted = 3.0 / distance**2 * np.exp(-MU * crossed)
    assert reading(shields={"wall": MU}) == pytest.approx(wanted, rel=1e-12)
    assert reading(shields={"wall": MU, "low": 50.0}) == pytest.approx(wanted, rel=1e-12)  # it is not on the way


def test_a_source_within_a_shield_is_shielded_by_what_is_before_it():
    way = np.array([1.1, 0.5, 0.8]) - METER
    distance = np.linalg.norm(way)
    crossed = HALF / abs(way @ [np.cos(TURN), np.sin(TURN), 0.0]) * distance
    found = reading(emitters={"inside": 3.0}, shields={"wall": MU})
    assert found == pytest.approx(3.0 / distance**2 * np.exp(-MU * crossed), rel=1e-12)


def test_a_source_is_no_point():
    assert reading(emitters={"meter": 3.0}, nearest=0.5) == pytest.approx(3.0 / 0.25, rel=1e-12)


def test_a_counter_counts_by_the_law_of_poisson():
    """Mean and variance of the counts are those of the law, within five standard errors of 20 000 samples."""
    for mean in (0.05, 2.0, 0.9 * FEW, 3.0 * FEW):
        state = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
        found = np.array([counted(mean, state) for _ in range(20000)])
        assert np.all(found == np.round(found)) and found.min() >= 0.0
        assert found.mean() == pytest.approx(mean, abs=5.0 * np.sqrt(mean / 20000))
        assert found.var() == pytest.approx(mean, abs=5.0 * np.sqrt((mean + 2.0 * mean**2) / 20000))


def test_the_reading_of_a_counter_is_its_counts_in_a_control_step():
    sensor = RadiationSensor(site="meter", emitters={"source": 3.0}, counts=40.0)
    lab = Lab(ROOM, {"s": sensor}, substeps=5)  # 10 ms
    lab.step(50)
    unit = 1.0 / (40.0 * 0.01)
    assert lab["s"] / unit == pytest.approx(round(lab["s"] / unit), abs=1e-9)


@pytest.mark.parametrize(
    ("keys", "place", "code"),
    [
        ({"emitters": {}}, "emitters", "bad-shape"),
        ({"emitters": {"sauce": 1.0}}, "emitters", "unknown-name"),
        ({"emitters": {"source": -1.0}}, "emitters.source", "out-of-range"),
        ({"shields": {"wal": 1.0}}, "shields", "unknown-name"),
        ({"shields": {"ball": 1.0}}, "shields", "bad-shape"),
        ({"shields": {"wall": -1.0}}, "shields.wall", "out-of-range"),
        ({"background": -1.0}, "background", "out-of-range"),
        ({"counts": -1.0}, "counts", "out-of-range"),
        ({"nearest": 0.0}, "nearest", "out-of-range"),
        ({"site": "metre"}, "site", "unknown-name"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(keys, place, code):
    import mujoco

    given = {"site": "meter", "emitters": {"source": 1.0}, **keys}
    faults = add_sensors(mujoco.MjSpec.from_string(ROOM), {"s": RadiationSensor(**given)}, "sensors")
    assert [(fault.place, fault.code) for fault in faults] == [(f"sensors.s.{place}", code)]
