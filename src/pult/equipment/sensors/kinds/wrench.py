"""Force and moment through a body: together a six-axis sensor."""

import mujoco

from pult.equipment.sensors.site import SiteSensor


class ForceSensor(SiteSensor, frozen=True, kw_only=True, tag_field="type", tag="force"):
    """Force through the body of a site, in the site's axes [N].

    What the side nearer to the root exerts on the site's body and everything beyond it. With the sensor's body
    between arm and hand, the reading is the force that hand and sensor apply to their surroundings, plus what
    carries and accelerates their own mass: pressing down on a table reads negative along an upward axis, less the
    weight of the hand, which reads positive. 'moment' has the same sign.
    """

    unit = "N"
    mujoco_type = mujoco.mjtSensor.mjSENS_FORCE


class MomentSensor(SiteSensor, frozen=True, kw_only=True, tag_field="type", tag="moment"):
    """Moment through the body of a site, about the site and in its axes [N*m]; its sign is that of 'force'."""

    unit = "N*m"
    mujoco_type = mujoco.mjtSensor.mjSENS_TORQUE
