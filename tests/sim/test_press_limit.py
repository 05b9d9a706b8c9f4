"""How much of a pressing tool may lie beyond its force sensor: the closed form against the sampled loop itself."""

import mujoco
import numpy as np
import pytest

from pult.blocks.control.press import PressControl, PressState
from pult.equipment.elements.kinds.contact import Contact
from pult.equipment.elements.model import element_table
from pult.native.library import Compiled
from pult.sim.elements import apply_elements

RADIUS, PUSH, NUDGE = 0.1, 10.0, 1e-7
press_on = Compiled(apply_elements, ", ".join(["float64[:, ::1]"] * 7 + ["float64[::1]"]))
SCENE = """<mujoco><option gravity="0 0 0" timestep="{step!r}"/><worldbody><site name="below"/>
  <body><joint type="slide" axis="0 0 -1"/><geom size="0.01" mass="{driven!r}" contype="0" conaffinity="0"/>
    <body><geom size="0.01" mass="{beyond!r}" contype="0" conaffinity="0"/><site name="sensor"/><site name="above"/></body>
  </body></worldbody><sensor><force site="sensor"/></sensor></mujoco>"""


def grows(share, mass, c, k, kpf, kvf, control, substeps):
    """Whether a nudge of a tool that presses grows: a mass on a slide, a part of it beyond a force sensor.

    The loop is that of a session: the scheme reads what the sensor felt in the last physics step, and the force of the
    drive stays as it is until the next control step.
    """
    scene = SCENE.format(step=control / substeps, driven=mass * (1.0 - share), beyond=mass * share)
    model = mujoco.MjModel.from_xml_string(scene)
    data = mujoco.MjData(model)
    skin = Contact(from_site="above", to_site="below", radii=[RADIUS, RADIUS], stiffness=c, damping=k)
    table, _, _ = element_table(model, {"skin": skin})
    rest, readings, felt, late = -2 * RADIUS + PUSH / c, np.zeros(3), PUSH, 0.0
    data.qpos[0] = rest + NUDGE
    mujoco.mj_step1(model, data)
    for step in range(900):
        rate = float(data.qvel[0])
        force = PressControl.output(
            PressState(), True, PUSH, felt, 0.0, 0.0, rate, mass=mass, kpf=kpf, kvf=kvf, ke=c
        )  # fmt: skip
        for _ in range(substeps):
            data.xfrc_applied[:] = 0.0
            press_on(
                table, data.site_xpos, data.site_xmat, data.xipos, data.cvel, data.subtree_com, data.xfrc_applied,
                readings,
            )  # fmt: skip
            data.qfrc_applied[0] = force
            mujoco.mj_step2(model, data)
            mujoco.mj_step1(model, data)
        felt = -float(data.sensordata[2])
        off = abs(float(data.qpos[0]) - rest)
        if not off < 1e-4:
            return True
        late = max(late, off) if step > 600 else 0.0
    return late > NUDGE


def largest_share(mass, c, k, kpf, kvf, control, substeps):
    """By the closed form: where an oscillation from control step to control step neither grows nor dies out."""
    gain = mass * kpf / c - 1.0
    return (1.0 - 0.5 * control * kvf + (2.0 / substeps - 1.0) * 0.5 * gain * control * k / mass) / gain


@pytest.mark.parametrize(
    "loop",
    [
        (1.0, 7e3, 20.0, 9e4, 600.0, 1e-3, 2),  # as shipped
        (1.0, 7e3, 20.0, 25e4, 286.0, 1e-3, 2),  # with the gains for faster strokes
        (1.0, 4e3, 30.0, 9e4, 600.0, 1e-3, 2),  # on the patient
        (1.3, 4e3, 30.0, 9e4, 400.0, 1e-3, 2),
        (1.0, 7e3, 20.0, 9e4, 600.0, 1e-3, 4),
    ],
)
def test_the_tool_is_stable_up_to_the_share_beyond_the_sensor_of_the_closed_form_within_five_percent(loop):
    share = largest_share(*loop)
    assert not grows(0.95 * share, *loop)
    assert grows(1.05 * share, *loop)


def test_the_shipped_tool_is_far_from_that_limit():
    from pult.world.world import load_world

    model = load_world("massage").model
    beyond, driven = float(model.body("pad").mass[0]), float(model.body("carriage").mass[0])
    share = beyond / (beyond + driven)
    assert share < 0.2 * largest_share(1.0, 7e3, 20.0, 9e4, 600.0, 1e-3, 2)
    assert share < 0.5 * largest_share(1.0, 7e3, 20.0, 25e4, 286.0, 1e-3, 2)
