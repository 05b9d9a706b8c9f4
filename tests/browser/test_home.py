"""The home page: exercises, new ones, robots that are brought in, and finding things."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio

GOOD = """<robot name="pointer">
<link name="base"/>
<link name="arm"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><box size="0.3 0.05 0.05"/></geometry></visual></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1.5" effort="10" velocity="1"/></joint>
<link name="tool"/>
<joint name="tip" type="fixed"><parent link="arm"/><child link="tool"/><origin xyz="0.3 0 0"/></joint></robot>"""
BAD = GOOD.replace('<box size="0.3 0.05 0.05"/>', '<mesh filename="../../../etc/passwd"/>').replace("pointer", "thief")


@pytest.fixture(scope="module")
def studio(own_studio: Studio) -> Studio:
    """One whose project is empty at first."""
    return own_studio


def test_screens_with_nothing_to_show_say_what_to_do(arrive: Callable[..., Person]) -> None:
    page = arrive("/plots").page
    expect(page.get_by_text("No session is running.")).to_be_visible(timeout=acts.SOON)
    page.get_by_test_id("plots-open-exercises").click()
    expect(page.get_by_test_id(f"exercise-{acts.EXERCISE}")).to_be_visible(timeout=acts.SOON)
    page.get_by_role("navigation", name="Workspaces").get_by_role("link", name="Review").click()
    expect(page.get_by_text("No records yet.")).to_be_visible(timeout=acts.SOON)
    page.get_by_role("navigation", name="Workspaces").get_by_role("link", name="Design").click()
    expect(page.get_by_text("You have no schemes of your own yet.")).to_be_visible(timeout=acts.SOON)
    page.goto(page.url.replace("/design", "/nowhere"))
    expect(page.get_by_text("There is no such page.")).to_be_visible(timeout=acts.SOON)


def test_a_robot_is_brought_in_and_a_bad_one_is_refused_with_the_reason(
    arrive: Callable[..., Person], tmp_path: Path
) -> None:
    page = arrive("/").page
    (tmp_path / "pointer.urdf").write_text(GOOD)
    (tmp_path / "thief.urdf").write_text(BAD)
    page.get_by_test_id("import-files").set_input_files(tmp_path / "pointer.urdf")
    made = page.get_by_test_id("imported")
    expect(made).to_contain_text("pointer", timeout=60_000)
    row = made.get_by_role("row").filter(has_text="turn")
    expect(row).to_contain_text("−1.00 … 1.50")
    page.keyboard.press("Escape")
    expect(made).to_have_count(0)

    page.get_by_test_id("import-files").set_input_files(tmp_path / "thief.urdf")
    refusal = page.get_by_role("dialog").get_by_role("alert")
    expect(refusal).to_contain_text("The robot was not imported.", timeout=60_000)
    expect(refusal).to_contain_text("Mesh 'passwd' is missing.")
    page.get_by_role("dialog").get_by_role("button", name="Import without meshes").click()
    expect(made).to_contain_text("thief", timeout=60_000)


def test_an_exercise_made_from_another_stands_in_the_gallery(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    recent = page.get_by_role("region", name="Recent")
    expect(recent).to_be_visible()
    expect(page.get_by_role("group", name="Exercises").get_by_role("button", name=re.compile("^Mine"))).to_have_count(0)
    page.get_by_role("button", name="New exercise").click()
    dialog = page.get_by_role("dialog")
    create = dialog.get_by_role("button", name="Create")
    expect(create).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Based on").select_option(acts.EXERCISE)
    dialog.get_by_label("Name").fill("9 lives")
    expect(create).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Name").fill("my-reach")
    create.click()
    expect(page.get_by_test_id("exercise-my-reach")).to_be_visible(timeout=acts.SOON)
    mine = page.get_by_role("group", name="Exercises").get_by_role("button", name=re.compile("^Mine"))
    mine.click()
    expect(page.get_by_test_id("exercise-my-reach")).to_be_visible()
    expect(page.get_by_test_id(f"exercise-{acts.EXERCISE}")).to_have_count(0)

    # a second of the same name is refused, and the message says so
    page.get_by_role("button", name="New exercise").click()
    dialog.get_by_label("Name").fill("my-reach")
    create.click()
    expect(dialog).to_contain_text("my-reach", timeout=acts.SOON)
    expect(dialog.get_by_label("Name")).to_have_attribute("aria-invalid", "true", timeout=acts.SOON)
    page.keyboard.press("Escape")


def test_anything_is_found_by_ctrl_k(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    expect(page.get_by_test_id(f"exercise-{acts.EXERCISE}")).to_be_visible(timeout=acts.SOON)
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Find anything")
    field.fill("no such thing anywhere")
    expect(page.get_by_role("dialog")).to_contain_text("Nothing found")
    field.fill("keep to")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_contain_text("Keep to the line")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/operate/two-link-line"), timeout=acts.SOON)
    expect(page.get_by_test_id("operate")).to_be_visible(timeout=acts.SOON)
    acts.end_sessions(page)
