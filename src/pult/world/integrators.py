"""Integrators of a world: how MuJoCo is set up for them, and what they need.

Three are of first order and evaluate the forces once per physics step; "rk4", the classical Runge-Kutta method, is of
fourth order and evaluates them four times.
"""

from typing import Any

import mujoco

from pult.core.errors import Fault, FaultKind
from pult.world.document import WorldDocument

LAG_TOO_SHORT = FaultKind(
    "out-of-range",
    "'rk4' is unstable here: {drive!r} has a lag of {lag:g} s, so that the physics step must be at most {most:g} s, "
    "not {timestep:g} s. The other integrators have no such limit.",
)

_INTEGRATORS = {
    "implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST,
    "implicit": mujoco.mjtIntegrator.mjINT_IMPLICIT,
    "euler": mujoco.mjtIntegrator.mjINT_EULER,
    "rk4": mujoco.mjtIntegrator.mjINT_RK4,
}
_LAGS = (int(mujoco.mjtDyn.mjDYN_FILTER), int(mujoco.mjtDyn.mjDYN_DCMOTOR))
"""Kinds of actuators whose first dynamic parameter is a time constant [s]."""
STEPS_PER_LAG = 2.0
"""Longest physics step of the Runge-Kutta method by the shortest lag; the limit of its stability is 2.79."""


def set_integrator(spec: Any, integrator: str) -> None:
    """Set the integrator of a model (mujoco.MjSpec).

    The Runge-Kutta method integrates the lags of drives like everything else: MuJoCo's exact filter, meant for one
    evaluation per step, would bring its order down to one.
    """
    spec.option.integrator = _INTEGRATORS[integrator]
    if integrator == "rk4":
        for actuator in spec.actuators:
            if actuator.dyntype == mujoco.mjtDyn.mjDYN_FILTEREXACT:
                actuator.dyntype = mujoco.mjtDyn.mjDYN_FILTER


def lag_faults(model: Any, document: WorldDocument) -> list[Fault]:
    """Faults for drives (of a mujoco.MjModel) whose lag is too short for the integrator and the physics step."""
    if document.integrator != "rk4":
        return []
    found = []
    for index in range(model.nu):
        lag = float(model.actuator_dynprm[index, 0])
        if model.actuator_dyntype[index] in _LAGS and 0.0 < STEPS_PER_LAG * lag < document.timestep:
            name, most = model.actuator(index).name, STEPS_PER_LAG * lag
            found.append(LAG_TOO_SHORT.at("integrator", drive=name, lag=lag, most=most, timestep=document.timestep))
    return found
