"""A target with four markers in front of a camera."""

import mujoco
import numpy as np

from pult.sight.markers import BLACK, marker_png
from pult.sight.target import marker_corners

SIZE = 0.05
CENTRES = {3: (-0.07, -0.07), 5: (0.07, -0.07), 8: (0.07, 0.07), 11: (-0.07, 0.07)}
FACE = 0.0005
CORNERS = {number: marker_corners(SIZE, (*at, FACE), (1, 0, 0, 0)) for number, at in CENTRES.items()}


def assets(prefix="marker"):
    return {f"{prefix}{number}.png": marker_png(number) for number in CENTRES}


def asset_xml(prefix="marker"):
    return "".join(
        f'<texture name="t{n}" type="2d" file="{prefix}{n}.png"/><material name="m{n}" texture="t{n}"/>'
        for n in CENTRES
    )


def board_xml():
    half = SIZE / BLACK / 2
    return (
        '<geom type="box" size=".16 .16 .004" pos="0 0 -.005" rgba=".6 .6 .6 1" contype="0" conaffinity="0"/>'
        + "".join(
            f'<geom type="box" size="{half} {half} {FACE}" pos="{x} {y} 0" material="m{n}" contype="0" conaffinity="0"/>'
            for n, (x, y) in CENTRES.items()
        )
    )


def scene():
    """A board that can be put anywhere, and a camera at the origin that looks along -z."""
    xml = f"""<mujoco><asset>{asset_xml()}</asset><worldbody><light pos="0 0 3" dir="0 0 -1"/>
    <body name="board" mocap="true">{board_xml()}</body><camera name="eye" fovy="45"/></worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(xml, assets())
    return model, mujoco.MjData(model)


def put(model, data, position, turn):
    """Place the board."""
    angle = float(np.linalg.norm(turn))
    mujoco.mju_axisAngle2Quat(data.mocap_quat[0], np.array(turn) / (angle or 1.0), angle)
    data.mocap_pos[0] = position
    mujoco.mj_forward(model, data)
