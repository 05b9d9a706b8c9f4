"""The world `biped-room`: a room with shelves, a partition and a trolley, jars of which one is radioactive, and a bin.

The door is at the origin; x leads into the room, y to its left wall. Far and left wall are of concrete, the other two
of glass, so that the room is seen from the outside.
"""

from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Any

DEEP, WIDE, HIGH = 6.6, 5.6, 2.6
"""Size of the room along x and y, and height of its walls [m]."""
DOOR = 1.4
"""Width of the door [m]."""
THICK = 0.10
"""Half the thickness of walls and partition [m]."""
GLASS = 0.03
BOARD = 1.17
"""Height of the boards that jars stand on [m]: with the elbow at a right angle the hand is 0.2 m above it."""
DEPTH = 0.40
"""Depth of these boards [m]."""
JAR = 0.0765
"""Height of the middle of a jar over what it stands on [m]."""
JAR_MASS = 1.2
RIM, BOTTOM, BIN = 1.05, 0.76, 0.23
"""Height of the rim and the bottom of the bin, and its radius [m]: there is room for knees below it."""
STRENGTH, BACKGROUND = 60.0, 0.12
"""Dose rate of the jar at 1 m, and without it [uSv/h]."""
COUNTS = 1.8e10
"""Events of the counter for a dose [1/Sv]: 5 a second at 1 uSv/h, as a Geiger tube of medium size has."""
ATTENUATION = {"partition": 12.0, "far_wall": 12.0, "left_wall": 12.0}
"""Attenuation of gamma rays of caesium in concrete [1/m]: linear, 0.077 cm^2/g times 2.35 g/cm^3, less build-up."""
MICROSIEVERT_PER_HOUR = 1e-6 / 3600.0


@dataclass(frozen=True)
class Shelf:
    """A shelf: the middle of its back on the wall [m], and the direction into the room [degrees]."""

    x: float
    y: float
    turned: float
    width: float = 1.3

    def at(self, out: float, along: float) -> tuple[float, float]:
        """A point so far off the wall, and so far to the right of who stands before it [m]."""
        c, s = cos(radians(self.turned)), sin(radians(self.turned))
        return self.x + c * out - s * along, self.y + s * out + c * along


SHELVES = {
    "shelf1": Shelf(1.55, WIDE / 2.0, -90.0),
    "shelf2": Shelf(4.75, WIDE / 2.0, -90.0),
    "shelf3": Shelf(DEEP, -0.2, 180.0),
    "shelf4": Shelf(4.3, -WIDE / 2.0, 90.0),
}
JARS = ("container", "jar1", "jar2", "jar3")
"""The radioactive one, and others that look the same."""
NEAR_EDGE, ALONG = (0.075, 0.105), 0.30
"""How far jars stand behind the front edge, and to either side of the middle [m]."""
PARTITION = (3.15, (1.70, WIDE / 2.0))
"""Place along x, and the part of y that the partition takes [m]."""
TROLLEY = ((2.9, -0.30), (3.5, 0.10))
"""Corners of the region of the trolley's middle [m]."""
TROLLEY_SIZE = (0.35, 0.23, 0.42)
BIN_REGION = ((1.3, -1.75), (2.3, -1.45))
START_REGION = ((-1.7, -0.25), (-1.3, 0.25))


def _free(kind: str, size: str, at: str, material: str, more: str = "") -> str:
    return f'<geom class="room_seen" type="{kind}" size="{size}" pos="{at}" material="{material}" {more}/>'


def _solid(name: str, size: str, at: str, material: str) -> str:
    return f'<geom name="{name}" class="room_solid" type="box" size="{size}" pos="{at}" material="{material}"/>'


