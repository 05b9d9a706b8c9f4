"""AprilTag markers of the family tag36h11: finding them in pictures, and drawing them.

Markers are found by the AprilTag library (package pyapriltags, extra `sight`). Only corners and numbers are taken from
it; poses are of our own, see `pult.sight.pose`.
"""

import ctypes
import importlib
import importlib.util
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pult.core.errors import UsageError
from pult.core.signals import Array
from pult.sight.camera import Grey
from pult.sight.png import png

FAMILY = "tag36h11"
COUNT = 587
"""Number of markers of the family."""
BITS = 6
"""Modules of the code along a side; a black module surrounds them, and a white one that."""
SIDE = BITS + 4
"""Modules of a whole marker along a side, its white margin included."""
BLACK = (BITS + 2) / SIDE
"""Share of the black square, whose corners are found, in the side of a whole marker."""
CORNERS: Array = np.array([[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]])
"""Corners of the black square of a marker of size 1, in the order in which they are found; x right, y up.
Shape (4, 3).
"""
MIN_MARGIN = 20.0
"""Least mean contrast between the bits of a marker and the threshold that is trusted, of 255."""
EDGE = 8
"""Least distance of a corner from the edge of the picture [px]: of a marker that the edge cuts off, or touches within
a pixel, the library finds a side that is not there, up to 6 px inside the picture, whatever the size of the marker.
"""
INSTALL = "markers need the package pyapriltags: pip install 'pult[sight]'."


class Marker(NamedTuple):
    """A marker in a picture.

    Attributes:
        number: Its number in the family.
        corners: Corners of its black square [px], in the order of `CORNERS`; pixel i reaches from i to i+1.
            Shape (4, 2).
    """

    number: int
    corners: Array


def markers_problem() -> str:
    """Why markers cannot be found on this machine, for people; empty if they can."""
    return "" if importlib.util.find_spec("pyapriltags") is not None else INSTALL


class MarkerFinder:
    """Finds markers in pictures."""

    def __init__(self) -> None:
        """Load the library.

        Raises:
            UsageError: It is not installed.
        """
        if problem := markers_problem():
            raise UsageError(problem)
        # one thread, so that the order of the results, and with it every bit of a pose, is always the same
        self._detector: Any = importlib.import_module("pyapriltags").Detector(
            families=FAMILY, nthreads=1, quad_decimate=1.0, quad_sigma=0.0, refine_edges=1, decode_sharpening=0.25
        )

    def find(self, picture: Grey) -> list[Marker]:
        """Whole markers without a wrong bit, by number; one that is seen twice is left out.

        Args:
            picture: The picture. Shape (height, width).
        """
        trusted = [
            Marker(int(one.tag_id), np.array(one.corners, dtype=np.float64))
            for one in self._detector.detect(np.ascontiguousarray(picture))
            if one.hamming == 0 and one.decision_margin >= MIN_MARGIN
        ]
        height, width = picture.shape
        size = np.array([width, height])

        numbers = [marker.number for marker in trusted]
        return sorted(
            (
                one
                for one in trusted
                if numbers.count(one.number) == 1 and (np.minimum(one.corners, size - one.corners) >= EDGE).all()
            ),
            key=lambda one: one.number,
        )


class _Family(ctypes.Structure):
    """The beginning of `apriltag_family_t` of the library, version 3.4."""

    _fields_ = (
        ("ncodes", ctypes.c_uint32),
        ("codes", ctypes.POINTER(ctypes.c_uint64)),
        ("width_at_border", ctypes.c_int),
        ("total_width", ctypes.c_int),
        ("reversed_border", ctypes.c_bool),
        ("nbits", ctypes.c_uint32),
        ("bit_x", ctypes.POINTER(ctypes.c_uint32)),
        ("bit_y", ctypes.POINTER(ctypes.c_uint32)),
    )


def marker_modules(number: int) -> NDArray[np.bool_]:
    """The modules of a marker with its white margin, true where it is white. Shape (SIDE, SIDE).

    Args:
        number: Its number.

    Raises:
        UsageError: There is no such marker, or the library is not installed.
    """
    if not 0 <= number < COUNT:
        raise UsageError(f"the family {FAMILY} has the markers 0 to {COUNT - 1}, not {number}.")
    library = MarkerFinder()._detector.libc
    create = getattr(library, f"{FAMILY}_create")
    create.restype = ctypes.POINTER(_Family)
    family = create().contents
    modules = np.zeros((SIDE, SIDE), dtype=np.bool_)
    modules[0, :] = modules[-1, :] = modules[:, 0] = modules[:, -1] = True
    code, bits = int(family.codes[number]), int(family.nbits)
    for bit in range(bits):
        if code >> (bits - 1 - bit) & 1:
            modules[1 + int(family.bit_y[bit]), 1 + int(family.bit_x[bit])] = True
    return modules


def marker_png(number: int, pixels: int = 16) -> bytes:
    """A marker with its white margin as a PNG file, for models and for paper.

    Args:
        number: Its number.
        pixels: Pixels of a module along a side.

    Raises:
        UsageError: There is no such marker, or the library is not installed.
    """
    return png(np.kron(marker_modules(number), np.ones((pixels, pixels), dtype=np.bool_)))
