"""Makes robot, worlds and schemes of ManGo: `python -m models.mango.make` in the root.

The robot is that of the usual design; panel, exercises and pictures are written by hand or by other scripts.
"""

from pathlib import Path

from models.mango.sharing import Library

from pult.makers.mango.course import course
from pult.makers.mango.documents import robot_files, scheme_files, world_files
from pult.makers.mango.layout import Layout, Load
from pult.makers.mango.scheme import ALL_INTEGRATE, COORDINATED, NO_FEEDBACK
from pult.motion.carry.design import ArmDesign, design_arm

CATALOG = Path(__file__).resolve().parents[2] / "src/pult/catalog"
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


SCHEMES = (
    ("mango", ONE, COORDINATED, False),
    ("mango-pair", PAIR, COORDINATED, False),
    ("mango-each-arm", PAIR, ALL_INTEGRATE, False),
    ("mango-no-feedback", PAIR, NO_FEEDBACK, False),
    ("mango-trio", TRIO, COORDINATED, False),
    ("mango-path", ONE, COORDINATED, True),
    ("mango-pair-path", PAIR, COORDINATED, True),
    ("mango-trio-path", TRIO, COORDINATED, True),
)
"""Name, arms, law, and whether the body goes along a path by itself."""


def make() -> dict[str, bytes]:
    """All files by their paths in the catalog."""
    library = Library()
    files = {
        **robot_files(ARM, "mango", ONE.reach),
        **world_files(ARM, ONE, "mango", "mango", WORDS["mango"]),
        **world_files(ARM, PAIR, "mango-pair", "mango", WORDS["mango-pair"]),
        **world_files(ARM, PAIR, "mango-carry", "mango", WORDS["mango-carry"], course=course(PAIR)),
        **world_files(ARM, TRIO, "mango-trio", "mango", WORDS["mango-trio"]),
    }
    for name, layout, law, automatic in SCHEMES:
        [(file, content)] = scheme_files(ARM, layout, name, law, automatic).items()
        files[file] = library.share(content, layout.arms)
    own = {f"mango/{name}": content for name, content in files.items()}
    return own | {f"library/{name}": content for name, content in library.files().items()}


def main() -> None:
    """Write them."""
    for path, content in make().items():
        (CATALOG / path).parent.mkdir(exist_ok=True)
        (CATALOG / path).write_bytes(content)


if __name__ == "__main__":
    main()
