"""Control theory: controllers, integrators, filters, linear and non-linear elements, trajectories."""

from pult.blocks.control import (
    compensation,
    controllers,
    discrete,
    drive_inversion,
    filters,
    integrators,
    lead,
    linear,
    manual_auto,
    nonlinear,
    pid,
    systems,
    trajectories,
)

__all__ = [
    "compensation",
    "controllers",
    "discrete",
    "drive_inversion",
    "filters",
    "integrators",
    "lead",
    "linear",
    "manual_auto",
    "nonlinear",
    "pid",
    "systems",
    "trajectories",
]
