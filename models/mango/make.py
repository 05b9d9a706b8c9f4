"""Makes robot, worlds and schemes of ManGo: `python -m models.mango.make` in the root.

The robot is that of the usual design; panel, exercises and pictures are written by hand or by other scripts.
"""

from pathlib import Path

from pult.makers.mango.course import course
from pult.makers.mango.documents import robot_files, scheme_files, world_files
from pult.makers.mango.layout import Layout, Load
from pult.makers.mango.scheme import ALL_INTEGRATE, NO_FEEDBACK
from pult.motion.carry.design import ArmDesign, design_arm

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/mango"
ARM = design_arm(ArmDesign())
ONE = Layout(arms=1, load=Load(mass=0.0))
PAIR = Layout(arms=2)
TRIO = Layout(arms=3, load=Load(mass=2.5, radius=0.17))
WORDS = {
    "mango": (
        {"en": "ManGo: one arm", "ru": "ManGo: одна рука"},
        {"en": "One planar arm with two pneumatic cylinders.", "ru": "Плоская рука с двумя пневмоцилиндрами."},
    ),
    "mango-pair": (
        {"en": "ManGo: two arms and a bar", "ru": "ManGo: две руки и брус"},
        {
            "en": "Two planar arms hold a bar by pins; it glides on an air cushion.",
            "ru": "Две плоские руки держат брус на пальцах; он скользит на воздушной подушке.",
        },
    ),
    "mango-carry": (
        {"en": "ManGo: line, gate and mark", "ru": "ManGo: линия, ворота и отметка"},
        {
            "en": "Two planar arms hold a bar by pins, on a table with a line, a gate and a mark.",
            "ru": "Две плоские руки держат брус на пальцах, на столе линия, ворота и отметка.",
        },
    ),
    "mango-trio": (
        {"en": "ManGo: three arms and a disc", "ru": "ManGo: три руки и диск"},
        {
            "en": "Three planar arms hold a disc by pins; it glides on an air cushion.",
            "ru": "Три плоские руки держат диск на пальцах; он скользит на воздушной подушке.",
        },
    ),
}


def make() -> dict[str, bytes]:
    """All files by name."""
    return {
        **robot_files(ARM, "mango", ONE.reach),
        **world_files(ARM, ONE, "mango", "mango", WORDS["mango"]),
        **world_files(ARM, PAIR, "mango-pair", "mango", WORDS["mango-pair"]),
        **world_files(ARM, PAIR, "mango-carry", "mango", WORDS["mango-carry"], course=course(PAIR)),
        **world_files(ARM, TRIO, "mango-trio", "mango", WORDS["mango-trio"]),
        **scheme_files(ARM, ONE, "mango"),
        **scheme_files(ARM, PAIR, "mango-pair"),
        **scheme_files(ARM, PAIR, "mango-each-arm", ALL_INTEGRATE),
        **scheme_files(ARM, PAIR, "mango-no-feedback", NO_FEEDBACK),
        **scheme_files(ARM, TRIO, "mango-trio"),
        **scheme_files(ARM, ONE, "mango-path", automatic=True),
        **scheme_files(ARM, PAIR, "mango-pair-path", automatic=True),
        **scheme_files(ARM, TRIO, "mango-trio-path", automatic=True),
    }


def main() -> None:
    """Write them."""
    FOLDER.mkdir(exist_ok=True)
    for name, content in make().items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
