"""What the scripts of `models` write is what is shipped: nobody has changed one without the other."""

import json
from pathlib import Path

import pytest
from models.airlock import make as airlock
from models.arms import make as arms
from models.biped import make as biped
from models.mango import make as mango
from models.massage import make as pm01
from models.massage import make_patient, make_schemes
from models.prm1 import contact_panel, contact_scheme, make_door, make_key, make_key_scheme
from models.prm1 import make as prm1
from models.prm1 import make_schemes as prm1_schemes
from models.snakeman import make as snakeman

from pult.core.shipped import catalog
from pult.scheme.document import format_scheme, read_scheme_document

MASSAGE = catalog() / "massage"


def shipped(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", airlock.make())
def test_the_airlock_is_what_its_script_writes(name):
    assert airlock.make()[name] == shipped(catalog() / "airlock" / name)


@pytest.mark.parametrize("arm", arms.ARMS, ids=lambda arm: arm.name)
def test_the_arms_on_a_floor_are_what_their_script_writes(arm):
    for name, text in arms.documents(arm).items():
        assert text == shipped(catalog() / "arms" / name), name


def test_the_patient_is_what_its_script_writes():
    assert make_patient.document() == shipped(MASSAGE / "massage-patient.world.json")
    assert make_patient.scene() == shipped(MASSAGE / "massage-patient.xml")


def test_the_massage_robot_is_what_its_script_writes():
    assert pm01.model() == shipped(MASSAGE / "pm01.xml")
    document = pm01.document(pm01.home(MASSAGE / "pm01.xml"))
    assert json.dumps(document, indent=2, ensure_ascii=False) + "\n" == shipped(MASSAGE / "pm01.robot.json")


@pytest.mark.parametrize("force", [False, True])
def test_the_massage_schemes_are_what_their_script_writes(force):
    made = make_schemes.scheme(force)
    text = format_scheme(read_scheme_document(made)[0])
    assert text == shipped(MASSAGE / f"{made['name']}.scheme.json")


def test_mango_is_what_its_script_writes():
    for path, content in mango.make().items():
        assert content.decode() == shipped(catalog() / path), path


@pytest.mark.parametrize("name", snakeman.documents())
def test_the_arm_of_many_links_is_what_its_script_writes(name):
    assert snakeman.documents()[name].decode() == shipped(catalog() / "snakeman" / name)


@pytest.mark.parametrize("script", [prm1, prm1_schemes, make_door, contact_panel, contact_scheme])
def test_the_mobile_manipulator_its_schemes_and_door_are_what_their_scripts_write(script):
    for path, text in script.make().items():
        assert text == shipped(catalog() / (path if "/" in path else f"prm1/{path}")), path


@pytest.mark.parametrize("name", make_key.make())
def test_lock_and_key_are_what_their_script_writes(name):
    assert make_key.make()[name] == (catalog() / "prm1" / name).read_bytes()


def test_the_scheme_of_the_key_is_what_its_script_writes():
    assert make_key_scheme.make() == shipped(catalog() / "prm1" / "prm1-key.scheme.json")
def test_the_biped_is_what_its_script_writes():
    for name, content in biped.make().items():
        if not name.endswith(".msh"):  # the last bits of meshes depend on the machine
            assert content.decode() == shipped(catalog() / "biped" / name), name


def test_the_biped_stands_with_its_mass_where_it_should():
    # the mass comes down as the knees bend; each look makes the whole model, and `knee_angle` looks thirty times
    above, below = (biped.height_of_mass(biped.KNEE + by) for by in (-1e-3, 1e-3))
    assert above > biped.HEIGHT_OF_MASS > below
