"""Pictures of a record, drawn without a window: one picture, a film, or a moving GIF.

Frames come from the recorded coordinates; nothing is simulated. Needs OpenGL for MuJoCo's renderer, PyOpenGL and
Pillow, and for films ffmpeg: `pip install pult[video]`.
"""

import ctypes.util
import importlib
import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import mujoco
import numpy as np
from numpy.typing import NDArray

from pult.core.errors import PultError, UsageError, choose
from pult.core.signals import Array
from pult.sim.record import Record
from pult.sim.session import Session

Image = NDArray[np.uint8]
"""Colours, the topmost line first. Shape (height, width, 3)."""
Progress = Callable[[int, int], None]
"""Told after every picture: how many are done, and how many there are."""

FREE = "free"
"""Name of the camera that looks at all that moves."""
MOST_PIXELS = 8192
BRIGHTEST = 1.25
"""Light of all lamps together; a little more than white, because few surfaces face them all."""
_OFF = ("disable", "disabled", "off", "false", "0")
_MODULES = {"egl": "mujoco.egl", "osmesa": "mujoco.osmesa", "cgl": "mujoco.cgl"}
_LIBRARIES = {"egl": "EGL", "osmesa": "OSMesa"}
_ADVICE = (
    "Pictures need OpenGL without a window. On Debian and Ubuntu: apt-get install libegl1 libgl1-mesa-dri "
    "(or libosmesa6, with MUJOCO_GL=osmesa), and pip install pyopengl."
)
_SAMPLES = 4
_SHADOWS = 2048  # half of MuJoCo's own size: without a graphics card a picture takes half the time


class NoGraphics(PultError):  # noqa: N818 - said to people as it is
    """Pictures cannot be drawn on this machine; the message says what to install."""


# --- OpenGL ----------------------------------------------------------------------------------------------------------


def graphics() -> str:
    """How OpenGL is reached: what the environment variable MUJOCO_GL says, or else the first that is there.

    Raises:
        NoGraphics: There is none.
    """
    asked = os.environ.get("MUJOCO_GL", "").lower().strip()
    if asked in _OFF:
        raise NoGraphics(f"pictures are switched off: the environment variable MUJOCO_GL is {asked!r}. {_ADVICE}")
    if asked in _MODULES:
        return asked
    system = platform.system()
    if system == "Darwin":
        return "glfw" if asked == "glfw" else "cgl"
    if system != "Linux" or asked in ("glfw", "glx"):
        return "glfw"
    for name, library in _LIBRARIES.items():
        if ctypes.util.find_library(library):
            return name
    raise NoGraphics(f"this machine has neither EGL nor OSMesa. {_ADVICE}")


def _context(width: int, height: int) -> Any:
    """A current OpenGL context.

    MuJoCo chooses between the ways to OpenGL when it is imported, long before it is known that a picture is wanted;
    so its contexts are used directly.
    """
    name = graphics()
    try:
        module = importlib.import_module(_MODULES.get(name, "mujoco.glfw"))
        context = module.GLContext(width, height)
        context.make_current()
    except Exception as error:  # noqa: BLE001 - drivers and their wrappers raise whatever they like
        said = str(error).strip().splitlines() or [type(error).__name__]
        raise NoGraphics(f"OpenGL does not start by way of {name} ({said[0]}). {_ADVICE}") from None
    return context


# --- pictures --------------------------------------------------------------------------------------------------------


