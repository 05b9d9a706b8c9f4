"""Sensors of a robot or a world, as documents.

A sensor gives a scalar or a vector once a control step. What it reads of the simulated world passes through its
imperfections in this order:

    true value -> delay -> bias -> noise -> saturation -> quantisation

All are off unless they are given. Sensors of position and speed show the state at the end of the control step;
those of force, torque, contact force and acceleration what acted in its last physics substep.
"""

from typing import Annotated

from msgspec import Meta

from pult.core.document import Part, Text

_SUBTREES = (
    "Each body stands for all bodies that hang on it, too; 'world' for what is fixed to the world itself. "
    "One value for both bodies, or one for each."
)
Limits = Annotated[list[float], Meta(min_length=2, max_length=2)]


class _Common(Part, frozen=True, kw_only=True, tag_field="type"):
    """What every sensor has."""

    description: Annotated[Text, Meta(description="One line for people.")] = ""
    delay: Annotated[float, Meta(description="Delay [s], rounded to whole control steps.")] = 0.0


class _Measuring(_Common, frozen=True, kw_only=True):
    """What every sensor of a quantity has. All in the unit of the quantity."""

    noise: Annotated[
        float | list[float],
        Meta(description="Standard deviation of white Gaussian noise; one number, or one for each entry."),
    ] = 0.0
    bias: Annotated[float | list[float], Meta(description="Constant error; one number, or one for each entry.")] = 0.0
    resolution: Annotated[float, Meta(description="Step of the readings (half to even); 0: none.")] = 0.0
    range: Annotated[Limits | None, Meta(description="Lowest and highest reading; none if left out.")] = None


class _OfJoints(_Measuring, frozen=True, kw_only=True):
    joints: Annotated[
        str | list[str],
        Meta(description="Joints, all turning or all sliding: a list for a vector, a name alone for a scalar."),
    ]


class _AtSite(_Measuring, frozen=True, kw_only=True):
    site: Annotated[str, Meta(description="Site of the model that it sits at and whose axes it has.")]


class _OfFrame(_Measuring, frozen=True, kw_only=True):
    frame: Annotated[str, Meta(description="Site or body that is measured; the site if both bear the name.")]
    base: Annotated[str, Meta(description="Site or body in whose frame it is given; the world's if left out.")] = ""


class AngleSensor(_OfJoints, frozen=True, kw_only=True, tag="angle"):
    """Angles of turning joints [rad], or positions of sliding ones [m]."""


class SpeedSensor(_OfJoints, frozen=True, kw_only=True, tag="speed"):
    """Speeds of joints [rad/s or m/s]."""


class TorqueSensor(_OfJoints, frozen=True, kw_only=True, tag="torque"):
    """Load torques of joints about their axes [N*m], or forces of sliding ones along them [N].

    The torque tau_c that the shaft passes on to the link, after the rotor's inertia I (the joint's 'armature') and
    all that brakes the joint itself, tau_f (damping, dry friction, stops):

        I dw/dt = tau_e - tau_f - tau_c

    with the torque tau_e of the drive. It is positive where the shaft urges the link on in the joint's positive
    sense: what holds an arm up against gravity, or presses it against an obstacle. Torque that tendons, equality
    constraints between joints, springs of the joint or 'gravcomp' of bodies pass on counts as the shaft's.
    """


class ForceSensor(_AtSite, frozen=True, kw_only=True, tag="force"):
    """Force through the body of a site, in the site's axes [N].

    What the side nearer to the root exerts on the site's body and everything beyond it. With the sensor's body
    between arm and hand, the reading is the force that hand and sensor apply to their surroundings, plus what
    carries and accelerates their own mass: pressing down on a table reads negative along an upward axis, less the
    weight of the hand, which reads positive. 'moment' has the same sign.
    """


class MomentSensor(_AtSite, frozen=True, kw_only=True, tag="moment"):
    """Moment through the body of a site, about the site and in its axes [N*m]; its sign is that of 'force'."""


class PositionSensor(_OfFrame, frozen=True, kw_only=True, tag="position"):
    """Position of a frame [m]."""


class OrientationSensor(_OfFrame, frozen=True, kw_only=True, tag="orientation"):
    """Orientation of a frame as a quaternion (w, x, y, z). Noise and bias act on its four numbers, and it is not
    made a unit quaternion again: a rotation made from it has to do that.
    """


class VelocitySensor(_OfFrame, frozen=True, kw_only=True, tag="velocity"):
    """Velocity of a frame's origin [m/s]: how fast its position in the base changes, in the base's axes."""


class AngularVelocitySensor(_OfFrame, frozen=True, kw_only=True, tag="angular_velocity"):
    """Angular velocity of a frame relative to the base, in the base's axes [rad/s]."""