def _walls() -> list[str]:
    """Walls with a door, a skirting, and the partition."""
    half, door, up = WIDE / 2.0, DOOR / 2.0, HIGH / 2.0
    side = (half - door) / 2.0
    x, (low, high) = PARTITION
    rows = [
        _solid("far_wall", f"{THICK} {half + 2 * THICK:g} {up}", f"{DEEP + THICK:g} 0 {up}", "room_wall"),
        _solid("left_wall", f"{DEEP / 2:g} {THICK} {up}", f"{DEEP / 2:g} {half + THICK:g} {up}", "room_wall"),
        _solid("right_wall", f"{DEEP / 2:g} {GLASS} {up}", f"{DEEP / 2:g} {-half - GLASS:g} {up}", "room_glass"),
        _solid("front_left", f"{GLASS} {side:g} {up}", f"0 {door + side:g} {up}", "room_glass"),
        _solid("front_right", f"{GLASS} {side:g} {up}", f"0 {-door - side:g} {up}", "room_glass"),
        _solid(
            "partition", f"{THICK} {(high - low) / 2:g} {up - 0.15:g}", f"{x} {(low + high) / 2:g} {up - 0.15:g}",
            "room_wall",
        ),
        _free(
            "box", f"{THICK + 0.012:g} {(high - low) / 2 + 0.012:g} 0.02", f"{x} {(low + high) / 2 - 0.012:g} 2.32",
            "room_trim",
        ),
        _free("box", f"{DEEP / 2:g} 0.008 0.05", f"{DEEP / 2:g} {half - 0.008:g} 0.05", "room_trim"),
        _free("box", f"0.008 {half} 0.05", f"{DEEP - 0.008:g} 0 0.05", "room_trim"),
        _free("box", f"{DEEP / 2:g} 0.045 0.03", f"{DEEP / 2:g} {-half - GLASS:g} 0.03", "room_trim"),
        _free("box", f"{DEEP / 2:g} 0.045 0.03", f"{DEEP / 2:g} {-half - GLASS:g} {HIGH}", "room_trim"),
        _free("box", f"0.045 {half:g} 0.03", f"0 0 {HIGH}", "room_trim"),
        _free("box", f"{DEEP / 2:g} 0.006 0.10", f"{DEEP / 2:g} {half - 0.006:g} 1.62", "room_band"),
        _free("box", f"0.006 {half:g} 0.10", f"{DEEP - 0.006:g} 0 1.62", "room_band"),
    ]
    for s in (1.0, -1.0):
        rows.append(_free("box", f"0.05 0.04 {up}", f"0 {s * (door + 0.04):g} {up}", "room_trim"))
        rows.append(_free("box", f"0.045 {side:g} 0.03", f"0 {s * (door + side):g} 0.03", "room_trim"))
    for share in (1.0, 2.0):
        rows.append(_free("box", f"0.035 0.035 {up}", f"{share * DEEP / 3:g} {-half - GLASS:g} {up}", "room_trim"))
    for px, py in ((0.0, -half - GLASS), (DEEP + THICK, -half - GLASS), (0.0, half + THICK)):
        rows.append(_free("box", f"0.05 0.05 {up}", f"{px:g} {py:g} {up}", "room_trim"))
    rows.append(_free("box", f"0.30 {door - 0.02:g} 0.001", "0.75 0 0.001", "room_mat"))
    for k in range(6):
        y = -0.58 + 0.232 * k
        rows.append(_free("box", "0.026 0.05 0.0006", f"0.40 {y:g} 0.0012", "room_hazard", 'euler="0 0 0.7"'))
        rows.append(_free("box", "0.026 0.05 0.0006", f"1.10 {y:g} 0.0012", "room_hazard", 'euler="0 0 0.7"'))
    return rows


def _shelf(name: str, shelf: Shelf) -> list[str]:
    """A shelf with a board for jars; those above and below are less deep, for knees and arms."""
    half = shelf.width / 2.0
    rows = [
        f'<body name="{name}" pos="{shelf.x:g} {shelf.y:g} 0" euler="0 0 {radians(shelf.turned):.6f}">',
        "  " + _solid(
            f"{name}_board", f"{DEPTH / 2:g} {half:g} 0.016", f"{DEPTH / 2:g} 0 {BOARD - 0.016:g}", "room_wood"
        ),
        "  " + _solid(f"{name}_back", f"0.11 {half:g} 0.016", "0.11 0 0.50", "room_wood"),
        "  " + _solid(f"{name}_top", f"0.11 {half:g} 0.016", "0.11 0 1.80", "room_wood"),
        "  " + _free("box", f"0.008 {half:g} 0.022", f"{DEPTH:g} 0 {BOARD - 0.018:g}", "room_edge"),
    ]
    for s in (1.0, -1.0):
        rows.append("  " + _free("box", "0.018 0.018 0.95", f"0.035 {s * (half - 0.05):g} 0.95", "room_frame"))
        rows.append("  " + _free("box", "0.018 0.018 0.58", f"0.205 {s * (half - 0.05):g} 0.58", "room_frame"))
        rows.append("  " + _free(
            "box", "0.18 0.014 0.014", f"0.20 {s * (half - 0.05):g} {BOARD - 0.045:g}", "room_frame")
        )
    seed = sum(map(ord, name))
    for k in range(5):  # boxes and folders at the back of the other boards
        wide, high = 0.06 + 0.03 * ((seed + 3 * k) % 4), 0.07 + 0.025 * ((seed + k * k) % 4)
        colour = ("room_box", "room_teal", "room_grey", "room_box", "room_ink")[(seed + k) % 5]
        y = -half + 0.16 + k * (shelf.width - 0.32) / 4.0
        rows.append("  " + _free("box", f"0.075 {wide:.3f} {high:.3f}", f"0.10 {y:.3f} {0.516 + high:.3f}", colour))
        if k % 2 == seed % 2:
            rows.append("  " + _free(
                "box", f"0.08 {wide:.3f} {high:.3f}", f"0.105 {-y:.3f} {1.816 + high:.3f}", "room_box")
            )
    rows.append("</body>")
    return rows


