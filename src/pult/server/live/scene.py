"""What is to be drawn of a world: shapes, joints, cameras and named points of its MuJoCo model."""

from collections.abc import Container, Mapping, Sequence
from typing import Any, Literal

import mujoco
import numpy as np
from numpy.typing import NDArray

from pult.core.errors import FaultKind
from pult.equipment.sensors.model import HIDDEN_GROUP
from pult.panel.elements import Effectors
from pult.panel.panel import Panel
from pult.record.recording import SHOWN_GROUPS
from pult.server.live.outline import outline
from pult.server.live.scene_sights import box_texture, scene_sights, shown_textures, texture_png
from pult.server.messages import Scene, SceneBody, SceneCamera, SceneGeom, SceneJoint, SceneLamp, SceneSign, SceneSite
from pult.server.messages.binary import MESH_HEAD, MeshHead
from pult.world.world import World

NO_MESH = FaultKind("not-found", "The scene has {count|mesh|meshes}, counted from 0.")

Kind = Literal["plane", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]
_KINDS: dict[int, Kind] = {
    int(mujoco.mjtGeom.mjGEOM_PLANE): "plane",
    int(mujoco.mjtGeom.mjGEOM_SPHERE): "sphere",
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): "capsule",
    int(mujoco.mjtGeom.mjGEOM_ELLIPSOID): "ellipsoid",
    int(mujoco.mjtGeom.mjGEOM_CYLINDER): "cylinder",
    int(mujoco.mjtGeom.mjGEOM_BOX): "box",
    int(mujoco.mjtGeom.mjGEOM_MESH): "mesh",
}
_JOINTS: dict[int, Literal["hinge", "slide", "ball", "free"]] = {
    int(mujoco.mjtJoint.mjJNT_HINGE): "hinge",
    int(mujoco.mjtJoint.mjJNT_SLIDE): "slide",
    int(mujoco.mjtJoint.mjJNT_BALL): "ball",
    int(mujoco.mjtJoint.mjJNT_FREE): "free",
}
LEAST_FIT = 0.2
"""Least cosine between the normal at a corner and that of its face."""
_PLAIN = [0.5, 0.5, 0.5, 1.0]
"""Colour of a shape that has none of its own; a material's colour counts then."""


def scene_of(world: World, data: Any, panel: Panel | None = None) -> tuple[Scene, list[bytes]]:
    """The scene of a world, and its meshes as they are sent.

    Args:
        world: The world; bodies that are fixed are where its model has them.
        data: Data of its model, with everything where it is at the start.
        panel: Its effectors are named in the scene.
    """
    model: Any = world.model
    mujoco.mj_kinematics(model, data)
    textures, robots = shown_textures(model), _robots(world)
    return (
        Scene(
            bodies=_bodies(model, data),
            geoms=_geoms(model, textures, {body for bodies in robots.values() for body in bodies}),
            joints=_joints(model),
            cameras=_cameras(model),
            sites=_sites(model),
            meshes=int(model.nmesh),
            center=_floats(model.stat.center),
            extent=float(model.stat.extent),
            robots=robots,
            effectors=_effectors(world, panel),
            lamps=[
                SceneLamp(geom=lamp.geom, signal=lamp.signal, above=lamp.above, colour=list(lamp.colour))
                for lamp in world.lamps
            ],
            signs=[SceneSign(place=pose_signal(model, name), text=text) for name, text in world.document.signs.items()],
            textures=[texture_png(model, number) for number in textures],
            sights=scene_sights(world),
            view=world.document.view,
        ),
        [mesh_bytes(model, number) for number in range(model.nmesh)],
    )


def _floats(array: Any) -> list[float]:
    return [float(value) for value in array]


def _name(model: Any, kind: Any, number: int) -> str:
    return mujoco.mj_id2name(model, kind, number) or ""


def _bodies(model: Any, data: Any) -> list[SceneBody]:
    return [
        SceneBody(
            name=_name(model, mujoco.mjtObj.mjOBJ_BODY, body) or f"body{body}",
            parent=int(model.body_parentid[body]) - 1,
            position=_floats(data.xpos[body]),
            quaternion=_floats(data.xquat[body]),
        )
        for body in range(1, model.nbody)
    ]


def _geoms(model: Any, textures: Sequence[int], robots: Container[int]) -> list[SceneGeom]:
    found = []
    for number in range(model.ngeom):
        kind = _KINDS.get(int(model.geom_type[number]))
        rgba = geom_colour(model, number)
        if kind is None or rgba[3] <= 0.0 or int(model.geom_group[number]) >= SHOWN_GROUPS:
            continue
        material = int(model.geom_matid[number])
        shine = {}
        if material >= 0:
            known = {
                "shininess": float(model.mat_shininess[material]),
                "metallic": float(model.mat_metallic[material]),
                "roughness": float(model.mat_roughness[material]),
            }
            shine = {name: value for name, value in known.items() if 0.0 <= value <= 1.0}  # -1 is "not said"
        found.append(
            SceneGeom(
                id=number,
                body=int(model.geom_bodyid[number]) - 1,
                kind=kind,
                size=_floats(model.geom_size[number]),
                position=_floats(model.geom_pos[number]),
                quaternion=_floats(model.geom_quat[number]),
                rgba=rgba,
                mesh=int(model.geom_dataid[number]) if kind == "mesh" else -1,
                texture=textures.index(shown) if (shown := box_texture(model, number)) in textures else -1,
                name=_name(model, mujoco.mjtObj.mjOBJ_GEOM, number),
                outline=outline(model, number) if int(model.geom_bodyid[number]) - 1 in robots else [],
                **shine,
            )
        )
    return found


