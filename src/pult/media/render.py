"""Off-screen rendering of records.

Frames come from the recorded coordinates; nothing is simulated. Needs OpenGL for MuJoCo's renderer, PyOpenGL and
Pillow, and for films ffmpeg: `pip install pult[video]`.
"""

from collections.abc import Callable, Container, Sequence
from types import TracebackType
from typing import Any, Self

import mujoco
import numpy as np
from numpy.typing import NDArray

from pult.core.errors import UsageError, choose
from pult.core.signals import Array
from pult.record import Geom, Record
from pult.record.file.picture import WORLD
from pult.sight.graphics import ADVICE, NoGraphics, make_context
from pult.sim.session import Session

Image = NDArray[np.uint8]
"""RGB image, top row first. Shape (height, width, 3)."""
Progress = Callable[[int, int], None]
"""Progress callback: pictures done, and total number of pictures."""

FREE = "free"
"""Name of the camera that frames everything that moves."""
MAX_PIXELS = 8192
BRIGHTEST = 1.25
"""Light of all lamps together; a little more than white, because few surfaces face them all."""
_GEOM = int(mujoco.mjtObj.mjOBJ_GEOM.value)
_KINDS = {"box": mujoco.mjtGeom.mjGEOM_BOX, "sphere": mujoco.mjtGeom.mjGEOM_SPHERE}
_SAMPLES = 4
_SHADOWS = 2048  # half of MuJoCo's own size: without a graphics card a picture takes half the time


# --- pictures --------------------------------------------------------------------------------------------------------


class Painter:
    """Renders the world of a session through one of its cameras. Usable as a context manager.

    Attributes:
        width, height: Size of the pictures [pixels].
        camera: Name of the camera, or "free".
        lamps: Lamps of the world, by the numbers of their shapes.
        shapes: Boxes and balls that are drawn besides those of the model, such as forbidden zones.
    """

    def __init__(
        self,
        session: Session,
        width: int,
        height: int,
        camera: str = "",
        rows: Array | None = None,
        shapes: Sequence[Geom] = (),
    ) -> None:
        """Prepare rendering.

        Args:
            session: A session used for nothing else, such as one from `reopened`; its lights and state are changed.
            width, height: Size of the pictures [pixels].
            camera: A camera of the model, or "free"; by default the first of the model, or "free" if it has none.
            rows: Coordinates that will be rendered, all of which "free" must frame. Shape (n, nq).
            shapes: Boxes and balls to be drawn besides those of the model.

        Raises:
            UsageError: There is no such camera, or the size is invalid.
            NoGraphics: This machine cannot render.
        """
        if not (16 <= width <= MAX_PIXELS and 16 <= height <= MAX_PIXELS):
            raise UsageError(f"a picture has 16 to {MAX_PIXELS} pixels a side, not {width} x {height}.")
        self.width, self.height = width, height
        self._model, self._data = session.model, session.data
        self.shapes = list(shapes)
        self.lamps = {lamp.geom: lamp for lamp in session.world.lamps}
        names = cameras(self._model)
        self.camera = camera or (names[0] if names else FREE)
        self._view = self._camera(names, rows)
        vis = self._model.vis
        vis.global_.offwidth, vis.global_.offheight = width, height
        vis.quality.offsamples = _SAMPLES
        vis.quality.shadowsize = min(int(vis.quality.shadowsize), _SHADOWS)
        soften(self._model)
        self._context = make_context(width, height)
        try:
            self._draws = mujoco.MjrContext(self._model, int(mujoco.mjtFontScale.mjFONTSCALE_100.value))
        except mujoco.FatalError as error:
            self._context.free()
            raise NoGraphics(f"OpenGL cannot draw: {error}. {ADVICE}") from None
        mujoco.mjr_setBuffer(int(mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value), self._draws)
        self._scene = mujoco.MjvScene(self._model, maxgeom=10_000)
        self._option = mujoco.MjvOption()
        self._rect = mujoco.MjrRect(0, 0, width, height)

    def _camera(self, names: Sequence[str], rows: Array | None) -> Any:
        view = mujoco.MjvCamera()
        if self.camera in names:
            view.type = int(mujoco.mjtCamera.mjCAMERA_FIXED.value)
            view.fixedcamid = names.index(self.camera)
        elif self.camera == FREE:
            point, radius = surroundings(self._model, self._data, rows)
            half = np.radians(float(self._model.vis.global_.fovy)) / 2.0
            half = min(half, float(np.arctan(np.tan(half) * self.width / self.height)))
            view.type = int(mujoco.mjtCamera.mjCAMERA_FREE.value)
            view.lookat[:] = point
            view.distance = radius / np.sin(half)
            view.azimuth, view.elevation = 140.0, -40.0
        else:
            raise UsageError(f"there is no camera {self.camera!r}. {choose(self.camera, [*names, FREE])}")
        return view

    def picture(self, qpos: Array, lit: Container[int] = ()) -> Image:
        """Render the world at given coordinates. Shape (height, width, 3).

        Args:
            qpos: Coordinates. Shape (nq,).
            lit: Shapes of the lamps that are lit.
        """
        self._data.qpos[:] = qpos
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_comPos(self._model, self._data)
        mujoco.mj_camlight(self._model, self._data)
        mujoco.mj_tendon(self._model, self._data)
        self._context.make_current()
        mujoco.mjv_updateScene(
            self._model, self._data, self._option, None, self._view, int(mujoco.mjtCatBit.mjCAT_ALL.value), self._scene
        )
        if self.lamps:
            self._light(lit)
        for shape in self.shapes:
            self._add(shape)
        found = np.empty((self.height, self.width, 3), dtype=np.uint8)
        mujoco.mjr_render(self._rect, self._scene, self._draws)
        mujoco.mjr_readPixels(found, None, self._rect, self._draws)
        return np.ascontiguousarray(found[::-1])  # OpenGL counts from the bottom

    def _light(self, lit: Container[int]) -> None:
        for geom in self._scene.geoms[: self._scene.ngeom]:
            if geom.objtype == _GEOM and geom.objid in self.lamps and geom.objid in lit:
                geom.rgba[:3] = self.lamps[geom.objid].colour
                geom.emission, geom.matid = 1.0, -1

    def _add(self, shape: Geom) -> None:
        """Draw a shape that is not in the model."""
        if self._scene.ngeom >= self._scene.maxgeom:
            return
        body = 0 if shape.frame == WORLD else mujoco.mj_name2id(self._model, mujoco.mjtObj.mjOBJ_BODY, shape.frame)
        position, quaternion, rotation = np.empty(3), np.empty(4), np.empty(9)
        place = (self._data.xpos[body], self._data.xquat[body])
        mujoco.mju_mulPose(position, quaternion, *place, np.array(shape.pos), np.array(shape.quat))
        mujoco.mju_quat2Mat(rotation, quaternion)
        size, colour = np.array(shape.size, dtype=np.float64), np.array(shape.rgba, dtype=np.float32)
        geom = self._scene.geoms[self._scene.ngeom]
        mujoco.mjv_initGeom(geom, int(_KINDS[shape.kind]), size, position, rotation, colour)
        self._scene.ngeom += 1

    def close(self) -> None:
        """Release the graphics resources."""
        self._draws.free()
        self._context.free()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def cameras(model: Any) -> list[str]:
    """Names of the cameras of a model; the index of one without a name."""
    return [model.camera(number).name or str(number) for number in range(model.ncam)]