def _jar(name: str, x: float, y: float) -> list[str]:
    """A jar of 66 mm with a screw lid and trefoils, as the torso's container but heavier. It stands on four feet."""
    inertia = JAR_MASS / 0.5
    rows = [
        f'<body name="{name}" pos="{x:g} {y:g} {BOARD + JAR:g}">',
        f'  <freejoint name="{name}"/>',
        f'  <inertial pos="0 0 -0.006" mass="{JAR_MASS}" diaginertia="{0.00105 * inertia:g} '
        f'{0.00105 * inertia:g} {0.00029 * inertia:g}"/>',
        f'  <geom name="{name}" class="room_touch" type="cylinder" size="0.033 0.0735"/>',
    ]
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        rows.append(
            f'  <geom class="room_touch" type="sphere" size="0.006" pos="{0.024 * dx:g} {0.024 * dy:g} '
            f'-0.0705"/>'
        )
    rows += [
        "  " + _free("cylinder", "0.033 0.0585", "0 0 -0.0165", "room_hazard"),
        "  " + _free("cylinder", "0.0315 0.004", "0 0 0.046", "room_ink"),
        "  " + _free("cylinder", "0.0336 0.0125", "0 0 0.0610", "room_grey"),
        "  " + _free("cylinder", "0.0240 0.0015", "0 0 0.0740", "room_grey"),
        "  " + _free("cylinder", "0.0333 0.003", "0 0 -0.066", "room_grey"),
    ]
    for w, z in ((1.0, 0.0), (0.5, 0.8660254), (0.5, -0.8660254)):
        turned = f'mesh="room_sign" quat="{w} 0 0 {z}"'
        rows.append(f'  <geom class="room_seen" type="mesh" pos="0 0 -0.014" material="room_ink" {turned}/>')
    return [*rows, "</body>"]


def _bin() -> list[str]:
    """A round bin of slabs on a column, open at the top."""
    count = 12
    wall, middle, half = pi * BIN / count, (RIM + BOTTOM) / 2.0, (RIM - BOTTOM) / 2.0
    rows = [
        '<body name="bin" pos="1.8 -1.6 0">',
        f'  <geom name="bin_bottom" class="room_solid" type="cylinder" size="{BIN} 0.012" pos="0 0 '
        f'{BOTTOM}" material="room_grey"/>',
        f'  <geom name="bin_column" class="room_solid" type="cylinder" size="0.05 {BOTTOM / 2:g}" '
        f'pos="0 0 {BOTTOM / 2:g}" material="room_frame"/>',
        '  <geom name="bin_foot" class="room_solid" type="cylinder" size="0.17 0.008" pos="0 0 0.008" '
        'material="room_frame"/>',
        f'  <site name="bin_mouth" pos="0 0 {RIM:g}" size="0.01" group="4"/>',
    ]
    for k in range(count):
        turn = 2.0 * pi * k / count
        x, y = BIN * cos(turn), BIN * sin(turn)
        material = "room_hazard" if k % 2 else "room_ink"
        at = f'pos="{x:.4f} {y:.4f} {middle:g}" euler="0 0 {turn:.5f}"'
        rows.append(
            f'  <geom class="room_solid" type="box" size="0.010 {wall + 0.003:.4f} {half:g}" {at} '
            f'material="room_yellow"/>'
        )
        at = f'pos="{x * 1.02:.4f} {y * 1.02:.4f} {RIM - 0.03:g}" euler="0 0 {turn:.5f}"'
        rows.append(
            f'  <geom class="room_seen" type="box" size="0.010 {wall + 0.004:.4f} 0.032" {at} '
            f'material="{material}"/>'
        )
    return [*rows, "</body>"]


