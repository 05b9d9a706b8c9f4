"""Small models of robots such as people bring, written here: nothing has to be downloaded."""

from pathlib import Path

_HEAD = '<compiler angle="radian" autolimits="true"/><default><geom density="800"/></default>'


def _links(*rows, tail=""):
    """Bodies in each other: rows (name, offset, joint's attributes, shape to the next)."""
    text = tail
    for name, offset, joint, shape in reversed(rows):
        text = f'<body name="{name}" pos="{offset}"><joint name="{name}_joint" {joint}/><geom {shape}/>{text}</body>'
    return text


def _capsule(to, size=0.04):
    return f'type="capsule" fromto="0 0 0 {to}" size="{size}"'


_SIX = (
    ("shoulder", "0 0 .1", 'axis="0 0 1" range="-3 3" armature=".1"', _capsule("0 0 .06", 0.05)),
    ("upper", "0 0 .06", 'axis="0 1 0" range="-3 3" armature=".1"', _capsule("0 0 .4")),
    ("fore", "0 0 .4", 'axis="0 1 0" range="-3 3" armature=".1"', _capsule("0 0 .35")),
    ("wrist1", "0 0 .35", 'axis="0 1 0" range="-3 3" armature=".1"', _capsule("0 .08 0", 0.03)),
    ("wrist2", "0 .08 0", 'axis="0 0 1" range="-3 3" armature=".1"', _capsule("0 0 .08", 0.03)),
    ("wrist3", "0 0 .08", 'axis="0 1 0" range="-3 3" armature=".1"', _capsule("0 .06 0", 0.03)),
)
_SERVOS = "".join(
    f'<general name="{row[0]}" joint="{row[0]}_joint" gainprm="2000" biastype="affine" biasprm="0 -2000 -200" ctrlrange="-3 3"/>'
    for row in _SIX
)

ARM = f"""<mujoco model="six">{_HEAD}<worldbody><body name="base">
  {_links(*_SIX, tail='<site name="tcp" pos="0 .08 0"/>')}
</body></worldbody><actuator>{_SERVOS}</actuator>
<keyframe><key name="home" qpos="0 -.6 1.2 1 0 0" ctrl="0 -.6 1.2 1 0 0"/><key name="up" qpos="0 0 0 0 0 0"/></keyframe></mujoco>"""
"""Six joints with position servos, a site for the tool and two key frames."""

_GRIPPER = """<body name="hand" pos="0 .06 0"><geom size=".03"/>
  <body name="left_finger" pos=".02 .05 0"><joint name="left_finger_joint" type="slide" axis="1 0 0" range="0 .04"/><geom size=".01"/></body>
  <body name="right_finger" pos="-.02 .05 0"><joint name="right_finger_joint" type="slide" axis="-1 0 0" range="0 .04"/><geom size=".01"/>
    <body name="rod" pos="0 .02 0"><joint name="rod_joint" axis="0 0 1"/><geom size=".004"/><site name="rod_end" pos="0 .01 0"/></body></body>
  <site name="pin" pos="-.02 .08 0"/></body>"""
GRIPPER_ARM = f"""<mujoco model="arm-with-gripper">{_HEAD}<worldbody><body name="base">
  {_links(*_SIX, tail=_GRIPPER)}
</body></worldbody>
<tendon><fixed name="split"><joint joint="left_finger_joint" coef=".5"/><joint joint="right_finger_joint" coef=".5"/></fixed></tendon>
<equality><joint joint1="left_finger_joint" joint2="right_finger_joint"/><connect site1="rod_end" site2="pin" active="true" solref=".02 1"/></equality>
<actuator>{_SERVOS}
  <general name="fingers" tendon="split" ctrlrange="0 255" forcerange="-100 100" gainprm=".0157 0 0" biastype="affine" biasprm="0 -100 -10"/>
</actuator></mujoco>"""
"""The same with a gripper: two fingers on one tendon with a control from 0 to 255, and a linkage closed by `connect`."""

