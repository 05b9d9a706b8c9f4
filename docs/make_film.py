"""Makes the moving picture of the front page: python docs/make_film.py.

A scripted operator takes the container with the torso robot. Every picture is drawn from the record of that attempt, and
so is the stick at the right: it stands as the operator held it.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import pult
from pult.media.film import pictures_of
from pult.media.render import Painter, film_rows
from pult.record.replay import reopened
from pult.sight.graphics import NoGraphics

FILM = Path(__file__).resolve().parent / "assets" / "torso-container.webp"
EXERCISE, SEED, CAMERA = "torso-container", 7, "front"
WIDTH, HEIGHT = 640, 360
DRAWN, SHOWN = (1600, 900), (350, 40, 1350, 602)
"""Size that is drawn, and the part of it that is shown: left, top, right, bottom [px]."""
FPS, SPEED, REST = 10, 1.5, 1500
"""Pictures a second, times real time, and how long the last picture stays [ms]."""
QUALITY = 55
PAPER, TEAL = "#ffffffdc", "#076c77"
PAD, MARGIN = 54, 14
"""Half the side of the stick's pad, and its distance from the edges [px]."""


def draw_stick(picture: Image.Image, stick: np.ndarray) -> None:
    """The pad of the joystick at the top right, as the panel shows it: forward is up, and the slider beside it is z."""
    canvas = ImageDraw.Draw(picture, "RGBA")
    right, top = WIDTH - MARGIN, MARGIN
    x, y, slider = right - PAD - 22, top + PAD, right - 8
    canvas.rounded_rectangle((x - PAD, y - PAD, x + PAD, y + PAD), 8, fill=PAPER)
    canvas.rounded_rectangle((slider - 8, y - PAD, slider + 8, y + PAD), 8, fill=PAPER)
    canvas.line((x, y - PAD + 6, x, y + PAD - 6), fill="#8c9aa1")
    canvas.line((x - PAD + 6, y, x + PAD - 6, y), fill="#8c9aa1")
    reach = PAD - 12
    for across, up in ((x - reach * stick[1], y - reach * stick[0]), (slider, y - reach * stick[2])):
        canvas.ellipse((across - 7, up - 7, across + 7, up + 7), fill=TEAL)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "attempt.mcap"
        outcome = pult.run_attempt(pult.load_exercise(EXERCISE), seed=SEED, record=file)
        assert outcome.success, outcome.reason
        record = pult.read_record(file)
    rows, sticks = film_rows(record, FPS, SPEED), record.signal("panel.joystick")
    with reopened(record) as session:
        try:
            painter = Painter(session, *DRAWN, CAMERA)
        except NoGraphics as reason:
            print(f"{FILM.name} is left as it is: {reason}", file=sys.stderr)
            return
        frames = []
        with painter:
            for row, drawn in zip(rows, pictures_of(record, painter, rows), strict=True):
                frame = Image.fromarray(drawn).resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS, SHOWN)
                draw_stick(frame, sticks[row])
                frames.append(frame)
    times = [round(1000 / FPS)] * (len(frames) - 1) + [REST]
    frames[0].save(FILM, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=QUALITY, method=6)
    print(f"{FILM.name}: {len(frames)} pictures, {FILM.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