def _trolley() -> list[str]:
    """A trolley in the way."""
    x, y, z = TROLLEY_SIZE
    rows = [
        '<body name="trolley" pos="3.2 0 0">',
        f'  <geom name="trolley" class="room_touch" type="box" size="{x} {y} {z}" pos="0 0 {z}"/>',
        "  " + _free("box", f"{x} {y} 0.016", f"0 0 {2 * z - 0.016:g}", "room_steel"),
        "  " + _free("box", f"{x} {y} 0.016", "0 0 0.22", "room_steel"),
        "  " + _free("box", "0.16 0.11 0.07", f"0.08 0.05 {2 * z + 0.07:g}", "room_box"),
        "  " + _free("cylinder", "0.055 0.09", f"-0.2 -0.08 {2 * z + 0.09:g}", "room_teal"),
        "  " + _free("box", "0.20 0.13 0.10", "0.05 0 0.336", "room_grey"),
    ]
    for sx in (1.0, -1.0):
        for sy in (1.0, -1.0):
            at = f"{sx * (x - 0.02):g} {sy * (y - 0.02):g}"
            rows.append("  " + _free("cylinder", f"0.012 {z - 0.03:g}", f"{at} {z + 0.03:g}", "room_frame"))
            rows.append("  " + _free("sphere", "0.045", f"{at} 0.045", "room_ink"))
    return [*rows, "</body>"]


MATERIALS = {
    "wall": "0.86 0.87 0.86 1", "glass": "0.70 0.84 0.86 0.18", "trim": "0.36 0.41 0.44 1", "band": "0.36 0.62 0.63 1",
    "wood": "0.80 0.74 0.63 1", "edge": "0.62 0.55 0.44 1", "frame": "0.30 0.34 0.37 1", "hazard": "0.95 0.74 0.12 1",
    "yellow": "0.93 0.72 0.16 1", "ink": "0.10 0.11 0.12 1", "grey": "0.42 0.46 0.48 1", "steel": "0.70 0.74 0.76 1",
    "box": "0.72 0.60 0.44 1", "teal": "0.30 0.52 0.54 1", "mat": "0.30 0.34 0.36 1",
}  # fmt: skip


def scene() -> str:
    """The room as MJCF."""
    rows = ['<body name="walls">', *(f"  {row}" for row in _walls()), "</body>"]
    for name, shelf in SHELVES.items():
        rows += _shelf(name, shelf)
    for name, shelf in zip(JARS, SHELVES.values(), strict=True):
        rows += _jar(name, *shelf.at(DEPTH - 0.09, 0.0))
    rows += _bin() + _trolley()
    body = "\n".join(f"    {row}" for row in rows)
    materials = "\n".join(
        f'    <material name="room_{name}" rgba="{rgba}" roughness="0.6"/>' for name, rgba in MATERIALS.items()
    )
    return f"""<mujoco model="biped-room">
  <!-- A room with shelves, jars, one of them radioactive, and a bin. Made by models/biped/make.py: change it there. -->
  <include file="biped-scene.xml"/>
  <compiler angle="radian"/>
  <asset>
{materials}
    <mesh name="room_sign" file="biped-sign.obj" inertia="shell"/>
  </asset>
  <default>
    <default class="room_seen">
      <geom contype="0" conaffinity="0" group="2" mass="0"/>
    </default>
    <default class="room_solid">
      <geom group="2" condim="4" friction="0.6 0.005 0.0001" solref="0.006 1" solimp="0.95 0.99 0.001"/>
    </default>
    <default class="room_touch">
      <geom group="3" condim="4" friction="0.6 0.005 0.0001" solref="0.006 1" solimp="0.95 0.99 0.001"
        rgba="0.8 0.4 0.4 1"/>
    </default>
  </default>
  <worldbody>
    <camera name="above" pos="-2.6 -6.2 5.6" xyaxes="0.776 -0.631 0 0.365 0.449 0.815" fovy="42"/>
{body}
  </worldbody>
</mujoco>
"""


def world() -> dict[str, Any]:
    """The world document."""
    return {
        "format": "pult.world",
        "version": 1,
        "name": "biped-room",
        "base": "biped",
        "title": {"en": "Room with shelves", "ru": "Помещение со стеллажами"},
        "description": {
            "en": "The walking robot before a room: four shelves with jars, one of which is radioactive, and a bin.",
            "ru": "Шагающий робот перед помещением: четыре стеллажа с банками, одна из которых радиоактивна, и бак.",
        },
        "scene": "biped-room.xml",
        "sensors": {
            "meter": {
                "type": "radiation",
                "site": "chest_front",
                "emitters": {"container": STRENGTH * MICROSIEVERT_PER_HOUR},
                "shields": ATTENUATION,
                "background": BACKGROUND * MICROSIEVERT_PER_HOUR,
                "counts": COUNTS,
                "description": {"en": "Radiation meter on the chest", "ru": "Дозиметр на груди"},
            }
        },
    }
