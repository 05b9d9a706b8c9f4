"""Inertial sensors: acceleration and angular velocity in axes that move along."""

import mujoco

from pult.equipment.sensors.site import SiteSensor


class Accelerometer(SiteSensor, frozen=True, kw_only=True, tag_field="type", tag="accelerometer"):
    """Acceleration of a site less that of gravity, in its axes [m/s^2]: 9.81 upwards at rest, 0 in free fall."""

    unit = "m/s^2"
    mujoco_type = mujoco.mjtSensor.mjSENS_ACCELEROMETER


class Gyro(SiteSensor, frozen=True, kw_only=True, tag_field="type", tag="gyro"):
    """Angular velocity of a site in its own axes [rad/s]."""

    unit = "rad/s"
    mujoco_type = mujoco.mjtSensor.mjSENS_GYRO
