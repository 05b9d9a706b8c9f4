"""A scalar and a vector of length 1 are one number: they connect, in a scheme and at its bindings."""

import numpy as np
import pytest

import pult

SCHEME = {
    "format": "pult.scheme", "version": 1, "name": "one-number",
    "inputs": {"x": {}, "v": {"shape": [1]}},
    "outputs": {"y": {"shape": [1]}, "z": {}},
    "blocks": [
        {"id": "joined", "type": "vector.mux", "parameters": {"n": 1}},
        {"id": "twice", "type": "arithmetic.gain", "parameters": {"k": 2.0}},
        {"id": "length", "type": "vector.norm", "parameters": {"n": 1}},
        {"id": "inner", "type": "scheme.inner"},
        {"id": "late", "type": "digital.unit_delay", "shape": [1]},
    ],
    "schemes": {
        "inner": {
            "inputs": {"a": {}}, "outputs": {"b": {"shape": [1]}},
            "blocks": [{"id": "negated", "type": "arithmetic.negate", "shape": [1]}],
            "wires": [{"from": "a", "to": "negated.x"}, {"from": "negated.y", "to": "b"}],
        }
    },
    "wires": [
        {"from": "x", "to": "joined.x1"}, {"from": "joined.y", "to": "twice.x"}, {"from": "twice.y", "to": "inner.a"},
        {"from": "inner.b", "to": "y"}, {"from": "v", "to": "length.x"}, {"from": "length.y", "to": "late.x"},
        {"from": "late.y", "to": "z"},
    ],
}  # fmt: skip


@pytest.mark.parametrize("plain", [True, False])
def test_one_number_flows_through_scalars_and_vectors_of_length_1(plain):
    program = pult.compile_scheme(SCHEME, plain)
    first, second = (program.step({"x": x, "v": [v]}) for x, v in ((1.5, -3.0), (2.0, 4.0)))
    assert first["y"].shape == (1,) and np.ndim(first["z"]) == 0
    assert (first["y"][0], first["z"]) == (-3.0, 0.0)
    assert (second["y"][0], second["z"]) == (-4.0, 3.0)


def test_longer_vectors_are_still_told_apart():
    wrong = {**SCHEME, "inputs": {"x": {}, "v": {"shape": [2]}}}
    with pytest.raises(pult.DocumentError, match="the shapes differ: vector of 2 and vector of 1"):
        pult.load_scheme(wrong)
