"""Shapes of PM-01: capsules, cylinders and boxes, in the frames of the links."""

from models.massage.table import SHOULDER_HEIGHT, Tool


def cylinder(style: str, radius: float, begin: str, end: str) -> str:
    """A cylinder between two points."""
    return f'<geom class="{style}" type="cylinder" size="{radius:g}" fromto="{begin} {end}"/>'


def capsule(style: str, radius: float, begin: str, end: str) -> str:
    """A capsule between two points."""
    return f'<geom class="{style}" type="capsule" size="{radius:g}" fromto="{begin} {end}"/>'


def box(style: str, middle: str, half: str) -> str:
    """A box by its middle and half its sides."""
    return f'<geom class="{style}" type="box" pos="{middle}" size="{half}"/>'


def _base() -> list[str]:
    neck = SHOULDER_HEIGHT - 0.19
    return [
        cylinder("dark", 0.17, "0 0 0", "0 0 0.03"),
        cylinder("shell", 0.085, "0 0 0.03", f"0 0 {neck:g}"),
        cylinder("dark", 0.1, f"0 0 {neck - 0.04:g}", f"0 0 {neck:g}"),
    ]


def looks(name: str) -> str:
    """Shapes of a body of the robot, as MJCF."""
    t = Tool
    shapes = {
        "base": _base(),
        # z is up here, the shoulder's axis is y to the back
        "waist": [
            cylinder("shell", 0.085, "0 0 -0.18", "0 0 0"),
            cylinder("shell", 0.095, "0 0.1 0", "0 -0.16 0"),
            cylinder("dark", 0.08, "0 0.1 0", "0 0.125 0"),
        ],
        # z is the shoulder's axis, x leads to the elbow
        "shoulder": [
            cylinder("dark", 0.085, "0 0 0.155", "0 0 0.185"),
            capsule("shell", 0.047, "-0.06 0.03 0.235", "0.4318 0 0.235"),
            capsule("shell", 0.047, "-0.06 -0.03 0.235", "0.4318 0 0.235"),
            cylinder("shell", 0.095, "0 0 0.188", "0 0 0.282"),
            cylinder("blue", 0.06, "0 0 0.282", "0 0 0.286"),
            cylinder("dark", 0.055, "0.4318 0 0.282", "0.4318 0 0.287"),
        ],
        # z is the elbow's axis, y leads to the wrist
        "elbow": [
            cylinder("shell", 0.062, "0 0 0.106", "0 0 0.187"),
            cylinder("dark", 0.048, "0 0 0.187", "0 0 0.192"),
            capsule("shell", 0.04, "0 -0.05 0.15", "0.018 0.26 0.15"),
            cylinder("blue", 0.041, "0.0203 0.265 0.15", "0.0203 0.285 0.15"),
        ],
        # z leads from elbow to wrist: its frame is at the elbow
        "wrist_roll": [
            cylinder("shell", 0.036, "0 0 0.285", "0 0 0.385"),
            box("shell", "0.034 0 0.41", "0.008 0.026 0.045"),
            box("shell", "-0.034 0 0.41", "0.008 0.026 0.045"),
        ],
        "wrist_bend": [cylinder("dark", 0.026, "0 0 -0.03", "0 0 0.03")],
        "flange": [cylinder("metal", 0.022, "0 0 0.01", "0 0 0.034"), cylinder("metal", 0.03, "0 0 0.034", "0 0 0.04")],
        "housing": [
            cylinder("dark", 0.034, f"0 0 {-t.HOUSING / 2:g}", f"0 0 {t.HOUSING / 2:g}"),
            cylinder("blue", 0.0345, "0 0 -0.004", "0 0 0.004"),
        ],
        "carriage": [cylinder("metal", t.CYLINDER_RADIUS, f"0 0 {-t.CYLINDER:g}", "0 0 0")],
        "pad": [
            f'<geom name="ball" class="blue" type="sphere" size="{t.BALL_RADIUS:g}" rgba="0.86 0.55 0.42 1"/>',
        ],
    }
    return "\n  ".join(shapes[name])
