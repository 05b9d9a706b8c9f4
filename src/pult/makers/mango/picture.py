"""Pictures of a design: the work space with the arm, the moment arms of its cylinders, the area against mount points.

They need Matplotlib: `pip install pult[plot]`.
"""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pult.core.errors import UsageError
from pult.makers.mango.arm import home_angles, home_reach
from pult.motion.carry.design import Arm
from pult.motion.carry.planar import planar_forward
from pult.motion.carry.workspace import area_by_mounts, moment_arms, work_space_area, work_space_border

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TEAL, RUST, BLUE, GREY, INK = "#076c77", "#a84406", "#2460c4", "#8a949e", "#12191b"
_STYLE: Any = {"font.family": "sans-serif", "font.size": 9.0, "svg.fonttype": "none", "svg.hashsalt": "pult"}


def draw_design(arm: Arm, file: Path) -> None:
    """Draw a design into a file, .svg, .png or .pdf by its name.

    Raises:
        UsageError: Matplotlib is missing, or the file cannot be written.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("pictures need Matplotlib: pip install pult[plot].") from None
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(12.6, 4.0), layout="constrained")
        place, arms, area = figure.subplots(1, 3, width_ratios=(1.15, 1.0, 1.0))
        _draw_space(place, arm)
        _draw_arms(arms, arm)
        _draw_area(area, arm)
        try:
            figure.savefig(file, dpi=150, metadata={"Date": None} if file.suffix == ".svg" else None)
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot write {str(file)!r}: {error}.") from None


def _draw_space(axes: "Axes", arm: Arm) -> None:
    border = work_space_border(arm)
    axes.fill(*border.T, color=TEAL, alpha=0.18, lw=0)
    axes.plot(*np.vstack([border, border[:1]]).T, color=TEAL, lw=1.3)
    (l1, l2), (one, two) = arm.design.links, arm.joints
    q1, q2 = home_angles(arm, home_reach(arm))
    elbow = np.array([l1 * math.cos(q1), l1 * math.sin(q1)])
    hand = np.array(planar_forward(l1, l2, q1, q2))
    axes.plot(*np.array([(0.0, 0.0), elbow, hand]).T, color=GREY, lw=6, solid_capstyle="round", zorder=2)
    axes.plot(*np.array([(0.0, 0.0), elbow, hand]).T, "o", color=INK, ms=5, zorder=4)
    back = one.offset + math.pi
    base = one.mounts.k * np.array([math.cos(back), math.sin(back)])
    along, fore = elbow / l1, (hand - elbow) / l2
    for begin, end in ((base, one.mounts.p * along), (elbow - two.mounts.k * along, elbow + two.mounts.p * fore)):
        axes.plot(*np.array([begin, end]).T, "o-", color=BLUE, lw=3, ms=4, zorder=3)
    axes.set(aspect="equal", xlabel="x [m]", ylabel="y [m]", title=f"work space, {work_space_area(arm):.3f} m²")


def _draw_arms(axes: "Axes", arm: Arm) -> None:
    for (stroke, lever), name, colour in zip(moment_arms(arm), ("shoulder", "elbow"), (TEAL, RUST), strict=True):
        style = "-" if name == "shoulder" else "--"
        axes.plot(1e3 * stroke, 1e3 * lever, style, color=colour, lw=1.6, label=name)
    axes.set(xlabel="stroke [mm]", ylabel="moment arm [mm]", ylim=(0, None), title="moment arms")
    axes.legend(frameon=False)


def _draw_area(axes: "Axes", arm: Arm) -> None:
    k0, p0 = arm.elbow.mounts
    k, p = np.linspace(0.5 * k0, 1.4 * k0, 90), np.linspace(0.3 * p0, 1.8 * p0, 90)
    drawn = axes.pcolormesh(1e3 * p, 1e3 * k, area_by_mounts(arm, 1, k, p), cmap="viridis", rasterized=True)
    axes.plot(1e3 * p0, 1e3 * k0, "o", mfc="white", mec=INK, ms=6)
    axes.set(xlabel="p, mount on the second link [mm]", ylabel="k, mount on the first link [mm]")
    axes.set_title("area by the elbow's mount points [m²]")
    axes.figure.colorbar(drawn, ax=axes)
