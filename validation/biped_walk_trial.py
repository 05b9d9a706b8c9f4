"""Walks of the biped on line, with its noisy sensors: what is varied, how it is steered, and what is measured."""

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import mujoco
import numpy as np
import numpy.typing as npt

import pult
from pult.core.shipped import document_file
from pult.sim.commands import Arm, DelaySensor, Input, Neutral, Reset

Vector = npt.NDArray[np.float64]
FALLEN = 0.8
"""Height of the pelvis above the floor below which the robot has fallen [m]; standing it is at 1.03 m."""
SETTLE = 100
"""Control steps of standing before a walk."""
FORWARD, SIDE, TURN = 0.3, 0.1, 0.5
"""Full deflection of the joystick: step forward [m], side step and turn for each pair of steps [m, rad]."""
HALF_WIDTH, HEEL, TOE = 0.055, 0.10, 0.16
"""Edges of a sole from its frame [m]."""
SENSORS = (
    "gyro", "accelerometer", *(f"{side}_leg_{what}" for side in ("left", "right") for what in ("angles", "speeds")),
    *(f"{side}_foot_{what}" for side in ("left", "right") for what in ("force", "moment")),
)  # fmt: skip
HAND, GRIP = "right_hand", "right_grip"
Order = tuple[tuple[float, float, float], int]
"""Deflection of the joystick (forward, left, turn to the left), and for how many steps."""


def _session(seed: int, height: float, parameters: dict[str, Any]) -> pult.Session:
    """A new session, for noise goes on where it was after a reset; `height` is that of a step of the floor [m]."""
    setup = pult.Setup(world="biped", scheme="biped", panel="biped", parameters=parameters, seed=seed)
    if not height:
        return pult.open_session(setup)
    with TemporaryDirectory() as name:
        folder, shipped = Path(name), document_file("world", "biped")
        scene = (shipped.parent / "biped-scene.xml").read_text(encoding="utf-8")
        slab = (
            f'<geom name="step" type="box" pos="2.5 0 {height - 0.1}" size="1 5 0.1" friction="0.8 0.02 0.001" '
            'condim="4" solref="0.006 1" solimp="0.95 0.99 0.001"/>'
        )
        (folder / "steps.xml").write_text(scene.replace("</worldbody>", f"{slab}</worldbody>"), encoding="utf-8")
        world = {"format": "pult.world", "version": 1, "name": "steps", "base": "biped", "scene": "steps.xml"}
        (folder / "steps.world.json").write_text(json.dumps(world), encoding="utf-8")
        return pult.open_session(msgspec.structs.replace(setup, world="steps"), folder)


def begun(
    seed: int, *, mass: float = 1.0, friction: float = 0.0, payload: float = 0.0, delay: float = 0.0,
    mount: float = 0.0, slope: float = 0.0, across: float = 0.0, height: float = 0.0,
    balance: bool = True, catch: bool = True, predict: float | None = None,
) -> pult.Session:  # fmt: skip
    """A standing robot, in a world of which its scheme knows nothing.

    Args:
        seed: Seed of the sensors' noise.
        mass: Factor of all masses and inertias.
        friction: Of soles and floor; that of the world if 0.
        payload: Mass in the right hand [kg].
        delay: Added delay of all sensors of the legs [s].
        mount: Error of the mounting of gyroscope and accelerometer about x and y [rad].
        slope, across: Slope of the floor that rises forward, and to the left [rad].
        height: Height of the floor's steps [m].
        balance, catch: Switches of the panel.
        predict: Time over which the state is predicted [s]; the scheme's own if left out.
    """
    session = _session(seed, height, {} if predict is None else {"state.delay": predict})
    own, model = session.world.model, session.model
    model.body_mass[:] *= mass
    model.body_inertia[:] *= mass
    if payload:
        hold(model, HAND, model.site(GRIP).pos, payload)
    if friction:
        model.geom_friction[:, 0] = friction
    mujoco.mju_axisAngle2Quat(tilt := np.empty(4), np.array([1.0, 1.0, 0.0]) / math.sqrt(2.0), math.sqrt(2.0) * mount)
    mujoco.mju_mulQuat(turned := np.empty(4), own.site("imu").quat, tilt)
    model.site("imu").quat[:] = turned
    # a slope is a level floor with gravity that leans: sensors cannot tell one from the other
    model.opt.gravity[:] = -9.81 * np.array([math.sin(slope), math.sin(across), math.cos(math.hypot(slope, across))])
    mujoco.mj_setConst(model, mujoco.MjData(model))
    session.apply(Reset())
    for command in (
        Neutral(),
        Arm(),
        Input(values={"enable": True, "feedback": balance, "catch": catch, "speed": 1.0}),
    ):
        session.apply(command)
    for sensor in SENSORS if delay else ():
        session.apply(DelaySensor(sensor=sensor, delay=delay))
    session.advance(SETTLE)
    return session


