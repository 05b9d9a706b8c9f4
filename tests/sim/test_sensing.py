"""Imperfections of sensors: delay, bias, noise, saturation, quantisation, faults; the same in plain and native code."""

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.equipment.sensors.kinds.contact import ContactForceSensor, ContactSensor
from pult.equipment.sensors.kinds.frames import OrientationSensor
from pult.equipment.sensors.kinds.joints import AngleSensor
from pult.equipment.sensors.kinds.radiation import RadiationSensor
from pult.equipment.sensors.kinds.range_finder import RangeFinder
from pult.equipment.sensors.kinds.zero_moment_point import ZeroMomentPointSensor
from pult.equipment.sensors.model import add_sensors, sensor_table
from pult.equipment.sensors.table import MORE_DELAY, TERM_COLUMNS
from pult.native.library import Compiled
from pult.sim.sensing import after_substep, begin_period, quantised, read_sensors

LINE, TABLE = "float64[::1]", "float64[:, ::1]"
native_read = Compiled(read_sensors, f"{TABLE}, {TABLE}, {LINE}, {LINE}, {TABLE}, {LINE}")
native_after = Compiled(after_substep, f"{TABLE}, {LINE}, {LINE}")
native_begin = Compiled(begin_period, f"{TABLE}, {LINE}")

XML = """<mujoco><worldbody><geom type="plane" size="1 1 1"/>
<body name="a" pos="0 0 1"><joint name="one"/><geom size="0.1"/><site name="eye" euler="180 0 0"/>
<body name="b" pos="0.5 0 0"><joint name="two"/><geom size="0.1"/></body></body>
<geom name="wall" type="box" size="1 0.2 3"/></worldbody></mujoco>"""
DT = 0.01
FROZEN, BIAS, DELAY = range(3)


def table_of(sensors):
    spec = mujoco.MjSpec.from_string(XML)
    assert add_sensors(spec, sensors, "sensors") == []
    model = spec.compile()
    return sensor_table(model, [("", sensors)], DT), model


class Reader:
    """One sensor of an angle, read from numbers that a test makes up."""

    def __init__(self, seed=1, native=False, **flaws):
        self.sensors, _ = table_of({"a": AngleSensor(joints="one", **flaws)})
        self.memory = self.sensors.memory(seed)
        self.faults = self.sensors.faults()
        self.readings = np.zeros(1)
        self.read = native_read if native else read_sensors

    def __call__(self, value):
        data = np.array([value])
        self.read(self.sensors.table, self.sensors.terms, data, self.memory, self.faults, self.readings)
        return float(self.readings[0])


VALUES = st.floats(-1e6, 1e6)


@given(st.lists(VALUES, min_size=1, max_size=40))
def test_an_ideal_sensor_reads_the_truth(values):
    reader = Reader()
    assert [reader(value) for value in values] == values


@given(st.lists(VALUES, min_size=1, max_size=40), st.integers(0, 12))
def test_a_delay_shows_what_was_so_many_steps_ago(values, steps):
    reader = Reader(delay=steps * DT)
    found = [reader(value) for value in values]
    assert found == [values[max(k - steps, 0)] for k in range(len(values))]


@pytest.mark.parametrize(("delay", "steps"), [(0.004, 0), (0.006, 1), (0.0249, 2), (0.0251, 3), (0.3, 30)])
def test_a_delay_is_rounded_to_whole_control_steps(delay, steps):
    reader = Reader(delay=delay)
    found = [reader(float(k)) for k in range(60)]
    assert found == [float(max(k - steps, 0)) for k in range(60)]


def test_an_added_delay_comes_and_goes_and_is_clamped():
    reader = Reader(delay=0.05)
    for k in range(300):
        assert reader(float(k)) == max(k - 5, 0)
    reader.faults[0, DELAY] = 7
    assert reader(300.0) == 300 - 12
    reader.faults[0, DELAY] = 1e9
    assert reader(301.0) == 301 - 5 - MORE_DELAY
    reader.faults[0, DELAY] = -100
    assert reader(302.0) == 302
    reader.faults[0, DELAY] = 0
    assert reader(303.0) == 298


def test_a_bias_and_an_added_bias_add_up():
    reader = Reader(bias=0.25)
    assert reader(1.0) == 1.25
    reader.faults[0, BIAS] = -0.5
    assert reader(1.0) == 0.75


def test_a_bias_may_be_given_for_each_entry():
    sensors, _ = table_of({"a": AngleSensor(joints=["one", "two"], bias=[0.5, -2.0], noise=[0.0, 0.0])})
    readings = np.zeros(2)
    read_sensors(sensors.table, sensors.terms, np.array([1.0, 1.0]), sensors.memory(0), sensors.faults(), readings)
    assert readings.tolist() == [1.5, -1.0]


@given(VALUES, st.floats(1e-3, 10.0))
def test_a_quantised_reading_is_the_nearest_level(value, resolution):
    found = Reader(resolution=resolution)(value)
    # the division and the product are each rounded once
    assert abs(found - value) <= resolution / 2 + 4e-16 * abs(value)
    assert found == round(found / resolution) * resolution