SCARA = f"""<mujoco model="scara">{_HEAD}<worldbody><body name="base">
  {_links(
      ("first", "0 0 .3", 'axis="0 0 1" range="-2.3 2.3" armature=".2" damping="1"', _capsule(".25 0 0")),
      ("second", ".25 0 0", 'axis="0 0 1" range="-2.5 2.5" armature=".1" damping="1"', _capsule(".2 0 0")),
      ("quill", ".2 0 -.02", 'type="slide" axis="0 0 1" range="-.15 0" armature="2" damping="10"', _capsule("0 0 -.1", 0.02)),
      ("turn", "0 0 -.1", 'axis="0 0 1" range="-6 6" armature=".02" damping=".1"', _capsule("0 0 -.03", 0.02)),
  )}
</body></worldbody><actuator>
  <motor name="m1" joint="first_joint" gear="50" ctrlrange="-1 1"/><motor name="m2" joint="second_joint" gear="30" ctrlrange="-1 1"/>
  <motor name="m3" joint="quill_joint" ctrlrange="-200 200"/><motor name="m4" joint="turn_joint" gear="5" ctrlrange="-1 1"/>
</actuator></mujoco>"""
"""Turning and sliding joints in one chain, torques with and without gears."""

QUADRUPED = f"""<mujoco model="quadruped">{_HEAD}<worldbody><body name="trunk" pos="0 0 .3"><freejoint/>
  <geom type="box" size=".2 .1 .05"/>
  {"".join(
      f'<body name="{leg}_thigh" pos="{x} {y} 0"><joint name="{leg}_hip" axis="0 1 0" range="-1.5 1.5" armature=".02"/>'
      f'<geom {_capsule("0 0 -.15", 0.02)}/><body name="{leg}_calf" pos="0 0 -.15">'
      f'<joint name="{leg}_knee" axis="0 1 0" range="-2 2" armature=".02"/><geom {_capsule("0 0 -.15", 0.02)}/>'
      f'<site name="{leg}_foot" pos="0 0 -.15"/></body></body>'
      for leg, x, y in (("FL", .18, .12), ("FR", .18, -.12), ("RL", -.18, .12), ("RR", -.18, -.12))
  )}</body></worldbody><actuator>
  {"".join(f'<position name="{leg}_{j}" joint="{leg}_{j}" kp="60" kv="2"/>' for leg in ("FL", "FR", "RL", "RR") for j in ("hip", "knee"))}
</actuator></mujoco>"""
"""Four legs below a body that moves freely; it stands by itself."""

BIPED = QUADRUPED.replace('model="quadruped"', 'model="biped"').replace('size=".2 .1 .05"', 'size=".02 .1 .3" pos=".05 0 .2"').replace('pos="0.18', 'pos="0.001').replace('pos="-0.18', 'pos="-0.001')
"""The same with its feet in one line and its weight before them: it falls over."""

HAND = f"""<mujoco model="hand">{_HEAD}<worldbody><body name="palm" pos="0 0 .2"><geom type="box" size=".04 .05 .01"/>
  {"".join(
      f'<body name="finger{i}" pos=".04 {y} 0"><joint name="finger{i}_a" axis="0 1 0" range="0 1.5" armature=".001" damping=".01"/>'
      f'<geom {_capsule(".04 0 0", 0.008)}/><body name="finger{i}_tip" pos=".04 0 0">'
      f'<joint name="finger{i}_b" axis="0 1 0" range="0 1.5" armature=".001" damping=".01"/><geom {_capsule(".03 0 0", 0.008)}/></body></body>'
      for i, y in enumerate((-.03, 0, .03), 1)
  )}</body></worldbody>
<tendon>{"".join(f'<fixed name="t{i}"><joint joint="finger{i}_a" coef="1"/><joint joint="finger{i}_b" coef="1"/></fixed>' for i in (1, 2, 3))}</tendon>
<actuator>{"".join(f'<position name="flex{i}" tendon="t{i}" kp="2" ctrlrange="0 3"/>' for i in (1, 2, 3))}</actuator></mujoco>"""
"""Fingers that tendons close; no joint has an actuator of its own."""

ROVER = f"""<mujoco model="rover">{_HEAD}<worldbody><geom type="plane" size="0 0 1"/><body name="deck" pos="0 0 .1"><freejoint/>
  <geom type="box" size=".2 .12 .03"/>
  {"".join(
      f'<body name="wheel_{n}" pos="{x} {y} 0"><joint name="wheel_{n}_joint" axis="0 1 0" armature=".01"/>'
      '<geom type="cylinder" size=".09 .02" zaxis="0 1 0"/></body>'
      for n, x, y in (("fl", .15, .15), ("fr", .15, -.15), ("rl", -.15, .15), ("rr", -.15, -.15))
  )}</body></worldbody><actuator>
  {"".join(f'<velocity name="drive_{n}" joint="wheel_{n}_joint" kv="3" ctrlrange="-10 10"/>' for n in ("fl", "fr", "rl", "rr"))}
</actuator></mujoco>"""
"""Four wheels with speed servos, and a floor of its own."""

