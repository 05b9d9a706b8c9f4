"""Every operator on arrays: broadcast over leading axes, native, and the same bits as one by one."""

import dataclasses
import inspect

import numpy as np
import pytest

from pult.geometry import algebra as rva

GENERATOR = np.random.default_rng(12)
VECTORS = {
    "v", "axis", "a", "b", "axis1", "axis2", "axis3", "normal1", "normal2", "a1", "b1", "a2", "b2", "target", "point",
    "point1", "point2", "direction1", "direction2", "start1", "start2", "end1", "end2", "centre", "centre1", "centre2",
}  # fmt: skip
TABLES = {"rotate_table", "rotate_tail", "table_tip", "link_rows"}
OPERATORS = sorted(
    name for name in rva.__all__ if inspect.isfunction(getattr(rva, name)) and name not in rva.ALIASES and name not in TABLES
)


def arguments(name, shape):
    """Random arguments, some of them zero or equal to others."""
    made = []
    for parameter in inspect.signature(getattr(rva, name)).parameters:
        if parameter in VECTORS and name != "triangle_angles":
            values = GENERATOR.integers(-2, 3, size=(*shape, 3)).astype(float)
        elif parameter == "rotation":
            values = GENERATOR.normal(size=(*shape, 4))
        else:
            values = GENERATOR.choice([-1.0, 0.0, 0.5, 1.0, 2.0, 1.2345], size=shape)
        if name in ("rotate", "extend") and parameter == "axis":
            values[..., 0] = 1.5
        made.append(values)
    return made


def fields(result):
    if dataclasses.is_dataclass(result):
        return {f.name: np.asarray(getattr(result, f.name)) for f in dataclasses.fields(result)}
    return {"": np.asarray(result)}


@pytest.mark.parametrize("name", OPERATORS)
def test_arrays_give_the_bits_of_single_vectors_and_no_nan(name):
    operator = getattr(rva, name)
    given = arguments(name, (150,))
    many = fields(operator(*given))
    for number in range(150):
        one = fields(operator(*(g[number] for g in given)))
        for field, value in one.items():
            np.testing.assert_array_equal(many[field][number], value, err_msg=f"{field} of {[g[number] for g in given]}")
            assert np.isfinite(value).all()


@pytest.mark.parametrize("name", OPERATORS)
def test_leading_axes_are_broadcast(name):
    operator = getattr(rva, name)
    given = arguments(name, (2, 3))
    given[0] = given[0][:, :1]
    found = fields(operator(*given))
    for field, value in found.items():
        single = fields(operator(given[0][1, 0], *(g[1, 2] for g in given[1:])))[field]
        assert value.shape == (2, 3, *single.shape)
        np.testing.assert_array_equal(value[1, 2], single)


def test_the_cases_of_arrays_are_numbers_and_of_single_vectors_names():
    one = rva.PkO([0, 0, 1], [0.1, 0, 0], [0, 0, 0], 1.0)
    assert one.case is rva.Case.INSIDE and one.solved is False
    many = rva.PkO([0, 0, 1], [[0.1, 0, 0], [2, 0, 0]], [0, 0, 0], 1.0)
    assert many.case.tolist() == [rva.Case.INSIDE, rva.Case.SOLVED]
    assert many.solved.tolist() == [False, True]
    assert many.vector.shape == (2, 3)


def test_an_empty_array_gives_an_empty_array():
    found = rva.tangent_to_circle([0, 0, 1], np.empty((0, 3)), [0, 0, 0], 1.0)
    assert found.direction.shape == (0, 3) and found.case.shape == (0,)