def test_halves_go_to_the_even_level():
    assert [quantised(v, 0.5) for v in (0.25, 0.75, 1.25, -0.25, -0.75)] == [0.0, 1.0, 1.0, -0.0, -1.0]
    assert quantised(0.3, 0.0) == 0.3
    assert quantised(1e300, 1e-300) == 1e300
    assert math.isnan(quantised(math.nan, 0.1))


@given(VALUES, st.floats(-10.0, 0.0), st.floats(0.1, 10.0), st.sampled_from([0.0, 0.3, 7.0]))
def test_a_reading_stays_in_its_range_even_quantised(value, low, high, resolution):
    found = Reader(range=[low, high], resolution=resolution, bias=0.1)(value)
    assert low <= found <= high
    if value > high + 10:
        assert found == high if resolution == 0.0 else found > high - resolution


def test_imperfections_come_in_the_order_promised():
    """Delay, then bias, then saturation, then quantisation: each changes what the next one sees."""
    reader = Reader(delay=DT, bias=0.6, range=[-1.0, 2.5], resolution=1.0)
    assert reader(0.0) == 1.0  # 0 + 0.6
    assert reader(5.0) == 1.0  # still the older 0
    assert reader(0.0) == 2.0  # 5 + 0.6, saturated to 2.5, rounded to the even 2


@pytest.mark.parametrize("seed", [0, 1, 12345, -7])
def test_noise_has_the_mean_and_deviation_it_is_given(seed):
    count, sigma = 100_000, 0.3
    reader = Reader(seed=seed, native=True, noise=sigma, bias=2.0)
    found = np.array([reader(1.0) for _ in range(count)]) - 3.0
    # five standard errors of each
    assert abs(found.mean()) < 5 * sigma / math.sqrt(count)
    assert abs(found.std() - sigma) < 5 * sigma / math.sqrt(2 * count)
    assert abs(np.corrcoef(found[1:], found[:-1])[0, 1]) < 5 / math.sqrt(count)  # white
    assert abs(np.mean(found**3)) / sigma**3 < 5 * math.sqrt(15 / count)  # symmetric
    assert np.mean(found**4) / sigma**4 == pytest.approx(3.0, abs=5 * math.sqrt(96 / count))  # Gaussian tails


def noise_of(sensors, name, seed=5, steps=2000):
    found, model = table_of(sensors)
    memory, readings = found.memory(seed), np.zeros(found.channels.size)
    data, faults = np.zeros(model.nsensordata), found.faults()
    rows = []
    for _ in range(steps):
        native_read(found.table, found.terms, data, memory, faults, readings)
        rows.append(readings[found.channels[name].place if found.channels[name].shape else slice(0, 1)].copy())
    return np.array(rows)


NOISY = AngleSensor(joints=["one", "two"], noise=1.0)


def test_entries_sensors_and_seeds_have_streams_of_their_own():
    a = noise_of({"a": NOISY}, "a")
    others = [a[:, 1], noise_of({"b": NOISY}, "b")[:, 0], noise_of({"a": NOISY}, "a", seed=6)[:, 0]]
    for other in others:
        assert abs(np.corrcoef(a[:, 0], other)[0, 1]) < 5 / math.sqrt(len(a))


def test_noise_depends_on_the_seed_and_the_name_alone():
    alone = noise_of({"a": NOISY}, "a")
    among = noise_of({"z": RangeFinder(site="eye", noise=0.1), "a": NOISY, "b": NOISY}, "a")
    np.testing.assert_array_equal(alone, among)
    swapped = noise_of({"a": AngleSensor(joints=["two", "one"], noise=1.0)}, "a")
    np.testing.assert_array_equal(swapped, alone[:, ::-1])  # streams belong to joints, not to places


def test_a_frozen_sensor_keeps_its_output_and_is_afterwards_as_if_it_had_not_been():
    steady, frozen = Reader(noise=0.1, delay=0.03), Reader(noise=0.1, delay=0.03)
    for k in range(50):
        last = float(frozen.readings[0])
        frozen.faults[0, FROZEN] = float(20 <= k < 30)
        true, found = steady(math.sin(k)), frozen(math.sin(k))
        assert found == (last if 20 <= k < 30 else true)


def test_a_sensor_frozen_from_the_start_keeps_its_first_reading():
    reader = Reader()
    reader.faults[0, FROZEN] = 1.0
    assert [reader(v) for v in (3.0, 4.0, 5.0)] == [3.0, 3.0, 3.0]


def test_booleans_are_delayed_and_frozen_but_have_no_bias():
    sensors, _ = table_of({"touch": ContactSensor(bodies=["a"], delay=0.02)})
    memory, faults, readings = sensors.memory(0), sensors.faults(), np.zeros(1)
    faults[0, BIAS] = 0.7
    found = []
    for count in (0.0, 3.0, 0.0, 0.0, 0.0, 1.0):
        begin_period(sensors.table, memory)
        after_substep(sensors.table, np.array([count]), memory)
        after_substep(sensors.table, np.array([0.0]), memory)
        read_sensors(sensors.table, sensors.terms, np.array([0.0]), memory, faults, readings)
        found.append(float(readings[0]))
    assert found == [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]


