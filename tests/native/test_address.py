"""Functions called by their addresses: from plain and from native code, with the same results."""

import ctypes

import mujoco
import numpy as np
import pytest

import tests.scheme.lab  # noqa: F401 - its blocks are used
from pult.core.errors import PultError
from pult.core.kernels import kernel
from pult.native.address import call_pointers, call_step, native_form, plain_address
from pult.native.functions import NATIVE_FORM
from pult.native.library import Compiled
from pult.scheme.compile import compile_scheme
from pult.sim.physics import address

XML = """<mujoco><option timestep="0.002"/><worldbody><body><joint axis="0 1 0" damping="0.1"/>
  <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02"/></body></worldbody></mujoco>"""


@kernel
def many(function: int, model: int, data: int, count: int) -> None:
    """Call a function many times."""
    for _ in range(count):
        call_pointers(function, model, data)


@kernel
def step_by_address(function: int, x, p, u, y, t: float, dt: float) -> int:
    """Step a scheme."""
    return call_step(function, x, p, u, y, t, dt)


native_many = Compiled(many, "int64, int64, int64, int64")
native_step = Compiled(
    step_by_address, "int64, float64[::1], float64[::1], float64[::1], float64[::1], float64, float64"
)


def pendulum():
    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    data.qpos[0] = 0.7
    return model, data


@pytest.mark.parametrize("call", [many, native_many], ids=["plain", "native"])
def test_a_c_function_does_by_its_address_what_it_does_by_its_name(call):
    model, data = pendulum()
    other = mujoco.MjData(model)
    other.qpos[0] = 0.7
    call(address("mj_step"), model._address, data._address, 300)
    for _ in range(300):
        mujoco.mj_step(model, other)
    assert data.time == other.time == pytest.approx(0.6)
    assert data.qpos.tobytes() == other.qpos.tobytes()
    assert data.qvel.tobytes() == other.qvel.tobytes()


def test_an_unknown_function_of_mujoco_is_told():
    with pytest.raises(PultError, match="^MuJoCo has no function 'mj_no_such_step'.$"):
        address("mj_no_such_step")


def test_addresses_are_arguments_so_that_one_compiled_loop_serves_all():
    seen = []
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
    one, two = kind(lambda a, b: seen.append((1, a, b))), kind(lambda a, b: seen.append((2, a, b)))
    for function in (one, two):
        native_many(ctypes.cast(function, ctypes.c_void_p).value, 40, 50, 2)
        many(ctypes.cast(function, ctypes.c_void_p).value, 60, 70, 1)
    assert seen == [(1, 40, 50), (1, 40, 50), (1, 60, 70), (2, 40, 50), (2, 40, 50), (2, 60, 70)]


SCHEME = {
    "format": "pult.scheme", "version": 1, "name": "sum", "inputs": {"a": {}}, "outputs": {"y": {"unit": "s"}},
    "blocks": [{"id": "gain", "type": "arithmetic.gain", "parameters": {"k": 3.0}}, {"id": "sum", "type": "control.integrator"},
               {"id": "root", "type": "lab.root"}, {"id": "fuse", "type": "lab.refuse", "parameters": {"limit": 50.0}}],
    "wires": [{"from": "a", "to": "gain.x"}, {"from": "gain.y", "to": "fuse.x"}, {"from": "fuse.y", "to": "root.x"},
              {"from": "root.y", "to": "sum.x"}, {"from": "sum.y", "to": "y"}],
}  # fmt: skip


@pytest.fixture(scope="module", params=[True, False], ids=["plain", "native"])
def program(request):
    return compile_scheme(SCHEME, request.param)


def test_a_scheme_steps_by_its_address_as_by_its_name(program):
    x, p, u, y = program.arrays
    call = native_step if program.steps_in_native_code else step_by_address
    program.reset()
    by_name = [program.step({"a": 2.0 + 0.5 * k})["y"] for k in range(20)]
    program.reset()
    found = []
    for k in range(20):
        u[0] = 2.0 + 0.5 * k
        assert call(program.address(), x, p, u, y, k * 0.01, 0.01) == 0
        found.append(float(y[0]))
    program.count_outside_steps()
    assert program.steps == 20
    assert np.array(found).tobytes() == np.array(by_name).tobytes()
    assert found[-1] > 0.5


def test_a_failing_block_is_told_by_its_code(program):
    x, p, u, y = program.arrays
    call = native_step if program.steps_in_native_code else step_by_address
    program.reset()
    u[0] = -1.0
    code = call(program.address(), x, p, u, y, 0.0, 0.01)
    assert code != 0
    assert "root" in str(program.explain(code))


def test_what_a_block_raises_is_passed_on(program):
    x, p, u, y = program.arrays
    call = native_step if program.steps_in_native_code else step_by_address
    program.reset()
    u[0] = 1e3
    with pytest.raises(ValueError, match="beyond the limit") as raised:
        call(program.address(), x, p, u, y, 0.0, 0.01)
    assert "fuse" in str(program.explain_exception(raised.value))


def test_a_plain_step_has_an_address_that_stays():
    def step(x, p, u, y, t, dt):
        y[0] = u[0] + t
        return 7

    place = plain_address(step)
    assert plain_address(step) == place
    y = np.zeros(1)
    assert call_step(place, y, y, np.array([2.0]), y, 0.5, 0.01) == 7
    assert y[0] == 2.5


def test_a_native_form_is_made_once_and_only_when_it_is_needed():
    made = []

    @native_form(lambda: made.append(1))
    def replaced(a: int) -> int:
        """A function that native code replaces."""
        return a

    assert made == []
    assert replaced(5) == 5
    getattr(replaced, NATIVE_FORM)()
    getattr(replaced, NATIVE_FORM)()
    assert made == [1]
