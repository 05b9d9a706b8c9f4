"""Robots of many links and their worlds, made from a tunnel: right documents, and physics that keeps off the walls."""

import mujoco
import numpy as np
import pytest

import pult
from pult.makers.folder import write_documents
from pult.makers.snake_arm import arm_model
from pult.makers.snakeman import tunnel_documents
from pult.motion.tunnel.document import load_path, plain_tunnel
from pult.motion.tunnel.following import Follower
from pult.motion.tunnel.random_tunnel import TunnelDraw, random_tunnel
from pult.motion.tunnel.tunnel import Arm
from pult.sim.commands import Input


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Documents of a random tunnel with an arm of eight unequal links."""
    folder = tmp_path_factory.mktemp("snake")
    arm = Arm((0.1, 0.08, 0.1, 0.09, 0.07, 0.1, 0.1, 0.08), 0.02)
    tunnel = random_tunnel(2, arm, TunnelDraw(elbows=(2, 2), width=(0.75, 1.0), length=(1.2, 1.8)))
    write_documents(tunnel_documents(plain_tunnel("drawn", tunnel, arm)), folder)
    return folder


def test_all_documents_are_right(made):
    assert pult.check_world(made / "drawn.world.json")[1] == []
    assert pult.check_robot(made / "drawn-arm.robot.json")[1] == []
    assert pult.check_scheme(made / "drawn.scheme.json")[1] == []


@pytest.mark.parametrize("n", [6, 64, 200])
def test_models_have_any_number_of_links(n):
    model = mujoco.MjModel.from_xml_string(arm_model(Arm((0.05,) * n, 0.02), 1.0))
    assert model.njnt == n + 1


def test_documents_of_the_longest_arm_are_right(tmp_path):
    arm = Arm((0.05,) * 200, 0.015)
    write_documents(tunnel_documents(plain_tunnel("long", random_tunnel(4, arm), arm)), tmp_path)
    assert pult.check_world(tmp_path / "long.world.json")[1] == []
    assert pult.check_scheme(tmp_path / "long.scheme.json")[1] == []


def test_the_walls_of_the_world_are_where_the_document_has_them(made):
    """The inner faces: rays from points of the path meet a wall at the distance that the plan says."""
    path = load_path(made / "drawn.tunnel.json")
    model = pult.load_world(made / "drawn.world.json").model
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    tunnel = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, "tunnel")
    x, y = path.tunnel.target
    geom = np.zeros(1, dtype=np.int32)
    rays = []
    for angle in np.linspace(0, 2 * np.pi, 721):
        way = np.array([np.cos(angle), np.sin(angle), 0.0])
        far = mujoco.mj_ray(model, data, np.array([x, y, 0.08]), way, None, 1, -1, geom)
        if far >= 0.0 and model.geom_bodyid[geom[0]] == tunnel:
            rays.append(far)
    assert min(rays) == pytest.approx(path.tunnel.distance(x, y), abs=2e-4)


def test_the_arm_goes_in_and_out_without_touching(made):
    path = load_path(made / "drawn.tunnel.json")
    session = pult.open_session(
        pult.Setup(world="drawn.world.json", scheme="drawn.scheme.json", panel="snake-tunnel"), made
    )
    place = {name: session.channels.find(name).place for name in ("output.clearance", "output.along", "site.tip")}
    session.advance(10)
    session.apply(Input(values={"joystick": [1.0]}))
    near, contacts = [], 0
    for stick in (1.0, -1.0):
        session.apply(Input(values={"joystick": [stick]}))
        for _ in range(round(1.3 * (path.end - path.start) / 0.12 / 0.02)):
            session.advance(20)
            near.append(float(session.row[place["output.clearance"]][0]))
            contacts = max(contacts, session.data.ncon)
        if stick > 0.0:
            assert session.row[place["site.tip"]][:2] == pytest.approx(path.tunnel.target, abs=2e-3)
    assert contacts == 0
    assert min(near) > path.bound - 1e-3
    assert min(near) == pytest.approx(Follower(path).least_clearance(0.005), abs=1e-3)
    assert float(session.row[place["output.along"]][0]) < 0.0