DRONE = f"""<mujoco model="drone">{_HEAD}<worldbody><body name="hull" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .02"/>
  {"".join(f'<site name="rotor{i}" pos="{x} {y} 0"/>' for i, (x, y) in enumerate(((.1, .1), (.1, -.1), (-.1, .1), (-.1, -.1)), 1))}
</body></worldbody><actuator>
  {"".join(f'<motor name="thrust{i}" site="rotor{i}" gear="0 0 1 0 0 0" ctrlrange="0 4"/>' for i in (1, 2, 3, 4))}
</actuator></mujoco>"""
"""Forces on sites; no joint but the free one."""


def _urdf_link(name, length, mesh=""):
    shape = f'<mesh filename="{mesh}"/>' if mesh else f'<cylinder radius=".03" length="{length}"/>'
    middle = f'<origin xyz="0 0 {length / 2}"/>'
    return (
        f'<link name="{name}"><inertial>{middle}<mass value="1.5"/><inertia ixx=".01" iyy=".01" izz=".005" ixy="0" ixz="0" iyz="0"/></inertial>'
        f"<collision>{middle}<geometry>{shape}</geometry></collision></link>"
    )


def _urdf_arm(side, y):
    text, above = "", "torso"
    for number, (axis, z) in enumerate((("0 1 0", 0.0), ("1 0 0", 0.05), ("0 0 1", 0.05), ("0 1 0", 0.25)), 1):
        place = f"0 {y} .4" if number == 1 else f"0 0 {z}"
        text += _urdf_link(f"{side}_link{number}", 0.2 if number > 2 else 0.05)
        text += (
            f'<joint name="{side}_joint{number}" type="revolute"><parent link="{above}"/><child link="{side}_link{number}"/>'
            f'<origin xyz="{place}"/><axis xyz="{axis}"/><limit lower="-2" upper="2" effort="60" velocity="3"/></joint>'
        )
        above = f"{side}_link{number}"
    end = f'<joint name="{side}_fix" type="fixed"><parent link="{above}"/><child link="{side}_hand"/><origin xyz="0 0 .2"/></joint>'
    return text + f'<link name="{side}_hand"/>' + end


TWO_ARMS = f"""<robot name="two_arms">{_urdf_link("torso", 0.4, "package://two_arms/meshes/torso.stl")}
{_urdf_arm("left", 0.2)}{_urdf_arm("right", -0.2)}</robot>"""
"""URDF without actuators: two arms on a torso, a mesh by `package://`, hands without mass."""

CART = """<mujoco model="cart"><worldbody><body name="cart" pos="0 0 1"><joint name="slider" type="slide" axis="1 0 0" range="-1 1"/>
  <geom type="box" size=".1 .1 .05"/><body name="pole"><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .6" size=".02"/></body>
</body></worldbody><actuator><motor name="push" joint="slider" gear="100" ctrlrange="-1 1"/></actuator></mujoco>"""
"""One driven joint and one that nothing drives."""

ROBOTS = {
    "arm.xml": ARM, "gripper_arm.xml": GRIPPER_ARM, "scara.xml": SCARA, "quadruped.xml": QUADRUPED, "biped.xml": BIPED,
    "hand.xml": HAND, "rover.xml": ROVER, "drone.xml": DRONE, "two_arms.urdf": TWO_ARMS, "cart.xml": CART,
}  # fmt: skip
"""All robots by file name."""

TETRAHEDRON = "\n".join([
    "solid torso",
    *(
        "facet normal 0 0 0\nouter loop\n" + "\n".join(f"vertex {corner}" for corner in corners) + "\nendloop\nendfacet"
        for corners in (
            ("0 0 0", "0 .2 0", ".2 0 0"), ("0 0 0", ".2 0 0", "0 0 .4"), ("0 0 0", "0 0 .4", "0 .2 0"), (".2 0 0", "0 .2 0", "0 0 .4"),
        )
    ),
    "endsolid torso",
])  # fmt: skip
"""A mesh as STL in text."""


def write_robot(folder: Path, name: str) -> Path:
    """Write a robot with its files into a folder named like a package; returns its path."""
    home = folder / "two_arms" / "urdf" if name.endswith(".urdf") else folder / "models"
    home.mkdir(parents=True, exist_ok=True)
    if name.endswith(".urdf"):
        (home.parent / "meshes").mkdir(exist_ok=True)
        (home.parent / "meshes" / "torso.stl").write_text(TETRAHEDRON)
    (home / name).write_text(ROBOTS[name])
    return home / name