def hold(model: Any, body: str, place: Vector, mass: float) -> None:
    """Add a ball of 5 cm radius to a body, as if it were held there."""
    number = model.body(body).id
    own, own_place = float(model.body_mass[number]), model.body_ipos[number].copy()
    mujoco.mju_quat2Mat(R := np.empty(9), model.body_iquat[number])
    R = R.reshape(3, 3)
    centre = (own * own_place + mass * place) / (own + mass)
    inertia = R @ np.diag(model.body_inertia[number]) @ R.T + 0.4 * mass * 0.05**2 * np.eye(3)
    for part, at in ((own, own_place), (mass, place)):
        d = at - centre
        inertia += part * (d @ d * np.eye(3) - np.outer(d, d))
    principal, axes = np.linalg.eigh(inertia)
    axes[:, 0] *= np.sign(np.linalg.det(axes))
    mujoco.mju_mat2Quat(quaternion := np.empty(4), axes.ravel())
    model.body_mass[number], model.body_ipos[number] = own + mass, centre
    model.body_inertia[number], model.body_iquat[number] = principal, quaternion


class Walk:
    """Steers a walk by the joystick and measures it in every control step, from the simulator's truth."""

    def __init__(self, session: pult.Session) -> None:
        """The robot stands."""
        self.session = session
        self.soles = [session.model.site(f"{side}_sole").id for side in ("left", "right")]
        self.feet = [session.model.body(f"{side}_foot").id for side in ("left", "right")]
        self.places = {name: session.channels.find(name).place for name in ("output.steps_made", "output.standing")}
        self.voltages = [session.channels.find(f"drive.{side}_leg").place for side in ("left", "right")]
        self.margins: list[float] = []
        self.path: list[tuple[float, ...]] = []
        self.tilt = self.voltage = 0.0
        self.up = True
        self.wrench = np.empty(6)
        self.data = mujoco.MjData(session.model)

    @property
    def steps(self) -> int:
        """Steps made since it stood first."""
        return round(float(self.session.row[self.places["output.steps_made"]][0]))

    @property
    def standing(self) -> bool:
        """Whether it stands on both feet."""
        return bool(self.session.row[self.places["output.standing"]][0])

    def follow(self, orders: Sequence[Order]) -> bool:
        """Give orders, each for a number of steps, then let go until it stands; returns whether it is up."""
        goal = self.steps
        for deflection, count in orders:
            goal += count
            self.session.apply(Input(values={"joystick": list(deflection)}))
            limit = self.session.tick + 100 * count + 300
            while self.up and self.steps < goal and self.session.tick < limit:
                self.advance()
        self.session.apply(Input(values={"joystick": [0.0, 0.0, 0.0]}))
        limit = self.session.tick + 500
        while self.up and self.session.tick < limit and not self.standing:
            self.advance()
        return self.up

    def advance(self) -> None:
        """A control step, and what is measured in it."""
        session = self.session
        session.advance(1)
        data = session.data
        w, x, y, z = data.qpos[3:7]
        down = session.model.opt.gravity / -9.81
        axis = np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
        self.tilt = max(self.tilt, math.acos(min(float(axis @ down), 1.0)))
        self.voltage = max(self.voltage, *(float(np.abs(session.row[place]).max()) for place in self.voltages))
        self.up = float(data.qpos[2]) > FALLEN
        self.path.append((*data.qpos[:3], math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))))
        mujoco.mj_copyData(self.data, session.model, data)
        mujoco.mj_forward(session.model, self.data)  # contacts, forces and places of one moment
        pressures = [self.pressure(k) for k in (0, 1)]
        if (pressures[0] is None) != (pressures[1] is None):
            x, y = pressures[0] if pressures[1] is None else pressures[1]
            self.margins.append(min(TOE - x, x + HEEL, HALF_WIDTH - abs(y)))

    def pressure(self, foot: int) -> tuple[float, float] | None:
        """Centre of pressure of a foot, in the frame of its sole [m]; None if it is in the air."""
        data, model = self.data, self.session.model
        force, moment = 0.0, np.zeros(2)
        for number in range(data.ncon):
            contact = data.contact[number]
            bodies = (model.geom_bodyid[contact.geom[0]], model.geom_bodyid[contact.geom[1]])
            if self.feet[foot] not in bodies or 0 not in bodies:
                continue
            mujoco.mj_contactForce(model, data, number, self.wrench)
            d = contact.pos - data.site_xpos[self.soles[foot]]
            local = data.site_xmat[self.soles[foot]].reshape(3, 3).T @ d
            force += self.wrench[0]
            moment += self.wrench[0] * local[:2]
        return (float(moment[0] / force), float(moment[1] / force)) if force > 1.0 else None

    @property
    def odometry(self) -> tuple[Vector, float]:
        """How far the robot's own count of place [m] and heading [rad] is off, since it began to stand."""
        R = np.array(self.session.program.probe("state.rotation")).reshape(3, 3)
        p, truth = np.array(self.session.program.probe("state.position")), self.session.data.qpos
        w, x, y, z = truth[3:7]
        heading = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
        return p[:2] - truth[:2], math.remainder(math.atan2(R[1, 0], R[0, 0]) - heading, 2 * math.pi)

    def figures(self) -> dict[str, float]:
        """What was measured."""
        margins = np.array(self.margins) if self.margins else np.zeros(1)
        place, heading = self.odometry
        return {
            "steps": float(self.steps), "tilt": self.tilt, "voltage": self.voltage,
            "margin": float(np.percentile(margins, 1.0)), "odometry": float(np.hypot(*place)),
            "odometry_heading": abs(heading), "time": self.session.time,
        }  # fmt: skip