def test_the_largest_contact_force_of_the_substeps_is_kept():
    sensors, _ = table_of({"f": ContactForceSensor(bodies=["a", "world"])})
    memory, readings = sensors.memory(0), np.zeros(1)
    for peak in (5.0, 0.0):
        begin_period(sensors.table, memory)
        for scale in (0.2, 1.0, 0.4):
            after_substep(sensors.table, scale * peak / 5 * np.array([0.0, 3.0, -4.0]), memory)
        data = np.array([0.0, 0.0, 0.1 * peak])
        read_sensors(sensors.table, sensors.terms, data, memory, sensors.faults(), readings)
        assert readings[0] == pytest.approx(peak)


def test_substeps_leave_the_memory_alone_where_no_sensor_needs_them():
    sensors, model = table_of({"a": NOISY, "q": OrientationSensor(frame="b")})
    memory = sensors.memory(3)
    before = memory.copy()
    begin_period(sensors.table, memory)
    after_substep(sensors.table, np.ones(model.nsensordata), memory)
    np.testing.assert_array_equal(memory, before)


def test_a_noisy_quaternion_is_not_normalised():
    sensors, _ = table_of({"q": OrientationSensor(frame="b", bias=[0.0, 0.5, 0.0, 0.0])})
    readings = np.zeros(4)
    data = np.array([1.0, 0.0, 0.0, 0.0])
    read_sensors(sensors.table, sensors.terms, data, sensors.memory(0), sensors.faults(), readings)
    assert readings.tolist() == [1.0, 0.5, 0.0, 0.0]


EVERYTHING = {
    "angles": AngleSensor(joints=["one", "two"], noise=[0.1, 0.0], delay=0.04, resolution=0.01, range=[-1.0, 1.2]),
    "touch": ContactSensor(bodies=["a"], delay=0.02),
    "press": ContactForceSensor(bodies=["b"], noise=0.3, range=[0.0, 5.0]),
    "far": RangeFinder(site="eye", far=1.5, noise=0.01, bias=0.2),
    "zmp": ZeroMomentPointSensor(feet=["a", "b"], noise=0.001),
    "turn": OrientationSensor(frame="b", noise=1e-4),
    "dose": RadiationSensor(site="eye", emitters={"a": 3.0, "b": 1.0}, shields={"wall": 2.0}, counts=500.0),
}


def run(begin, after, read, seed, steps=400):
    """All sensors on data at random, NaN and infinities among it, with faults at random."""
    sensors, model = table_of(EVERYTHING)
    rng = np.random.default_rng(seed)
    memory, faults, readings = sensors.memory(seed), sensors.faults(), np.zeros(sensors.channels.size)
    seen = []
    for step in range(steps):
        begin(sensors.table, memory)
        for _ in range(3):
            data = rng.normal(0, 1, model.nsensordata)
            if step > steps // 2 and rng.random() < 0.1:
                data[rng.integers(len(data))] = rng.choice([math.nan, math.inf, -math.inf, 1e300])
            after(sensors.table, data, memory)
        if rng.random() < 0.2:
            faults[:] = rng.choice([0.0, 0.0, 1.0, 60.0, -3.5, 500.0], faults.shape)
        read(sensors.table, sensors.terms, data, memory, faults, readings)
        seen.append(readings.copy())
    return np.array(seen), memory


def test_plain_python_and_native_code_give_the_same_bits():
    for seed in range(3):
        plain, left = run(begin_period, after_substep, read_sensors, seed)
        native, right = run(native_begin, native_after, native_read, seed)
        np.testing.assert_array_equal(plain, native)
        np.testing.assert_array_equal(left, right)
        numbers = ~np.isnan(plain)  # the sign of NaN means nothing
        np.testing.assert_array_equal(np.signbit(plain)[numbers], np.signbit(native)[numbers])


def test_restored_memory_replays_the_same_readings():
    sensors, model = table_of(EVERYTHING)
    memory, faults, readings = sensors.memory(9), sensors.faults(), np.zeros(sensors.channels.size)
    rng = np.random.default_rng(0)
    data = rng.normal(size=(40, model.nsensordata))

    def play(rows):
        found = []
        for row in rows:
            read_sensors(sensors.table, sensors.terms, row, memory, faults, readings)
            found.append(readings.copy())
        return np.array(found)

    play(data[:20])
    saved = memory.copy()
    first = play(data[20:])
    memory[:] = saved
    np.testing.assert_array_equal(play(data[20:]), first)


def test_a_world_without_sensors_can_be_read():
    sensors = sensor_table(mujoco.MjModel.from_xml_string("<mujoco/>"), [], DT)
    memory = sensors.memory(0)
    assert memory.shape == (0,) and sensors.table.shape[0] == 0 and sensors.terms.shape == (0, TERM_COLUMNS)
    native_begin(sensors.table, memory)
    native_after(sensors.table, np.zeros(0), memory)
    native_read(sensors.table, sensors.terms, np.zeros(0), memory, sensors.faults(), np.zeros(0))