def surroundings(model: Any, data: Any, rows: Array | None = None) -> tuple[Array, float]:
    """Centre and radius of a sphere around everything but floor and walls [m].

    Args:
        model: The model.
        data: Its data; the coordinates are changed.
        rows: Coordinates to include; those in the data by default. Shape (n, nq).
    """
    seen = [g for g in range(model.ngeom) if model.geom_bodyid[g] and model.geom_group[g] < 3]
    if not seen:
        return np.array(model.stat.center), float(model.stat.extent)
    few = np.array(data.qpos)[None, :] if rows is None else rows[:: max(1, len(rows) // 20)]
    places = np.empty((len(few), len(seen), 3))
    for number, qpos in enumerate(few):
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        places[number] = data.geom_xpos[seen]
    reach = model.geom_rbound[seen][:, None]
    middle = ((places - reach).min(axis=(0, 1)) + (places + reach).max(axis=(0, 1))) / 2.0
    radius = np.max(np.linalg.norm(places - middle, axis=2) + reach[:, 0])
    return middle, float(radius)


def soften(model: Any) -> None:
    """Dim the lights of a model where together they would overexpose a light surface."""
    head = model.vis.headlight
    lights = [head] if head.active else []
    brightest = sum(float(np.max(light.ambient + light.diffuse)) for light in lights)
    brightest += float(np.sum(np.max(model.light_ambient + model.light_diffuse, axis=1))) if model.nlight else 0.0
    if brightest <= BRIGHTEST:
        return
    for array in (head.ambient, head.diffuse, model.light_ambient, model.light_diffuse):
        array[:] = array * (BRIGHTEST / brightest)


# --- which rows ------------------------------------------------------------------------------------------------------


def nearest_row(times: Array, time: float) -> int:
    """The row nearest to a time.

    Args:
        times: Times of the rows, rising [s]. Shape (n,).
        time: The time [s].
    """
    after = int(np.clip(np.searchsorted(times, time), 1, len(times) - 1)) if len(times) > 1 else 0
    return after - 1 if after and time - times[after - 1] <= times[after] - time else after


def film_rows(
    record: Record, fps: float = 30.0, speed: float = 1.0, begin: float | None = None, end: float | None = None
) -> list[int]:
    """Rows of a record for a film, the nearest to the time of each picture.

    Args:
        record: The record.
        fps: Pictures per second of the film.
        speed: Seconds of the record per second of the film.
        begin, end: The part to show [s]; the whole record by default.

    Raises:
        UsageError: There is no such part, or nothing in it.
    """
    if not (0.0 < fps <= 240.0 and 0.001 <= speed <= 1000.0):
        raise UsageError(f"{fps:g} pictures a second at speed {speed:g}: give 0 to 240 pictures, speed 0.001 to 1000.")
    times = _times(record)
    first = check_time(record, begin, "the part begins") if begin is not None else float(times[0])
    last = check_time(record, end, "the part ends") if end is not None else float(times[-1])
    if first > last:
        raise UsageError(f"the part begins at {first:g} s, after its end at {last:g} s.")
    count = int(np.floor((last - first) * fps / speed * (1.0 + 1e-12))) + 1
    return [nearest_row(times, first + number * speed / fps) for number in range(count)]


def check_time(record: Record, time: float, what: str) -> float:
    """Check that a time lies in a record, with a tolerance of half a step [s].

    Raises:
        UsageError: It does not; the message says what the record covers.
    """
    times = _times(record)
    slack = record.header.dt / 2.0
    if not times[0] - slack <= time <= times[-1] + slack:
        raise UsageError(f"{what} at {time:g} s, but the record covers {times[0]:g} to {times[-1]:g} s.")
    return time


def _times(record: Record) -> Array:
    if not len(record.ticks):
        raise UsageError(f"{record.path}: there is not one row in the record, so nothing can be drawn.")
    return record.times