def long_walk(*, seed: int, steps: int, turns: int) -> pult.Figures:
    """Cyclic steps of 0.2 m with turns of 45 degrees between them, to sides that the seed draws."""
    random = np.random.default_rng(seed)
    walk = Walk(begun(seed))
    orders: list[Order] = []
    for part in range(turns):
        count = steps * (part + 1) // turns - steps * part // turns
        side = float(random.choice([-1.0, 1.0]))
        orders += [((0.2 / FORWARD, 0.0, 0.0), count), ((0.0, 0.0, side * math.pi / 8.0 / TURN), 4)]
    up = walk.follow(orders)
    return pult.Figures(success=up, metrics=walk.figures())


def straight_walk(*, seed: int, steps: int) -> pult.Figures:
    """Steps of 0.3 m straight ahead.

    Drift is the distance of the end from the line that the robot had before it when it began, by the simulator's truth;
    the scheme holds line and heading by its own count alone, and nobody steers.
    """
    walk = Walk(begun(seed))
    walk.advance()
    x, y, _, heading = walk.path[0]
    up = walk.follow([((1.0, 0.0, 0.0), steps)])
    dx, dy = walk.path[-1][0] - x, walk.path[-1][1] - y
    along, aside = dx * math.cos(heading) + dy * math.sin(heading), dy * math.cos(heading) - dx * math.sin(heading)
    turned = abs(math.remainder(walk.path[-1][3] - heading, 2 * math.pi))
    return pult.Figures(success=up, metrics={**walk.figures(), "along": along, "aside": abs(aside), "turned": turned})


def drawn_orders(random: np.random.Generator, steps: int) -> Iterator[Order]:
    """Commands that somebody gives who does not care: any direction and size, for one to ten steps; some rests."""
    left = steps
    while left > 0:
        count = min(int(random.integers(1, 11)), left)
        left -= count
        deflection = random.uniform(-1.0, 1.0, 3) * random.integers(0, 2, 3)
        if not deflection.any():
            deflection[int(random.integers(3))] = 1.0
        yield tuple(float(value) for value in deflection), count


def drawn_walk(*, seed: int, steps: int) -> pult.Figures:
    """Drawn commands."""
    walk = Walk(begun(seed))
    up = walk.follow(list(drawn_orders(np.random.default_rng(seed), steps)))
    return pult.Figures(success=up, metrics=walk.figures())


def varied_walk(*, seed: int, steps: int, **variation: Any) -> pult.Figures:
    """Drawn commands in a world that differs, see `begun`."""
    walk = Walk(begun(seed, **variation))
    up = walk.follow(list(drawn_orders(np.random.default_rng(seed), steps)))
    return pult.Figures(success=up, metrics=walk.figures())


def course_walk(*, seed: int, steps: int, **variation: Any) -> pult.Figures:
    """Steps of 0.2 m straight ahead in a world that differs: how far it gets, and how far aside."""
    walk = Walk(begun(seed, **variation))
    walk.advance()
    x, y = walk.path[0][:2]
    up = walk.follow([((0.2 / FORWARD, 0.0, 0.0), steps)])
    end = walk.path[-1]
    return pult.Figures(
        success=up, metrics={**walk.figures(), "along": end[0] - x, "aside": abs(end[1] - y)}
    )  # fmt: skip


def weighing(*, seed: int, payload: float, seconds: float) -> pult.Figures:
    """A payload in one hand, weighed while the robot stands for some time after it began, then carried for ten steps."""
    session = begun(seed, payload=payload)
    session.advance(round(seconds / session.dt) - SETTLE)
    found = float(session.row[session.channels.find("output.payload").place][0])
    place, pelvis = np.array(session.program.probe("payload.place")), session.data.body("pelvis")
    true = pelvis.xmat.reshape(3, 3).T @ (session.data.site(GRIP).xpos - pelvis.xpos)
    walk = Walk(session)
    up = walk.follow([((0.2 / FORWARD, 0.0, 0.0), 10)])
    off = float(np.hypot(*(place[:2] - true[:2])))
    return pult.Figures(success=up, metrics={**walk.figures(), "mass": found, "off": off})
