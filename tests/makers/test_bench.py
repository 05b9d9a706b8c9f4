"""A scheme on a bench: sources at its inputs, its own blocks, signals and parameters as they were."""

import math

import numpy as np
import pytest

from pult.core.errors import DocumentError
from pult.core.shipped import shipped_scheme
from pult.makers.bench import FORMS, make_bench
from pult.panel.panel import load_panel
from pult.scheme.compile import compile_scheme
from pult.scheme.document import read_scheme_document

PLAIN = {
    "format": "pult.scheme", "version": 1,
    "inputs": {"go": {"kind": "boolean"}, "points": {"unit": "m", "shape": [2]}, "x": {"unit": "rad"}},
    "outputs": {"y": {"unit": "m", "shape": [2]}, "z": {"unit": "rad"}, "on": {"kind": "boolean"}},
    "blocks": [{"id": "bench_x", "type": "arithmetic.gain", "parameters": {"k": 3.0}}],
    "wires": [
        {"from": "points", "to": "y"}, {"from": "x", "to": "bench_x.x"}, {"from": "bench_x.y", "to": "z"},
        {"from": "go", "to": "on"},
    ],
}  # fmt: skip


def program_of(document):
    return compile_scheme(make_bench(read_scheme_document(document)[0]).scheme, plain=True)


def test_the_sources_drive_the_scheme_as_its_own_inputs_would():
    alone = compile_scheme(shipped_scheme("servo"), plain=True)
    bench = program_of(shipped_scheme("servo"))
    steps = 300
    t = 0.01 * np.arange(steps)
    given = {"wanted_form": 2.0, "wanted": 0.7, "wanted_time": 1.5, "wanted_hand": 0.0}
    found = bench.run(steps, given)
    for k in range(steps):
        wanted = alone.step({"wanted": 0.7 * math.sin(2 * math.pi * t[k] / 1.5)})
        for name in ("angle", "voltage"):
            assert found[name][k] == pytest.approx(wanted[name], abs=1e-9)
    assert set(alone.signals()) - {"wanted"} < set(bench.signals())
    bench.set("axis.pd.kp", 5.0)  # tuned by its own name


def test_vectors_have_one_source_and_booleans_a_switch_and_names_are_not_taken():
    bench = make_bench(read_scheme_document(PLAIN)[0])
    panel = load_panel(bench.panel)
    assert panel.document.elements["go"].__class__.__name__ == "Switch"
    assert {"points", "points_form", "points_time", "points_hand", "x"} < set(panel.document.elements)
    assert list(panel.document.elements["x_form"].options) == list(FORMS)
    assert (panel.document.elements["x"].unit, panel.document.elements["points"].unit) == ("rad", "m")
    program = compile_scheme(bench.scheme, plain=True)
    given = {port.name: False if port.kind == "boolean" else 0.0 for port in program.inputs}
    given |= {"go": True, "points": 2.0, "x": 0.5, "x_form": 4.0, "x_hand": -1.0}
    found = program.step(given)
    assert (found["y"].tolist(), found["z"], found["on"]) == ([2.0, 2.0], -1.5, True)


def test_a_matrix_is_refused_in_words():
    document = {**PLAIN, "inputs": {**PLAIN["inputs"], "x": {"shape": [2, 2]}}}
    with pytest.raises(DocumentError) as refused:
        make_bench(read_scheme_document(document)[0], "mine")
    (fault,) = refused.value.faults
    assert fault.place == "inputs.x" and "not for matrices" in fault.message
