"""Small robots of nobody, and their meshes."""

import struct

from pult.importing.files import Bundle
from pult.importing.sanitise import Model, sanitise


def stl(triangles: int = 4) -> bytes:
    corners = [(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    data = b"".join(
        struct.pack("<12fH", 0, 0, 1, *(x for corner in faces[i % 4] for x in corners[corner]), 0)
        for i in range(triangles)
    )
    return bytes(80) + struct.pack("<I", triangles) + data


ARM = """<body name="upper" pos="0 0 .3"><joint name="turn" axis="0 0 1" range="-1 1"/>
<geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/>{inner}
<body name="tip" pos=".2 0 0"><joint name="out" type="slide" axis="1 0 0" range="0 .1"/><geom size=".02"/></body></body>"""


def mjcf(inner: str = "", head: str = "", tail: str = "") -> bytes:
    return f"<mujoco><compiler angle='radian'/>{head}<worldbody>{ARM.format(inner=inner)}</worldbody>{tail}</mujoco>".encode()


MESH = '<geom type="mesh" mesh="hand" contype="0" conaffinity="0"/>'
URDF = """<robot name="r"><link name="base"><visual><geometry><mesh filename="{mesh}"/></geometry></visual></link>
<link name="one"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="one"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="10" velocity="1"/></joint><link name="tool"/>
<joint name="fixed" type="fixed"><parent link="one"/><child link="tool"/><origin xyz="0.1 0 0"/></joint>
<gazebo><plugin filename="/x.so"/></gazebo></robot>"""


def read(files: dict[str, bytes], main: str = "", without_meshes: bool = False) -> Model:
    """Sanitise the robot in some files."""
    bundle = Bundle.of(files)
    return sanitise(bundle, bundle.main(main), without_meshes)
