"""OpenGL without a window: which backend there is, and contexts to draw in."""

import ctypes.util
import importlib
import os
import platform
from functools import cache
from typing import Any

from pult.core.errors import PultError

_OFF = ("disable", "disabled", "off", "false", "0")
_MODULES = {"egl": "mujoco.egl", "osmesa": "mujoco.osmesa", "cgl": "mujoco.cgl"}
_LIBRARIES = {"egl": "EGL", "osmesa": "OSMesa"}
ADVICE = (
    "Pictures need OpenGL without a window. On Debian and Ubuntu: apt-get install libegl1 libgl1-mesa-dri "
    "(or libosmesa6, with MUJOCO_GL=osmesa), and pip install pyopengl."
)


class NoGraphics(PultError):  # noqa: N818 - shown to people as it is
    """Pictures cannot be drawn on this machine; the message says what to install."""


def graphics() -> str:
    """The OpenGL backend: from the environment variable MUJOCO_GL, or else the first one available.

    Raises:
        NoGraphics: There is none.
    """
    asked = os.environ.get("MUJOCO_GL", "").lower().strip()
    if asked in _OFF:
        raise NoGraphics(f"pictures are switched off: the environment variable MUJOCO_GL is {asked!r}. {ADVICE}")
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
    raise NoGraphics(f"this machine has neither EGL nor OSMesa. {ADVICE}")


def make_context(width: int, height: int) -> Any:
    """A current OpenGL context.

    MuJoCo chooses its OpenGL backend when it is imported, long before it is known whether anything will be rendered; so
    its contexts are used directly.

    Raises:
        NoGraphics: OpenGL does not start.
    """
    name = graphics()
    try:
        module = importlib.import_module(_MODULES.get(name, "mujoco.glfw"))
        context = module.GLContext(width, height)
        context.make_current()
    except Exception as error:  # noqa: BLE001 - drivers and their wrappers raise whatever they like
        said = str(error).strip().splitlines() or [type(error).__name__]
        raise NoGraphics(f"OpenGL does not start by way of {name} ({said[0]}). {ADVICE}") from None
    return context


def graphics_problem() -> str:
    """Why nothing can be drawn on this machine, for people; empty if it can."""
    return _problem(os.environ.get("MUJOCO_GL", ""))


@cache
def _problem(asked: str) -> str:  # noqa: ARG001 - the answer depends on it
    try:
        make_context(16, 16).free()
    except NoGraphics as error:
        return str(error)
    return ""
