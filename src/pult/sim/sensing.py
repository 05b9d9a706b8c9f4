"""Reading sensors: from the sensor data of MuJoCo to the readings for the scheme.

A reading passes through its imperfections in this order:

    true value -> delay -> bias -> counting -> noise -> saturation -> quantisation

Booleans have only the delay. All state is in one array, the memory; see `pult.equipment.sensors.table` for its parts
and for the columns of the table.
"""

import math

from pult.core.kernels import ALL_WHOLE, clamp, clamped_index, exponential, kernel, ratio, round_half_even
from pult.core.random import draw, gaussian
from pult.core.signals import Array
from pult.equipment.sensors.table import (
    ADDRESS,
    AXIS,
    BEAM,
    BIAS,
    COUNTS,
    DELAY,
    ELAPSED,
    FIGURE,
    HEAD,
    HELD,
    HIGH,
    LARGEST,
    LEAST,
    LENGTH,
    LINE,
    LOW,
    MEMORY,
    NOISE,
    OBSERVED,
    OUTPUT,
    PEAK,
    RADIATION,
    RESOLUTION,
    RULE,
    SCALED,
    TERMS,
    TOUCHED,
    ZERO_MOMENT,
)

FEW = 30.0
"""Mean number of events up to which they are counted one by one."""
FROZEN, MORE_BIAS, MORE_STEPS = 0, 1, 2
"""Columns of the faults: frozen (0 or 1), added bias, added delay [control steps]."""


@kernel
def begin_period(table: Array, memory: Array) -> None:
    """Reset the peaks of the last control step. Call it before the first physics substep."""
    row = 0
    while row < table.shape[0]:
        row = int(table[row, PEAK])  # visits only the rows that need it
        if row < table.shape[0]:
            memory[int(table[row, MEMORY]) + HELD] = 0.0
        row += 1


@kernel
def after_substep(table: Array, sensordata: Array, memory: Array) -> None:
    """Update the peaks of readings that must not be missed between control steps. Call it after each substep."""
    row = 0
    while row < table.shape[0]:
        row = int(table[row, PEAK])
        if row < table.shape[0]:
            held = int(table[row, MEMORY]) + HELD
            value = contact_value(table, row, sensordata)
            if value > memory[held]:  # noqa: PLR1730 - max() treats NaN differently in native code
                memory[held] = value
        row += 1


@kernel
def contact_value(table: Array, row: int, sensordata: Array) -> float:
    """The present contact: 0 or 1, or the magnitude of the force [N]."""
    address = int(table[row, ADDRESS])
    if table[row, RULE] == TOUCHED:
        return 1.0 if sensordata[address] > 0.0 else 0.0
    x, y, z = float(sensordata[address]), float(sensordata[address + 1]), float(sensordata[address + 2])
    return math.sqrt(x * x + y * y + z * z)


@kernel
def zero_moment(table: Array, row: int, terms: Array, sensordata: Array, last: float) -> float:
    """One coordinate of the point where the horizontal moment of the forces on the feet vanishes [m].

    MuJoCo gives for each foot a force, a torque and the point they act at, all in the world and as the foot acts on
    the ground; the common sign drops out of the quotient.

    Args:
        table: The table.
        row: Row of the coordinate.
        terms: Table of terms, with the feet.
        sensordata: Sensor data of MuJoCo.
        last: Its last value, kept while the feet carry less than the minimum force.
    """
    axis = int(table[row, AXIS])
    height = float(table[row, FIGURE])
    if axis == 2:
        return height
    first = int(table[row, ADDRESS])
    load = 0.0
    moment = 0.0
    for index in range(first, first + int(table[row, TERMS])):
        foot = int(terms[index, 0])
        force = float(sensordata[foot + axis])
        down = float(sensordata[foot + 2])
        torque = float(sensordata[foot + 3]) if axis == 1 else -float(sensordata[foot + 4])
        moment += float(sensordata[foot + 6 + axis]) * down
        moment += torque - (float(sensordata[foot + 8]) - height) * force
        load -= down
    return -moment / load if load >= float(table[row, LEAST]) else last


@kernel
def thickness(x: float, y: float, z: float, shield: Array, sensordata: Array) -> float:
    """Length of the part of a line from a detector to a source that lies in a box [m].

    Args:
        x, y, z: The source, in the frame of the detector [m].
        shield: Row of the shield in the table of terms. Shape (TERM_COLUMNS,).
        sensordata: Sensor data of MuJoCo, with position and orientation of the box in the frame of the detector.
    """
    at, turned = int(shield[0]), int(shield[1])
    w, i = -float(sensordata[turned]), float(sensordata[turned + 1])
    j, k = float(sensordata[turned + 2]), float(sensordata[turned + 3])
    # the detector, from the middle of the box
    a, b, c = -float(sensordata[at]), -float(sensordata[at + 1]), -float(sensordata[at + 2])
    begin, end = 0.0, 1.0
    for axis in range(3):
        if axis == 0:
            p, q, r = 1.0 - 2.0 * (j * j + k * k), 2.0 * (i * j - w * k), 2.0 * (i * k + w * j)
        elif axis == 1:
            p, q, r = 2.0 * (i * j + w * k), 1.0 - 2.0 * (i * i + k * k), 2.0 * (j * k - w * i)
        else:
            p, q, r = 2.0 * (i * k - w * j), 2.0 * (j * k + w * i), 1.0 - 2.0 * (i * i + j * j)
        start, way, half = p * a + q * b + r * c, p * x + q * y + r * z, float(shield[3 + axis])
        if way == 0.0:
            if abs(start) >= half:
                return 0.0
            continue
        first, second = (-half - start) / way, (half - start) / way
        if first > second:
            first, second = second, first
        if first > begin:  # noqa: PLR1730 - max() treats NaN differently in native code
            begin = first
        if second < end:  # noqa: PLR1730
            end = second
    return (end - begin) * math.sqrt(x * x + y * y + z * z) if end > begin else 0.0


