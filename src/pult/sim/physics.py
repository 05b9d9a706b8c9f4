"""MuJoCo's functions by address, for loops in native code."""

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

import mujoco

from pult.core.errors import PultError
from pult.core.signals import Array
from pult.robot.mujoco_warnings import remarks

STATE = int(mujoco.mjtState.mjSTATE_INTEGRATION)
"""Everything that a step depends on, including warm start and applied forces; less would not replay exactly."""


@cache
def _library() -> ctypes.CDLL:
    folder = Path(str(mujoco.__file__)).parent
    for pattern in ("libmujoco.so*", "libmujoco*.dylib", "mujoco.dll"):
        for path in sorted(folder.glob(pattern)):
            return ctypes.CDLL(str(path))
    raise PultError(f"MuJoCo's library is not in {folder}; reinstall mujoco-core.")


@cache
def address(name: str) -> int:
    """Address of a C function of MuJoCo, such as "mj_step1"."""
    function = getattr(_library(), name, None)
    found = None if function is None else ctypes.cast(function, ctypes.c_void_p).value
    if found is None:
        raise PultError(f"MuJoCo has no function {name!r}.")
    return found


def state_size(model: Any) -> int:
    """Size of the complete integration state."""
    return int(mujoco.mj_stateSize(model, STATE))


def get_state(model: Any, data: Any) -> Array:
    """The complete integration state."""
    import numpy as np

    state = np.empty(state_size(model))
    mujoco.mj_getState(model, data, state, STATE)
    return state


def set_state(model: Any, data: Any, state: Array) -> None:
    """Restore an integration state; quantities derived from positions and speeds are recomputed."""
    mujoco.mj_setState(model, data, state, STATE)
    with remarks():  # a state that has diverged may be looked at, too
        mujoco.mj_step1(model, data)


def refresh(model: Any, data: Any) -> None:
    """Recompute derived quantities after brakes or dead drives have changed the model.

    Otherwise the change would begin one physics step late, which a snapshot could not represent. Readings are kept:
    those of force are older than the state.
    """
    readings = data.sensordata.copy()
    with remarks():
        mujoco.mj_step1(model, data)
    data.sensordata[:] = readings