class Painter:
    """Draws the world of a session as one of its cameras sees it. Usable as a context manager.

    Attributes:
        width, height: Size of the pictures [pixels].
        camera: Name of the camera, or "free".
    """

    def __init__(self, session: Session, width: int, height: int, camera: str = "", rows: Array | None = None) -> None:
        """Prepare to draw.

        Args:
            session: A session of one's own, such as `reopened` gives; its lights and state are changed.
            width, height: Size of the pictures [pixels].
            camera: A camera of the model, or "free"; if left out the first of the model, or "free" if it has none.
            rows: Coordinates that will be drawn, which "free" is to see. Shape (n, nq).

        Raises:
            UsageError: There is no such camera, or the size cannot be.
            NoGraphics: This machine cannot draw.
        """
        if not (16 <= width <= MOST_PIXELS and 16 <= height <= MOST_PIXELS):
            raise UsageError(f"a picture has 16 to {MOST_PIXELS} pixels a side, not {width} x {height}.")
        self.width, self.height = width, height
        self._model, self._data = session.model, session.data
        names = cameras(self._model)
        self.camera = camera or (names[0] if names else FREE)
        self._view = self._camera(names, rows)
        vis = self._model.vis
        vis.global_.offwidth, vis.global_.offheight = width, height
        vis.quality.offsamples = _SAMPLES
        vis.quality.shadowsize = min(int(vis.quality.shadowsize), _SHADOWS)
        soften(self._model)
        self._context = _context(width, height)
        try:
            self._draws = mujoco.MjrContext(self._model, int(mujoco.mjtFontScale.mjFONTSCALE_100.value))
        except mujoco.FatalError as error:
            self._context.free()
            raise NoGraphics(f"OpenGL cannot draw: {error}. {_ADVICE}") from None
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

    def picture(self, qpos: Array) -> Image:
        """The world with these coordinates. Shape (height, width, 3).

        Args:
            qpos: Coordinates. Shape (nq,).
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
        found = np.empty((self.height, self.width, 3), dtype=np.uint8)
        mujoco.mjr_render(self._rect, self._scene, self._draws)
        mujoco.mjr_readPixels(found, None, self._rect, self._draws)
        return np.ascontiguousarray(found[::-1])  # OpenGL counts from the bottom

    def close(self) -> None:
        """Give back what the graphics hold."""
        self._draws.free()
        self._context.free()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def cameras(model: Any) -> list[str]:
    """Names of the cameras of a model; one without a name goes by its number."""
    return [model.camera(number).name or str(number) for number in range(model.ncam)]


def surroundings(model: Any, data: Any, rows: Array | None = None) -> tuple[Array, float]:
    """Middle and radius of a ball around everything that is not a part of the floor and the walls [m].

    Args:
        model: The model.
        data: Its data; the coordinates are changed.
        rows: Coordinates to look at; those in the data if left out. Shape (n, nq).
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
    """Dim the lights of a model where together they would drown a light surface in white."""
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
    """Rows of a record that a film shows, the nearest to the time of each picture.

    Args:
        record: The record.
        fps: Pictures a second of the film.
        speed: Seconds of the record a second of the film.
        begin, end: The part that is shown [s]; everything if left out.

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
    """A time that lies in a record, half a step of tolerance included [s].

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


# --- captions --------------------------------------------------------------------------------------------------------


def caption(picture: Image, left: str, right: str = "") -> Image:
    """A picture with a strip at the bottom: words at the left and at the right.

    Raises:
        UsageError: Pillow is missing.
    """
    pil, draw_module, _ = _pillow()
    height, width = picture.shape[:2]
    tall = max(16, round(height / 18))
    strip = np.array(picture)
    band = strip[height - tall :].astype(np.float64)
    strip[height - tall :] = np.round(0.14 * band + 0.86 * 255.0)  # as the panels of glass in the studio
    image = pil.fromarray(strip)
    draw = draw_module.Draw(image)
    font, middle, margin = _font(round(0.58 * tall)), height - tall / 2.0, 0.5 * tall
    draw.text((margin, middle), left, font=font, fill="#12191b", anchor="lm")
    draw.text((width - margin, middle), right, font=font, fill="#46535a", anchor="rm")
    return np.asarray(image, dtype=np.uint8)


def _pillow() -> tuple[Any, Any, Any]:
    try:
        from PIL import Image as Pictures
        from PIL import ImageDraw, ImageFont
    except ModuleNotFoundError:
        raise UsageError("pictures of records need Pillow: pip install 'pult[video]'.") from None
    return Pictures, ImageDraw, ImageFont


