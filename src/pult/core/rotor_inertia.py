"""Robots, version 1 to 2: the `inertia` of a DC motor is that at the joint, as it is for electric motors.

In version 1 it was that of the rotor at the motor, of which the joint feels gear^2.
"""

from collections.abc import Callable, Mapping
from typing import Any


def rotor_inertia_at_joint(robot: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Multiply the inertia of each DC motor by the square of its gear ratio.

    A robot with a base may change the gear and keep the rotor of the base. What is not of the right type is left as it
    is, for the checks to report.

    Args:
        robot: The robot, or what differs from its base.
        base: The base, of version 2.
    """
    drives, inherited = robot.get("drives"), _mapping(base.get("drives"))
    if not isinstance(drives, Mapping):
        return dict(robot)
    return {
        **robot,
        "drives": {name: _at_joint(drive, _mapping(inherited.get(name))) for name, drive in drives.items()},
    }


def _at_joint(drive: Any, base: Mapping[str, Any]) -> Any:
    if not isinstance(drive, Mapping):
        return drive
    before, after = _gear(base), _gear({**base, **drive})
    inertia = drive.get("inertia")
    if "inertia" not in drive and before != after:
        inertia = _each(base.get("inertia"), before, lambda J, N: J / N**2)
    found = _each(inertia, after, lambda J, N: J * N**2)
    return drive if found is None else {**drive, "inertia": found}


def _gear(drive: Mapping[str, Any]) -> Any:
    """Gear ratio of a drive: a number, or one for each joint."""
    given = drive.get("gear") if drive.get("type") == "dc" else None
    return 1.0 if given is None else given


def _each(values: Any, gears: Any, result: Callable[[float, float], float]) -> Any:
    """The result for each joint; the values themselves where something has the wrong type or length."""
    try:
        match values, gears:
            case list(), list():
                return [result(value, gear) for value, gear in zip(values, gears, strict=True)]
            case list(), _:
                return [result(value, gears) for value in values]
            case _, list():
                return [result(values, gear) for gear in gears]
            case _:
                return result(values, gears)
    except (TypeError, ValueError, ArithmeticError):
        return values


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
