"""Makes model and document of PRM-1: `python -m models.prm1.make` in the root of the repository.

Axes of the bodies at zero angles are those of the interface frame: x forward, y left, z up; z = 0 of the base is the
floor. Joints turn by the angles of CONFIG: pitch is about +y, and so positive down.
"""

from pathlib import Path

from models.prm1.arm import arm
from models.prm1.base import base
from models.prm1.document import text
from models.prm1.looks import MATERIALS

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/prm1"
NEIGHBOURS = (
    ("base", "upper_arm"),
    ("forearm", "grab"),
    ("hand", "left_finger"),
    ("hand", "right_finger"),
    ("left_finger", "right_finger"),
    ("base", "left_wheel"),
    ("base", "rear_wheel"),
    ("base", "right_wheel"),
)
"""Pairs that stops of joints keep apart, besides bodies joined by a joint."""


def model() -> str:
    """The MJCF of the robot."""
    excluded = "\n".join(f'<exclude body1="{one}" body2="{two}"/>' for one, two in NEIGHBOURS)
    materials = "\n".join(
        f'<material name="prm1_{name}" rgba="{rgba}" roughness="{rough}" metallic="{metal}" specular="{specular}" '
        f'shininess="{shine}"/>'
        for name, (rgba, rough, metal, specular, shine) in MATERIALS.items()
    )
    content = f"""<mujoco model="prm1">
<!-- PRM-1 on the base Trikol: x forward, y left, z up; the base stands on the floor, under the column axis.
  Lengths and ranges after paper 002, signs of CONFIG (pitch positive down). Wheels are ellipsoids: they touch the floor
  in one point. Options are the world's: <option timestep="0.001" cone="elliptic" impratio="100"/>.
  Made by models/prm1/make.py: change it there. -->
<compiler angle="radian" autolimits="true"/>
<default>
  <default class="prm1_visual"><geom group="2" contype="0" conaffinity="0" mass="0"/></default>
  <default class="prm1_touch"><geom group="3" mass="0" friction="0.5 0.005 0.0001" rgba="0.3 0.7 0.7 0.4"/></default>
  <default class="prm1_wheel"><geom type="ellipsoid" group="3" mass="0" condim="3" friction="0.9 0.01 0.0001"
    priority="1" solref="0.005 1" solimp="0.9 0.95 0.001" rgba="0.3 0.7 0.7 0.4"/></default>
  <default class="prm1_pad"><geom type="box" group="3" mass="0" condim="4" friction="1 0.02 0.0001" solref="0.005 1"
    solimp="0.95 0.99 0.001" rgba="0.3 0.7 0.7 0.4"/></default>
  <default class="prm1_finger"><joint type="slide" solreflimit="0.004 1" solimplimit="0.98 0.999 0.001"/></default>
</default>
<asset>
{materials}
</asset>
<worldbody>
{base(arm())}
</worldbody>
<equality>
  <joint name="fingers" joint1="right_finger" joint2="left_finger" solref="0.004 1" solimp="0.98 0.999 0.001"/>
</equality>
<contact>
{excluded}
</contact>
</mujoco>
"""
    return "\n".join(line.rstrip() for line in content.splitlines() if line.strip()) + "\n"


def make() -> dict[str, str]:
    """All files by their names in the folder of the robot."""
    return {"prm1.xml": model(), "prm1.robot.json": text()}


def main() -> None:
    """Write them."""
    for name, content in make().items():
        (FOLDER / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
