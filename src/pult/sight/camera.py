"""Pictures of a camera of a model, drawn fast: for a robot that looks, not for people."""

from typing import Any, NamedTuple
from weakref import finalize

import mujoco
import numpy as np
from numpy.typing import NDArray

from pult.sight.graphics import ADVICE, NoGraphics, make_context

Grey = NDArray[np.uint8]
"""Picture in shades of grey, top row first. Shape (height, width)."""

_WEIGHTS = np.array([77, 150, 29], dtype=np.uint16)
"""Luma of red, green and blue (ITU-R BT.601), of 256."""
_COSTLY = ("mjRND_SHADOW", "mjRND_REFLECTION", "mjRND_FOG", "mjRND_HAZE")
"""Effects without which a picture takes a fortieth of the time on a machine without a graphics card."""
_MAX_GEOMS = 4000


class Optics(NamedTuple):
    """A pinhole camera without distortion.

    Attributes:
        width, height: Size of its pictures [px].
        focal: Focal length [px], the same along both axes.
    """

    width: int
    height: int
    focal: float

    @property
    def centre(self) -> tuple[float, float]:
        """Principal point [px], where the left and upper edges of the picture are 0: pixel i reaches from i to i+1."""
        return self.width / 2.0, self.height / 2.0


def optics_of(model: Any, camera: int, width: int, height: int) -> Optics:
    """Optics of a camera of a model: focal = height / 2 / tan(fovy / 2).

    Args:
        model: The model (mujoco.MjModel).
        camera: Number of the camera.
        width, height: Size of its pictures [px].
    """
    fovy = float(np.radians(model.cam_fovy[camera]))
    return Optics(width, height, height / 2.0 / float(np.tan(fovy / 2.0)))


class GreyCamera:
    """Takes pictures through a camera of a model, without shadows, reflections and smoothing.

    Attributes:
        optics: Its optics.
    """

    def __init__(self, model: Any, camera: int, width: int, height: int) -> None:
        """Make it ready.

        Args:
            model: The model (mujoco.MjModel); it is not changed.
            camera: Number of the camera.
            width, height: Size of the pictures [px].

        Raises:
            NoGraphics: This machine cannot draw.
        """
        self.optics = optics_of(model, camera, width, height)
        drawn = model.__copy__()
        quality, frame = drawn.vis.quality, drawn.vis.global_
        quality.offsamples = quality.shadowsize = 0
        frame.offwidth, frame.offheight = width, height
        self._model = drawn
        self._context = make_context(width, height)
        try:
            self._draws = mujoco.MjrContext(drawn, int(mujoco.mjtFontScale.mjFONTSCALE_100.value))
        except mujoco.FatalError as error:
            self._context.free()
            raise NoGraphics(f"OpenGL cannot draw: {error}. {ADVICE}") from None
        mujoco.mjr_setBuffer(int(mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value), self._draws)
        self._scene = mujoco.MjvScene(drawn, maxgeom=_MAX_GEOMS)
        for name in _COSTLY:
            self._scene.flags[int(getattr(mujoco.mjtRndFlag, name).value)] = 0
        self._option, self._rect = mujoco.MjvOption(), mujoco.MjrRect(0, 0, width, height)
        self._view = mujoco.MjvCamera()
        self._view.type, self._view.fixedcamid = int(mujoco.mjtCamera.mjCAMERA_FIXED.value), camera
        self._colours = np.empty((height, width, 3), dtype=np.uint8)
        self._finish = finalize(self, _release, self._draws, self._context)
        self._finish.atexit = False  # MuJoCo ends the display itself then, and everything on it

    def colours(self, data: Any) -> NDArray[np.uint8]:
        """Take a picture in colour. Shape (height, width, 3).

        Args:
            data: Data of the model, or of a copy of it (mujoco.MjData), with the poses of everything computed.
        """
        self._context.make_current()
        mujoco.mjv_updateScene(
            self._model, data, self._option, None, self._view, int(mujoco.mjtCatBit.mjCAT_ALL.value), self._scene
        )
        mujoco.mjr_render(self._rect, self._scene, self._draws)
        mujoco.mjr_readPixels(self._colours, None, self._rect, self._draws)
        return self._colours[::-1]  # OpenGL counts from the bottom

    def picture(self, data: Any) -> Grey:
        """Take a picture; see `colours`. Shape (height, width)."""
        return grey(self.colours(data))

    def close(self) -> None:
        """Release the graphics resources."""
        self._finish()


def grey(colours: NDArray[np.uint8]) -> Grey:
    """A picture in colour, in shades of grey."""
    shades: Grey = ((colours.astype(np.uint16) @ _WEIGHTS) >> 8).astype(np.uint8)
    return shades


def _release(draws: Any, context: Any) -> None:
    context.make_current()  # otherwise what another context has under the same numbers would be released
    draws.free()
    context.free()