def geom_colour(model: Any, number: int) -> list[float]:
    """Colour of a shape as MuJoCo draws it: its own, or else its material's."""
    own, material = _floats(model.geom_rgba[number]), int(model.geom_matid[number])
    return _floats(model.mat_rgba[material]) if material >= 0 and own == _PLAIN else own


def _joints(model: Any) -> list[SceneJoint]:
    found = []
    for number in range(model.njnt):
        limited = bool(model.jnt_limited[number])
        low, high = _floats(model.jnt_range[number])
        found.append(
            SceneJoint(
                name=_name(model, mujoco.mjtObj.mjOBJ_JOINT, number) or f"joint{number}",
                kind=_JOINTS[int(model.jnt_type[number])],
                body=int(model.jnt_bodyid[number]) - 1,
                anchor=_floats(model.jnt_pos[number]),
                axis=_floats(model.jnt_axis[number]),
                low=low if limited else None,
                high=high if limited else None,
                qpos=int(model.jnt_qposadr[number]),
            )
        )
    return found


def _cameras(model: Any) -> list[SceneCamera]:
    return [
        SceneCamera(
            name=_name(model, mujoco.mjtObj.mjOBJ_CAMERA, number) or str(number),
            body=int(model.cam_bodyid[number]) - 1,
            position=_floats(model.cam_pos[number]),
            quaternion=_floats(model.cam_quat[number]),
            fovy=float(np.radians(model.cam_fovy[number])),  # the one angle that a compiled model has in degrees
        )
        for number in range(model.ncam)
    ]


def _sites(model: Any) -> list[SceneSite]:
    names = [(number, _name(model, mujoco.mjtObj.mjOBJ_SITE, number)) for number in range(model.nsite)]
    return [
        SceneSite(
            name=name,
            body=int(model.site_bodyid[number]) - 1,
            position=_floats(model.site_pos[number]),
            quaternion=_floats(model.site_quat[number]),
        )
        for number, name in names
        if name and int(model.site_group[number]) != HIDDEN_GROUP
    ]


def _robots(world: World) -> dict[str, list[int]]:
    """Bodies of each robot: those that its own model names."""
    found: dict[str, list[int]] = {}
    for prefix, robot in world.robots.items():
        frames = robot.model.frames if robot.model is not None else {}
        names = {prefix + name.removeprefix("body:") for name in frames}
        numbers = (mujoco.mj_name2id(world.model, mujoco.mjtObj.mjOBJ_BODY, name) for name in names)
        found[prefix] = sorted(number - 1 for number in numbers if number > 0)
    return found


def _effectors(world: World, panel: Panel | None) -> dict[str, str]:
    """Site or body of each effector that can be selected on the panel, as the signal of its pose."""
    found: dict[str, str] = {}
    elements: Mapping[str, Any] = panel.document.elements if panel is not None else {}
    chains = world.provided().get("chain", {})
    for element in elements.values():
        for option in element.options if isinstance(element, Effectors) else ():
            names = [option]
            if option in chains:
                prefix = next((p for p in sorted(world.robots, key=len, reverse=True) if option.startswith(p)), "")
                names.append(prefix + str(chains[option].effector).split(":")[-1])
            signal = next((signal for name in names for signal in [pose_signal(world.model, name)] if signal), "")
            if signal:
                found[option] = signal
    return found


def pose_signal(model: Any, name: str) -> str:
    """Signal of the pose of a site or body of a name; empty if there is none."""
    for kind, word in ((mujoco.mjtObj.mjOBJ_SITE, "site"), (mujoco.mjtObj.mjOBJ_BODY, "body")):
        if mujoco.mj_name2id(model, kind, name) >= 0:
            return f"{word}.{name}"
    return ""


def mesh_bytes(model: Any, number: int) -> bytes:
    """A mesh as it is sent: a `MeshHead`, f32[3 nv] vertices, f32[3 nv] normals, u32[3 nf] faces."""
    vertices, normals, faces = mesh_arrays(model, number)
    head = MESH_HEAD.pack(MeshHead(len(vertices), len(faces)))
    parts = (vertices.astype("<f4"), normals.astype("<f4"), faces.astype("<u4"))
    return head + b"".join(part.tobytes() for part in parts)


def mesh_arrays(model: Any, number: int) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int64]]:
    """Vertices (nv, 3), their normals (nv, 3) and faces (nf, 3) of a mesh.

    MuJoCo counts vertices and normals apart, so that an edge can be sharp: a vertex with several normals becomes
    several. It has normals that do not fit for some meshes; those are made anew from the faces.
    """

    def part(array: Any, start: Any, count: Any) -> Any:
        first = int(start[number])
        return array[first : first + int(count[number])]

    vertices = part(model.mesh_vert, model.mesh_vertadr, model.mesh_vertnum)
    normals = part(model.mesh_normal, model.mesh_normaladr, model.mesh_normalnum)
    faces = part(model.mesh_face, model.mesh_faceadr, model.mesh_facenum)
    face_normals = part(model.mesh_facenormal, model.mesh_faceadr, model.mesh_facenum)
    one, two, three = (vertices[faces[:, corner]] for corner in range(3))
    flat = np.cross(two - one, three - one)
    flat = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-20)
    flat = np.repeat(flat, 3, axis=0)  # (3 nf, 3)
    given = normals[face_normals.ravel()]
    fits = np.sum(flat * given, axis=1) > LEAST_FIT
    corners = np.where(fits[:, None], given, flat)
    keys = np.column_stack([faces.ravel(), np.round(corners * 1e4).astype(np.int64)])
    _, chosen, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return vertices[faces.ravel()[chosen]], corners[chosen].astype(np.float32), inverse.reshape(-1, 3)