def _font(size: int) -> Any:
    """A font with Cyrillic letters if there is one, else the one that Pillow has inside."""
    _, _, fonts = _pillow()
    places = ["DejaVuSans.ttf"]
    with suppress(ImportError):
        import matplotlib

        places.append(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"))
    for place in places:
        with suppress(OSError):
            return fonts.truetype(place, size)
    return fonts.load_default(size)


# --- files -----------------------------------------------------------------------------------------------------------


def write_png(path: Path, picture: Image) -> None:
    """Write one picture.

    Raises:
        UsageError: Pillow is missing, or the file cannot be written.
    """
    pil, _, _ = _pillow()
    try:
        pil.fromarray(picture).save(path, format="PNG", optimize=True)
    except OSError as error:
        raise _refused(path, error) from None


def write_gif(path: Path, pictures: Iterable[Image], fps: float, sample: Sequence[Image] = ()) -> None:
    """Write a moving GIF. Its clock counts hundredths of a second; rounding does not add up over the pictures.

    Args:
        path: The file.
        pictures: The pictures.
        fps: How many of them are shown a second.
        sample: Some of the pictures, from which 256 colours are chosen for all, so that nothing flickers; each has
            colours of its own if left out.

    Raises:
        UsageError: Pillow is missing, the file cannot be written, or there are too many pictures a second.
    """
    if fps > 50.0:
        raise UsageError(f"a GIF shows at most 50 pictures a second, not {fps:g}.")
    pil, _, _ = _pillow()
    cover = pil.Quantize.MAXCOVERAGE  # small things in a colour of their own keep it
    colours = pil.fromarray(np.concatenate(sample)).quantize(256, cover) if len(sample) else None
    images = [pil.fromarray(picture).quantize(256, cover, palette=colours) for picture in pictures]  # a byte a pixel
    ends = [round(100.0 * (number + 1) / fps) for number in range(len(images))]
    durations = [10 * (end - begin) for begin, end in zip([0, *ends], ends, strict=False)]
    try:
        images[0].save(path, format="GIF", save_all=True, append_images=images[1:], duration=durations, loop=0)
    except OSError as error:
        raise _refused(path, error) from None


def write_film(path: Path, pictures: Iterable[Image], fps: float, width: int, height: int) -> None:
    """Write a film in MP4 (H.264), which every browser shows.

    Raises:
        UsageError: There is no ffmpeg, the file cannot be written, or a side has an odd number of pixels.
    """
    if width % 2 or height % 2:
        raise UsageError(f"a film needs an even number of pixels on both sides, not {width} x {height}.")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {str(path)!r}: there is no folder {str(path.parent)!r}.")
    command = [
        _ffmpeg(), "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}",
        "-r", f"{fps!r}", "-i", "-", "-an", "-c:v", "libx264", "-crf", "19", "-preset", "medium", "-pix_fmt", "yuv420p",
        "-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", "mp4", str(path.resolve()),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:  # noqa: S603 - no shell
        assert running.stdin is not None and running.stderr is not None
        try:
            for picture in pictures:
                running.stdin.write(picture.tobytes())
            running.stdin.close()
        except BrokenPipeError:  # it has ended, and says why below
            with suppress(BrokenPipeError):
                running.stdin.close()
        except BaseException:
            running.kill()
            raise
        said = running.stderr.read().decode("utf-8", "replace").strip()
    if running.returncode:
        last = said.splitlines()[-1] if said else f"nothing, but ends with {running.returncode}"
        raise UsageError(f"cannot write {str(path)!r}: ffmpeg says {last!r}.")


def _ffmpeg() -> str:
    """The ffmpeg of the package imageio-ffmpeg, or else the one of the system."""
    try:
        return str(importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except (ModuleNotFoundError, RuntimeError):
        found = shutil.which("ffmpeg")
    if found is None:
        raise UsageError("films need ffmpeg: pip install 'pult[video]', or install it from your system.")
    return found


def _refused(path: Path, error: OSError) -> UsageError:
    return UsageError(f"cannot write {str(path)!r}: {error.strerror or error}.")


def pictures_of(
    record: Record,
    painter: Painter,
    rows: Sequence[int],
    words: Callable[[int], tuple[str, str]] | None = None,
    progress: Progress | None = None,
) -> Iterator[Image]:
    """Pictures of rows of a record, one after another.

    Args:
        record: The record.
        painter: Who draws them.
        rows: Which rows.
        words: Caption of a row, left and right; no strip if left out.
        progress: Told how far it is.
    """
    qpos = record.signal("qpos")
    for number, row in enumerate(rows):
        picture = painter.picture(qpos[row])
        yield picture if words is None else caption(picture, *words(row))
        if progress is not None:
            progress(number + 1, len(rows))