class ContactSensor(_Common, frozen=True, kw_only=True, tag="contact"):
    """Whether a body touched another in any physics substep of the control step. It has no noise.

    Shapes with a 'margin' touch as soon as they come within it.
    """

    bodies: Annotated[list[str], Meta(description="Two bodies, or one that may touch anything.")]
    subtrees: Annotated[bool | list[bool], Meta(description=_SUBTREES)] = False


class ContactForceSensor(_Measuring, frozen=True, kw_only=True, tag="contact_force"):
    """Size of the net contact force between bodies [N], the largest over the physics substeps."""

    bodies: Annotated[list[str], Meta(description="Two bodies, or one that may touch anything.")]
    subtrees: Annotated[bool | list[bool], Meta(description=_SUBTREES)] = False


class Accelerometer(_AtSite, frozen=True, kw_only=True, tag="accelerometer"):
    """Acceleration of a site less that of gravity, in its axes [m/s^2]: 9.81 upwards at rest, 0 in free fall."""


class Gyro(_AtSite, frozen=True, kw_only=True, tag="gyro"):
    """Angular velocity of a site in its own axes [rad/s]."""


class RangeFinder(_AtSite, frozen=True, kw_only=True, tag="range"):
    """Distance from a site along its z axis to the nearest surface [m]; its own body is not seen."""

    far: Annotated[float, Meta(description="Reach of the beam [m], and its reading where nothing is hit.")] = 10.0


class CentreOfMassSensor(_Measuring, frozen=True, kw_only=True, tag="com"):
    """Centre of mass of a body and all that hangs on it, in the world [m]."""

    body: Annotated[str, Meta(description="The first body.")]


class ZeroMomentPointSensor(_Measuring, frozen=True, kw_only=True, tag="zmp"):
    """Zero moment point: where on the ground the horizontal moment of all forces on the feet vanishes [m].

    For forces F_i at points P_i with moments T_i, the point (x, y, h) with

        x = sum(P_x F_z - (P_z - h) F_x - T_y) / sum(F_z)
        y = sum(P_y F_z - (P_z - h) F_y + T_x) / sum(F_z)

    While the feet carry less than 'least' it keeps its last value, (0, 0, h) before the first step. Imperfections
    act on x and y.
    """

    feet: Annotated[list[str], Meta(description="Bodies of the feet; each with all bodies that hang on it.")]
    ground: Annotated[str, Meta(description="Body they stand on; anything they touch if left out.")] = ""
    height: Annotated[float, Meta(description="Height h of the ground in the world [m].")] = 0.0
    least: Annotated[float, Meta(description="Least upward force on the feet [N].")] = 1.0


Sensor = (
    AngleSensor
    | SpeedSensor
    | TorqueSensor
    | ForceSensor
    | MomentSensor
    | PositionSensor
    | OrientationSensor
    | VelocitySensor
    | AngularVelocitySensor
    | ContactSensor
    | ContactForceSensor
    | Accelerometer
    | Gyro
    | RangeFinder
    | CentreOfMassSensor
    | ZeroMomentPointSensor
)
"""Any sensor, discriminated by 'type'."""

JointSensor = AngleSensor | SpeedSensor | TorqueSensor
FrameSensor = PositionSensor | OrientationSensor | VelocitySensor | AngularVelocitySensor
SiteSensor = ForceSensor | MomentSensor | Accelerometer | Gyro | RangeFinder


def joints_of(sensor: JointSensor) -> list[str]:
    """Names of the joints of a sensor."""
    return [sensor.joints] if isinstance(sensor.joints, str) else sensor.joints


def includes_subtree(sensor: ContactSensor | ContactForceSensor) -> tuple[bool, bool]:
    """Whether each body of a contact stands for all bodies that hang on it, too."""
    given = sensor.subtrees
    return (given[0], given[-1]) if isinstance(given, list) else (given, given)


def piece_names(name: str, sensor: Sensor) -> list[str]:
    """Names of the MuJoCo sensors that make up a sensor: its own, or one for each joint or foot."""
    match sensor:
        case AngleSensor() | SpeedSensor() | TorqueSensor():
            return [f"{name}[{joint}]" for joint in joints_of(sensor)]
        case ZeroMomentPointSensor():
            return [f"{name}[{foot}]" for foot in sensor.feet]
        case _:
            return [name]


def labels_of(sensor: Sensor) -> tuple[str, ...]:
    """Names of the entries of a sensor's vector; none for a scalar."""
    match sensor:
        case AngleSensor() | SpeedSensor() | TorqueSensor():
            return () if isinstance(sensor.joints, str) else tuple(sensor.joints)
        case ContactSensor() | ContactForceSensor() | RangeFinder():
            return ()
        case OrientationSensor():
            return ("w", "x", "y", "z")
        case _:
            return ("x", "y", "z")
