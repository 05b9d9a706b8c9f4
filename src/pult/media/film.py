"""Pictures as files: captions, PNG, animated GIF, and films by ffmpeg."""

import importlib
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.errors import UsageError
from pult.media.render import Image, Painter
from pult.record import Record

Progress = Callable[[int, int], None]
"""Progress callback: pictures done, and total number of pictures."""


def caption(picture: Image, left: str, right: str = "") -> Image:
    """Add a caption strip at the bottom of a picture, with text at the left and at the right.

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
    """A font with Cyrillic letters if there is one, else Pillow's built-in font."""
    _, _, fonts = _pillow()
    places = ["DejaVuSans.ttf"]
    with suppress(ImportError):
        import matplotlib

        places.append(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"))
    for place in places:
        with suppress(OSError):
            return fonts.truetype(place, size)
    return fonts.load_default(size)


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
    """Write an animated GIF. Its clock counts hundredths of a second; rounding does not accumulate over the pictures.

    Args:
        path: The file.
        pictures: The pictures.
        fps: Pictures per second.
        sample: Some of the pictures, from which a common palette of 256 colours is chosen, so that nothing flickers;
            by default each picture has a palette of its own.

    Raises:
        UsageError: Pillow is missing, the file cannot be written, or there are too many pictures per second.
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
    """Write a film in MP4 (H.264), which every browser plays.

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
        painter: The renderer.
        rows: Indices of the rows.
        words: Caption of a row, left and right; no captions by default.
        progress: Progress callback.
    """
    qpos = record.signal("qpos")
    lamps = {geom: record.signal(lamp.signal) > lamp.above for geom, lamp in painter.lamps.items()}
    for number, row in enumerate(rows):
        picture = painter.picture(qpos[row], [geom for geom, lit in lamps.items() if lit[row]])
        yield picture if words is None else caption(picture, *words(row))
        if progress is not None:
            progress(number + 1, len(rows))
