"""A robot of one's own in a real browser: from its files to driving, by what a new user reads on the page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person
from tests.importing.samples import stl

LONG = 120_000
"""Longest time until a robot is read or made [ms]."""
LINK = """<link name="{name}"><inertial><origin xyz="0 0 0.1"/><mass value="{mass}"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><mesh filename="package://my_arm/meshes/link.stl"/></geometry></visual></link>"""
JOINT = """<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/><origin xyz="0 0 {up}"/><axis xyz="{axis}"/>
<limit lower="-2" upper="2" effort="40" velocity="2"/></joint>"""
CHAIN = [("pan", "base", "upper", 0.1, "0 0 1"), ("lift", "upper", "fore", 0.25, "0 1 0"), ("elbow", "fore", "wrist", 0.25, "0 1 0"), ("twist", "wrist", "tool", 0.15, "1 0 0")]
GRIPPER = """<mujoco model="two fingers"><compiler angle="radian"/><worldbody><body name="palm" pos="0 0 .05"><geom type="box" size=".04 .03 .02"/>
<body name="left" pos="-.03 0 .02"><joint name="left_joint" axis="0 1 0" range="0 .7" damping=".02" armature=".001"/><geom type="capsule" size=".008" fromto="0 0 0 -.01 0 .08"/></body>
<body name="right" pos=".03 0 .02"><joint name="right_joint" axis="0 1 0" range="-.7 0" damping=".02" armature=".001"/><geom type="capsule" size=".008" fromto="0 0 0 .01 0 .08"/></body></body></worldbody>
<equality><joint joint1="right_joint" joint2="left_joint" polycoef="0 -1 0 0 0"/></equality>
<tendon><fixed name="split"><joint joint="left_joint" coef=".5"/><joint joint="right_joint" coef="-.5"/></fixed></tendon>
<actuator><position name="fingers" tendon="split" kp="20" ctrlrange="0 .7" forcerange="-5 5"/></actuator></mujoco>"""


def arm_package(folder: Path) -> Path:
    """A ROS package with an arm of four joints whose meshes are named by the package."""
    home = folder / "my_arm"
    (home / "urdf").mkdir(parents=True)
    (home / "meshes").mkdir()
    (home / "package.xml").write_text("<package><name>my_arm</name></package>")
    (home / "meshes" / "link.stl").write_bytes(stl())
    links = "".join(LINK.format(name=name, mass=mass) for name, mass in (("base", 4), ("upper", 2), ("fore", 1.5), ("wrist", 0.7), ("tool", 0.2)))
    joints = "".join(JOINT.format(name=name, parent=parent, child=child, up=up, axis=axis) for name, parent, child, up, axis in CHAIN)
    (home / "urdf" / "my_arm.urdf").write_text(f'<robot name="my_arm">{links}{joints}</robot>')
    return home


class Newcomer:
    """Somebody who presses what the page says, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def press(self, label: str) -> None:
        self.clicks += 1
        self.page.get_by_role("button", name=label, exact=True).first.click()

    def give(self, label: str, files: Path | list[Path]) -> None:
        with self.page.expect_file_chooser() as chooser:
            self.press(label)
        chooser.value.set_files([str(file) for file in files] if isinstance(files, list) else str(files))


def bring(person: Newcomer, label: str, files: Path | list[Path]) -> None:
    person.press("Choose files")
    expect(person.page.get_by_role("heading", name="Your own robot")).to_be_visible(timeout=acts.SOON)
    person.give(label, files)


def test_what_is_missing_is_asked_for_and_a_robot_is_made_and_stands_at_home(arrive: Callable[..., Person], tmp_path: Path) -> None:
    page = arrive("/").page
    person, home = Newcomer(page), arm_package(tmp_path)
    bring(person, "Choose files", [home / "urdf" / "my_arm.urdf"])
    expect(page.get_by_role("heading", name="1 mesh is missing")).to_be_visible(timeout=LONG)
    person.give("Add files", [home / "meshes" / "link.stl"])

    # the robot is shown; its range is corrected and its home pose moved
    expect(page.get_by_text("5 bodies, 4 joints")).to_be_visible(timeout=LONG)
    page.get_by_label("Name", exact=True).fill("Моя рука")
    page.get_by_label("Upper end of elbow").fill("90")
    page.get_by_label("Upper end of elbow").press("Enter")
    page.get_by_label("Home of lift").fill("0.5")
    person.press("Drive it now")
    expect(page).to_have_url(re.compile(r"/operate/Moya-ruka\?"), timeout=LONG)
    assert person.clicks <= 10

    page.goto(page.url.split("/operate")[0] + "/")
    expect(page.get_by_role("heading", name="My robots")).to_be_visible(timeout=acts.SOON)
    expect(page.get_by_role("button", name="Drive Моя рука")).to_be_visible()


def driving(person: Newcomer, name: str) -> None:
    """Start what is open, as soon as it may be."""
    expect(person.page).to_have_url(re.compile(rf"/operate/{name}\?session="), timeout=LONG)
    expect(person.page.get_by_role("button", name="Start", exact=True)).to_be_enabled(timeout=acts.READY)
    person.press("Start")
    expect(person.page.get_by_role("button", name="Pause", exact=True)).to_be_visible(timeout=acts.SOON)


@pytest.mark.validate
def test_a_urdf_arm_of_a_ros_package_is_driven_after_ten_clicks_at_most(arrive: Callable[..., Person], tmp_path: Path) -> None:
    page = arrive("/", witness=True).page
    person = Newcomer(page)
    bring(person, "Choose a folder", arm_package(tmp_path))
    expect(page.get_by_text("5 bodies, 4 joints")).to_be_visible(timeout=LONG)
    person.press("Drive it now")
    driving(person, "my_arm")
    assert person.clicks <= 10
    before = page.evaluate("window.witness.poses.tool")
    page.keyboard.down("ArrowUp")
    acts.until(page, lambda: abs(page.evaluate("window.witness.poses.tool")[0] - before[0]) > 0.02, "the tool goes forward")
    page.keyboard.up("ArrowUp")


@pytest.mark.validate
def test_a_gripper_with_a_linkage_is_closed_after_ten_clicks_at_most(arrive: Callable[..., Person], tmp_path: Path) -> None:
    (tmp_path / "gripper.xml").write_text(GRIPPER)
    page = arrive("/", witness=True).page
    person = Newcomer(page)
    bring(person, "Choose files", [tmp_path / "gripper.xml"])
    expect(page.get_by_text("follows left_joint")).to_be_visible(timeout=LONG)
    person.press("Drive it now")
    driving(person, "two-fingers")
    assert person.clicks <= 10
    page.get_by_label("fingers", exact=True).fill("1")
    turned = "2 * Math.asin(Math.abs(window.witness.turns.right[2]))"
    acts.until(page, lambda: page.evaluate(turned) > 0.5, "the other finger follows")
