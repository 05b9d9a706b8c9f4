"""Robot and world of a model."""

import posixpath
from collections.abc import Mapping, Sequence
from typing import Any

import mujoco
import numpy as np

from pult.makers.own.axes import Axis, Moved, home_of
from pult.makers.own.choices import ChainChoice, Layout
from pult.makers.own.dynamics import Motors
from pult.makers.own.own_model import OwnModel
from pult.makers.own.stance import Stance

FLOOR = """    <light pos="1 -1.5 4" dir="-0.2 0.3 -1" diffuse="0.6 0.6 0.6"/>
    <geom name="floor" type="plane" size="0 0 1" rgba="0.8 0.83 0.85 1"/>
"""
VISUAL = """  <visual>
    <headlight ambient="0.45 0.45 0.45" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
  </visual>
"""


def groups_of(moved: Moved) -> dict[str, list[Axis]]:
    """Drives by name, each of axes that are commanded in one way and one unit, in the order of the axes."""
    names = {
        ("position", False): "motors", ("position", True): "slides", ("torque", False): "torques",
        ("torque", True): "forces", ("velocity", False): "wheels", ("velocity", True): "feeds",
        ("voltage", False): "motors", ("voltage", True): "slides",
    }  # fmt: skip
    found: dict[str, list[Axis]] = {}
    units: dict[str, str] = {}
    for axis in moved.axes:
        name = names[axis.how, axis.slides]
        if units.setdefault(name, axis.unit) != axis.unit:
            name += "_scaled" if axis.unit == "1" else "_plain"
        found.setdefault(name, []).append(axis)
    return found


def robot_document(
    model: OwnModel, layout: Layout, name: str, chains: Mapping[str, ChainChoice], moved: Moved, key: str,
    own: Motors | None,
) -> dict[str, Any]:  # fmt: skip
    """The robot document.

    Args:
        model: The model.
        layout: Where files lie.
        name: Its name.
        chains: Its chains.
        moved: What moves it.
        key: Key frame of the home pose.
        own: Our motors, if they are ours.
    """
    file = relative(f"{layout.model}/{model.file.name}", layout.robot)
    drives, sensors = _drives(moved, own), _sensors(moved.axes)
    document: dict[str, Any] = {
        "format": "pult.robot",
        "version": 2,
        "name": name,
        "description": "Imported from a model; what drives and measures it was chosen by the import.",
        "model": file,
        "chains": {title: _chain(choice) for title, choice in chains.items()},
        "drives": drives,
        "stop": "hold" if any(axis.how == "torque" for axis in moved.axes) else "power-off",
        "sensors": sensors,
        "poses": poses(model, chains, key, {axis.joint: axis.home for axis in moved.axes}),
    }
    if own is not None and model.compiled.nactuator:
        document["actuators"] = "drop"
    return {name: value for name, value in document.items() if value not in ({}, "power-off")}


def _chain(choice: ChainChoice) -> dict[str, str]:
    return {"effector": choice.effector, **({"base": choice.base} if choice.base else {})}