@kernel
def radiation(table: Array, row: int, terms: Array, sensordata: Array) -> float:
    """Radiation of point sources behind boxes: the background and S exp(-sum of mu d) / r^2 of each source."""
    first, sources = int(table[row, ADDRESS]), int(table[row, AXIS])
    total = float(table[row, FIGURE])
    nearest = float(table[row, LEAST]) * float(table[row, LEAST])
    for index in range(first, first + sources):
        at = int(terms[index, 0])
        x, y, z = float(sensordata[at]), float(sensordata[at + 1]), float(sensordata[at + 2])
        depth = 0.0
        for shield in range(first + sources, first + int(table[row, TERMS])):
            depth += float(terms[shield, 2]) * thickness(x, y, z, terms[shield], sensordata)
        squared = x * x + y * y + z * z
        if squared < nearest:  # noqa: PLR1730
            squared = nearest
        total += float(terms[index, 1]) * exponential(-depth) / squared
    return total


@kernel
def counted(mean: float, state: Array) -> float:
    """A number of events by Poisson's law, with a number of random draws that depends on it.

    Below 30 by the product of uniform numbers (Knuth, *The Art of Computer Programming* 2, 3.4.1), above as a rounded
    normal number.
    """
    if not 0.0 < mean < ALL_WHOLE:
        return mean if mean > 0.0 else 0.0
    if mean > FEW:
        first = draw(state)
        events = round_half_even(mean + math.sqrt(mean) * gaussian(first, draw(state)))
        return events if events > 0.0 else 0.0
    limit, product, events = math.exp(-mean), draw(state), 0.0
    while product > limit:
        product *= draw(state)
        events += 1.0
    return events


@kernel
def true_value(table: Array, row: int, terms: Array, sensordata: Array, held: float) -> float:
    """What an ideal sensor would read."""
    rule = int(table[row, RULE])
    if rule == ZERO_MOMENT:
        return zero_moment(table, row, terms, sensordata, held)
    if rule == RADIATION:
        return radiation(table, row, terms, sensordata)
    if rule in (TOUCHED, LARGEST):
        value = contact_value(table, row, sensordata)
        return held if held > value else value
    if rule == OBSERVED:
        return held
    value = float(sensordata[int(table[row, ADDRESS])])
    if rule == SCALED:
        return value * float(table[row, FIGURE])
    if rule == ELAPSED:
        return value - held
    far = float(table[row, FIGURE])
    if rule == BEAM and (value < 0.0 or value > far):  # -1 where nothing is hit
        return far
    return value


@kernel
def quantised(value: float, resolution: float) -> float:
    """The nearest multiple of the resolution (ties to even); the value itself if the resolution is 0."""
    steps = ratio(value, resolution)
    if resolution > 0.0 and abs(steps) < ALL_WHOLE:
        return round_half_even(steps) * resolution
    return value


@kernel
def read_sensors(table: Array, terms: Array, sensordata: Array, memory: Array, faults: Array, readings: Array) -> None:
    """Read all sensors. Call it once at the start, after `mj_forward`, and at the end of each control step.

    At the start the delay lines are filled with the first value. A frozen reading keeps its last output, while its
    delay line and its noise continue, so that it is the same afterwards as if it had not been frozen.

    Args:
        table: The table of the sensors. Shape (n, COLUMNS).
        terms: The table of terms. Shape (m, TERM_COLUMNS).
        sensordata: Sensor data of MuJoCo.
        memory: State of the sensors; changed.
        faults: Frozen, added bias, added delay [control steps, rounded down]. The total delay is clamped between 0 and
            the delay of the sensor plus MORE_DELAY. Shape (n, 3).
        readings: The result. Shape (n,).
    """
    for row in range(table.shape[0]):
        start = int(table[row, MEMORY])
        length = int(table[row, LENGTH])
        line = start + LINE
        value = true_value(table, row, terms, sensordata, float(memory[start + HELD]))
        if table[row, RULE] != ELAPSED:
            memory[start + HELD] = value
        head = int(memory[start + HEAD])
        fresh = head < 0
        if fresh:
            for index in range(length):
                memory[line + index] = value
        head += 1
        if head == length:
            head = 0
        memory[start + HEAD] = head
        memory[line + head] = value
        back = head - clamped_index(float(table[row, DELAY]) + float(faults[row, MORE_STEPS]), length)
        if back < 0:
            back += length
        value = float(memory[line + back])
        if table[row, RULE] != TOUCHED:
            value += float(table[row, BIAS]) + float(faults[row, MORE_BIAS])
            state = memory[start : start + 6]
            if table[row, COUNTS] > 0.0:
                value = counted(value * float(table[row, COUNTS]), state) / float(table[row, COUNTS])
            if table[row, NOISE] > 0.0:
                first = draw(state)
                value += float(table[row, NOISE]) * gaussian(first, draw(state))
            low, high = float(table[row, LOW]), float(table[row, HIGH])
            value = clamp(quantised(clamp(value, low, high), float(table[row, RESOLUTION])), low, high)
        if faults[row, FROZEN] != 0.0 and not fresh:
            value = float(memory[start + OUTPUT])
        memory[start + OUTPUT] = value
        readings[row] = value
