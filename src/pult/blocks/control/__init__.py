"""Control theory: controllers, integrators, filters, linear and non-linear elements, trajectories."""

from pult.blocks.control import (
    compensation,
    controllers,
    discrete,
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