def _drives(moved: Moved, own: Motors | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    order = {axis.joint: index for index, axis in enumerate(moved.axes)}
    for title, axes in groups_of(moved).items():
        if own is None:
            found[title] = {"type": "model", "actuators": [axis.actuator for axis in axes]}
            continue
        at = [order[axis.joint] for axis in axes]
        found[title] = {
            "type": "electric",
            "joints": [axis.joint for axis in axes],
            **{
                key: getattr(own, key)[at].tolist()
                for key in ("stall_torque", "no_load_speed", "inertia", "friction", "brake")
            },
        }
    if moved.selected:
        found["actuators"] = {"type": "model", "actuators": [one.actuator for one in moved.selected]}
    if moved.hands:
        found["hands"] = {"type": "model", "actuators": [one.actuator for one in moved.hands]}
    return found


def _sensors(axes: Sequence[Axis]) -> dict[str, Any]:
    found = {}
    for slides, place, speed in ((False, "angles", "speeds"), (True, "positions", "slide_speeds")):
        joints = [axis.joint for axis in axes if axis.slides == slides]
        if joints:
            found[place] = {"type": "angle", "joints": joints}
            found[speed] = {"type": "speed", "joints": joints}
    return found


def poses(
    model: OwnModel, chains: Mapping[str, ChainChoice], key: str, home: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    """The home pose and those of all key frames, of the joints that belong to chains.

    Args:
        model: The model.
        chains: Its chains.
        key: Key frame of the home pose.
        home: Where the axes are at home.
    """
    from pult.robot.chain import Chain

    within: dict[str, tuple[float, float]] = {}
    for choice in chains.values():
        chain = Chain(model.frames, choice.effector, choice.base or None)
        for name, low, high in zip(chain.names, chain.lower, chain.upper, strict=True):
            within[name] = (float(low), float(high))
    found = {"home": _pose(home_of(model, key) | dict(home), within)}
    for other in model.keyframes:
        title = other if other[0].isalpha() and not set(other) & set(" []") else f"key-{other}"
        if other != key and title != "home":
            found[title] = _pose(home_of(model, other), within)
    return {title: values for title, values in found.items() if values}


def _pose(values: Mapping[str, float], within: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    found = {}
    for name, value in values.items():
        if name not in within:
            continue
        low, high = within[name]
        kept = min(max(value, low), high)
        if kept != 0.0 or not low <= 0.0 <= high:
            found[name] = kept
    return found


def world_document(model: OwnModel, layout: Layout, name: str, where: Stance) -> dict[str, Any]:
    """The world document: the robot alone, on a floor."""
    placed: dict[str, Any] = {"robot": relative(layout.robot, layout.world)}
    if where.lift:
        placed["placement"] = {"position": [0.0, 0.0, where.lift]}
    if where.falls:
        placed["fixed"] = True
    return {
        "format": "pult.world",
        "version": 2,
        "name": name,
        "description": "An imported robot alone on a floor.",
        "scene": relative(layout.scene, layout.world),
        "robots": [placed],
        "timestep": timestep(model),
        "max_speed": 1000.0,
    }


def timestep(model: OwnModel) -> float:
    """Physics step: 2 ms, or less if the model says so; a whole part of 2 ms [s]."""
    said = float(model.compiled.opt.timestep)
    return next((step for step in (0.002, 0.001, 0.0005) if step <= said * 1.0001), 0.00025)


def relative(path: str, document: str) -> str:
    """A path as a document names it, both relative to the folder of a layout."""
    return posixpath.relpath(path, posixpath.dirname(document) or ".")


def scene(model: OwnModel, name: str) -> str:
    """The scene: the options of the model, and a floor if it has none."""
    lines = [f'<mujoco model="{name}-scene">', f"  <option {_options(model.compiled)}/>", VISUAL.rstrip("\n")]
    lines += ["  <worldbody>", FLOOR.rstrip("\n") if not model.has_floor else _LIGHT, "  </worldbody>", "</mujoco>"]
    return "\n".join(lines) + "\n"


_LIGHT = '    <light pos="1 -1.5 4" dir="-0.2 0.3 -1" diffuse="0.3 0.3 0.3"/>'


def _options(compiled: Any) -> str:
    option, stock = compiled.opt, mujoco.MjModel.from_xml_string("<mujoco/>").opt
    names = {int(mujoco.mjtIntegrator.mjINT_IMPLICITFAST): "implicitfast", int(mujoco.mjtIntegrator.mjINT_RK4): "RK4"}
    names[int(mujoco.mjtIntegrator.mjINT_IMPLICIT)] = "implicit"
    found = [f'integrator="{names.get(int(option.integrator), "Euler")}"']  # the world's own counts; see its document
    for key in (
        "timestep",
        "impratio",
        "tolerance",
        "density",
        "viscosity",
        "iterations",
        "ls_iterations",
        "noslip_iterations",
        "ccd_iterations",
        "gravity",
        "wind",
    ):
        value = getattr(option, key)
        if np.any(value != getattr(stock, key)):
            found.append(f'{key}="{" ".join(f"{one:.9g}" for one in np.atleast_1d(value))}"')
    if option.cone == mujoco.mjtCone.mjCONE_ELLIPTIC:
        found.append('cone="elliptic"')
    solvers = {int(mujoco.mjtSolver.mjSOL_PGS): "PGS", int(mujoco.mjtSolver.mjSOL_CG): "CG"}
    if int(option.solver) in solvers:
        found.append(f'solver="{solvers[int(option.solver)]}"')
    return " ".join(found)
