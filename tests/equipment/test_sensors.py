"""Sensors as documents, on models, and as channels of a compiled world."""

import mujoco
import numpy as np
import pytest

from pult.core.document import Part, decode
from pult.core.errors import UsageError
from pult.core.units import parse_unit
from pult.equipment.sensors import mujoco_sensors
from pult.equipment.sensors.kinds.centre_of_mass import CentreOfMassSensor
from pult.equipment.sensors.kinds.contact import ContactForceSensor, ContactSensor
from pult.equipment.sensors.kinds.frames import OrientationSensor, PositionSensor, VelocitySensor
from pult.equipment.sensors.kinds.inertial import Accelerometer, Gyro
from pult.equipment.sensors.kinds.joints import AngleSensor, SpeedSensor, TorqueSensor
from pult.equipment.sensors.kinds.range_finder import RangeFinder
from pult.equipment.sensors.kinds.wrench import ForceSensor, MomentSensor
from pult.equipment.sensors.kinds.zero_moment_point import ZeroMomentPointSensor
from pult.equipment.sensors.model import Sensor, add_sensors, sensor_table

ARM = """<mujoco model="arm"><worldbody>
<body name="base"><body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0"/><geom name="g1" size="0.1"/>
<body name="lower" pos="0.5 0 0"><joint name="elbow" axis="0 1 0"/><geom size="0.1"/>
<body name="hand" pos="0.5 0 0"><joint name="grip" type="slide"/><geom size="0.1"/><site name="wrist"/><site name="hand"/>
</body></body></body></body>
<body name="ball" pos="2 0 0"><joint name="socket" type="ball"/><geom size="0.1"/></body>
<body name="eye" pos="3 0 0"><joint name="pan" axis="0 0 1"/><joint name="tilt" axis="0 1 0"/><geom size="0.1"/></body>
<body name="table" pos="4 0 0"><joint name="tx" type="slide" axis="1 0 0"/><joint name="ty" type="slide" axis="0 1 0"/><geom size="0.1"/></body>
</worldbody>
<sensor><jointpos name="own" joint="elbow" noise="0.2"/><framequat name="turn" objtype="body" objname="hand"/><clock/></sensor>
</mujoco>"""


class Document(Part, frozen=True):
    sensors: dict[str, Sensor] = {}


def arm():
    return mujoco.MjSpec.from_string(ARM)


def faults_of(**sensors):
    return [(fault.place, fault.code) for fault in add_sensors(arm(), sensors, "sensors")]


EXAMPLES = {
    "angles": ({"type": "angle", "joints": ["shoulder", "elbow"]}, "rad", ("shoulder", "elbow"), "number"),
    "angle": ({"type": "angle", "joints": "elbow"}, "rad", (), "number"),
    "grip": ({"type": "angle", "joints": ["grip"]}, "m", ("grip",), "number"),
    "speeds": ({"type": "speed", "joints": ["shoulder"]}, "rad/s", ("shoulder",), "number"),
    "grip_speed": ({"type": "speed", "joints": "grip"}, "m/s", (), "number"),
    "torques": ({"type": "torque", "joints": ["elbow", "shoulder"]}, "N*m", ("elbow", "shoulder"), "number"),
    "grip_force": ({"type": "torque", "joints": "grip"}, "N", (), "number"),
    "force": ({"type": "force", "site": "wrist"}, "N", ("x", "y", "z"), "number"),
    "moment": ({"type": "moment", "site": "wrist"}, "N*m", ("x", "y", "z"), "number"),
    "place": ({"type": "position", "frame": "hand", "base": "base"}, "m", ("x", "y", "z"), "number"),
    "attitude": ({"type": "orientation", "frame": "hand"}, "1", ("w", "x", "y", "z"), "number"),
    "velocity": ({"type": "velocity", "frame": "wrist"}, "m/s", ("x", "y", "z"), "number"),
    "spin": ({"type": "angular_velocity", "frame": "upper", "base": "wrist"}, "rad/s", ("x", "y", "z"), "number"),
    "touch": ({"type": "contact", "bodies": ["hand", "world"]}, "1", (), "boolean"),
    "press": ({"type": "contact_force", "bodies": ["hand"], "subtrees": True}, "N", (), "number"),
    "imu": ({"type": "accelerometer", "site": "wrist"}, "m/s^2", ("x", "y", "z"), "number"),
    "gyro": ({"type": "gyro", "site": "wrist"}, "rad/s", ("x", "y", "z"), "number"),
    "range": ({"type": "range", "site": "wrist"}, "m", (), "number"),
    "com": ({"type": "com", "body": "base"}, "m", ("x", "y", "z"), "number"),
    "zmp": ({"type": "zmp", "feet": ["hand", "ball"]}, "m", ("x", "y", "z"), "number"),
    "dose": ({"type": "radiation", "site": "wrist", "emitters": {"ball": 1e-8}}, "Sv/s", (), "number"),
}


def examples():
    document, faults = decode(Document, {"sensors": {name: given[0] for name, given in EXAMPLES.items()}})
    assert faults == []
    return document.sensors


def test_every_kind_becomes_a_channel_with_its_unit_shape_and_labels():
    sensors = examples()
    spec = arm()
    assert add_sensors(spec, sensors, "sensors") == []
    table = sensor_table(spec.compile(), [("", sensors)], 0.01)
    stop = 0
    for name, (_, unit, labels, kind) in EXAMPLES.items():
        channel = table.channels[name]
        assert (channel.unit, channel.labels, channel.kind) == (unit, labels, kind)
        assert channel.shape == ((len(labels),) if labels else ())
        assert channel.start == stop
        parse_unit(channel.unit)
        stop = channel.stop
    assert table.table.shape[0] == table.channels.size


def test_faults_of_documents_are_those_of_the_right_kind():
    data = {"sensors": {"a": {"type": "angel"}, "b": {"type": "contact", "bodies": ["x"], "noise": 1}}}
    _, faults = decode(Document, data)
    assert [(fault.place, fault.code) for fault in faults] == [
        ("sensors.a.type", "bad-choice"),
        ("sensors.b.noise", "unknown-key"),  # a boolean has no noise
    ]
    assert "'angle'" in faults[0].message


def test_all_unknown_names_are_told_at_once_with_advice():
    spec = arm()
    sensors = {
        "angles": AngleSensor(joints=["shoulder", "elbo"]),
        "one": SpeedSensor(joints="nothing"),
        "force": ForceSensor(site="wirst"),
        "place": PositionSensor(frame="hnad", base="bse"),
        "touch": ContactSensor(bodies=["hand", "wrld"]),
        "com": CentreOfMassSensor(body="torso"),
        "zmp": ZeroMomentPointSensor(feet=["hand", "foot"], ground="floor"),
    }
    faults = add_sensors(spec, sensors, "sensors")
    assert [fault.place for fault in faults] == [
        "sensors.angles.joints[1]",
        "sensors.one.joints",
        "sensors.force.site",
        "sensors.place.frame",
        "sensors.place.base",
        "sensors.touch.bodies[1]",
        "sensors.com.body",
        "sensors.zmp.feet[1]",
        "sensors.zmp.ground",
    ]
    assert {fault.code for fault in faults} == {"unknown-name"}
    assert "Did you mean 'elbow'?" in faults[0].message
    assert "Did you mean 'wrist'?" in faults[2].message
    assert len(spec.sensors) == 3  # the model is left as it was


def test_numbers_out_of_range_are_told_at_once():
    bad = AngleSensor(joints="elbow", noise=-1.0, bias=[1.0], resolution=-0.1, delay=-1.0, range=[1.0, 1.0])
    assert faults_of(a=bad, far=RangeFinder(site="wrist", far=0.0)) == [
        ("sensors.a.delay", "out-of-range"),
        ("sensors.a.bias", "bad-shape"),
        ("sensors.a.noise", "out-of-range"),
        ("sensors.a.resolution", "out-of-range"),
        ("sensors.a.range", "out-of-range"),
        ("sensors.far.far", "out-of-range"),
    ]
    assert faults_of(a=Gyro(site="wrist", noise=[1.0, 2.0], delay=1e6)) == [
        ("sensors.a.delay", "out-of-range"),
        ("sensors.a.noise", "bad-shape"),
    ]
    assert faults_of(z=ZeroMomentPointSensor(feet=["hand"], least=0.0, bias=[0.0, 0.0])) == [
        ("sensors.z.least", "out-of-range")
    ]


@pytest.mark.parametrize(
    ("sensor", "place", "code"),
    [
        (AngleSensor(joints=["elbow", "elbow"]), "joints[1]", "duplicate-name"),
        (AngleSensor(joints=[]), "joints", "bad-shape"),
        (AngleSensor(joints=["socket"]), "joints[0]", "bad-joint"),
        (TorqueSensor(joints="pan"), "joints", "bad-joint"),
        (ContactSensor(bodies=[]), "bodies", "bad-shape"),
        (ContactSensor(bodies=["hand", "hand"]), "bodies", "duplicate-name"),
        (ContactForceSensor(bodies=["hand", "ball", "eye"]), "bodies", "bad-shape"),
        (ZeroMomentPointSensor(feet=[]), "feet", "bad-shape"),
        (ZeroMomentPointSensor(feet=["hand", "hand"]), "feet", "bad-shape"),
    ],
)
def test_what_cannot_be_measured_is_refused(sensor, place, code):
    assert faults_of(s=sensor) == [(f"sensors.s.{place}", code)]


def test_load_torque_is_allowed_wherever_the_axis_stays_in_its_body():
    assert faults_of(a=TorqueSensor(joints=["tilt", "elbow"]), b=TorqueSensor(joints=["tx", "ty"])) == []


def test_names_must_be_plain_and_new():
    assert faults_of(**{"2nd": Gyro(site="wrist"), "own": Gyro(site="wrist"), "a b": Gyro(site="wrist")}) == [
        ("sensors.2nd", "bad-name"),
        ("sensors.own", "duplicate-name"),
        ("sensors.a b", "bad-name"),
    ]
    spec = arm()
    assert add_sensors(spec, {"a": AngleSensor(joints=["elbow"])}, "sensors") == []
    assert [f.code for f in add_sensors(spec, {"a": AngleSensor(joints=["shoulder"])}, "sensors")] == ["duplicate-name"]


def test_two_robots_in_a_world_have_sensors_under_their_prefixes():
    sensors = {
        "angles": AngleSensor(joints=["shoulder", "elbow"]),
        "load": TorqueSensor(joints=["elbow"]),
        "place": PositionSensor(frame="hand", base="base"),
        "touch": ContactSensor(bodies=["hand", "world"]),
        "zmp": ZeroMomentPointSensor(feet=["hand"]),
    }
    world = mujoco.MjSpec.from_string("<mujoco><worldbody><geom type='plane' size='9 9 1'/></worldbody></mujoco>")
    for prefix in ("left/", "right/"):
        robot = arm()
        assert add_sensors(robot, sensors, "sensors") == []
        world.attach(robot, prefix=prefix, frame=world.worldbody.add_frame(pos=[0.0, len(prefix), 0.0]))
    between = {
        "clash": ContactSensor(bodies=["left/hand", "right/hand"]),
        "gap": PositionSensor(frame="left/hand", base="right/hand"),
    }
    assert add_sensors(world, between, "sensors") == []
    model = world.compile()
    table = sensor_table(model, [("left/", sensors), ("right/", sensors), ("", between)], 0.01)
    own = [f"{prefix}{name}" for prefix in ("left/", "right/") for name in ("own", "turn")]
    assert table.channels.names == (
        *(f"left/{name}" for name in sensors),
        *(f"right/{name}" for name in sensors),
        *between,
        *own,
    )
    assert table.channels["right/angles"].labels == ("shoulder", "elbow")
    data = mujoco.MjData(model)
    data.joint("right/elbow").qpos = 0.4
    mujoco.mj_forward(model, data)
    row = table.channels.find("right/angles[elbow]").start
    assert data.sensordata[int(table.table[row, 0])] == 0.4
    row = table.channels["gap"].start
    address = int(table.table[row, 0])
    wanted = data.site("left/hand").xpos - data.site("right/hand").xpos  # the site, not the body of the same name
    np.testing.assert_allclose(
        data.sensordata[address : address + 3], data.site("right/hand").xmat.reshape(3, 3).T @ wanted, atol=1e-12
    )


def test_sensors_of_the_model_itself_keep_their_names_units_and_noise():
    table = sensor_table(arm().compile(), [], 0.01)
    assert table.channels.names == ("own", "turn")  # the clock has no name
    assert (table.channels["own"].unit, table.channels["own"].shape) == ("rad", ())
    assert (table.channels["turn"].unit, table.channels["turn"].labels) == ("1", ("w", "x", "y", "z"))
    assert table.table[0, 6] == 0.2


def test_units_of_all_of_mujocos_sensors_can_be_read():
    xml = """<mujoco><worldbody><geom name="f" type="plane" size="1 1 1"/><body name="b" pos="0 0 1">
    <joint name="h" range="-1 1"/><geom name="g" size="0.1"/><site name="s"/>
    <body name="c" pos="1 0 0"><joint name="x" type="slide" range="-1 1"/><geom size="0.1"/><site name="t"/></body>
    <body name="d" pos="0 1 0"><joint name="k" type="ball"/><geom size="0.1"/></body></body></worldbody>
    <tendon><spatial name="n" range="0 1"><site site="s"/><site site="t"/></spatial></tendon>
    <actuator><motor name="m" joint="h"/><motor name="p" joint="x"/><motor name="r" tendon="n"/></actuator><sensor>
    <touch name="1:N" site="s"/><velocimeter name="2:m/s" site="s"/><magnetometer name="3:kg/A/s^2" site="s"/>
    <rangefinder name="4:m" site="s"/><actuatorpos name="5:rad" actuator="m"/><actuatorvel name="6:m/s" actuator="p"/>
    <actuatorfrc name="7:N*m" actuator="m"/><actuatorfrc name="8:N" actuator="r"/><jointactuatorfrc name="9:N" joint="x"/>
    <ballquat name="a:1" joint="k"/><ballangvel name="b:rad/s" joint="k"/><jointlimitfrc name="c:N*m" joint="h"/>
    <tendonpos name="d:m" tendon="n"/><framezaxis name="e:1" objtype="site" objname="s"/>
    <framelinacc name="f:m/s^2" objtype="body" objname="b"/><frameangacc name="g:rad/s^2" objtype="body" objname="b"/>
    <subtreeangmom name="h:kg*m^2/s" body="b"/><distance name="i:m" geom1="f" geom2="g" cutoff="1"/>
    <e_kinetic name="j:J"/><clock name="k:s"/><insidesite name="l:1" site="s" objtype="body" objname="c"/>
    </sensor></mujoco>"""
    table = sensor_table(mujoco.MjModel.from_xml_string(xml), [], 0.01)
    assert len(table.channels) == 21
    for channel in table.channels:
        assert channel.unit == channel.name.split(":")[1]
        parse_unit(channel.unit)
    assert table.channels["l:1"].kind == "boolean"


def test_every_type_of_mujocos_sensors_is_known_once():
    """A newer MuJoCo may have types whose units nobody has looked up."""
    known = [*mujoco_sensors._TURNING_SLIDING, *mujoco_sensors._UNITS, *mujoco_sensors._WITHOUT_UNIT]
    assert sorted(kind.name for kind in known) == sorted(mujoco.mjtSensor.__members__)


def test_a_model_without_the_sensors_is_told():
    with pytest.raises(UsageError, match=r"no sensor 'P/w'"):
        sensor_table(arm().compile(), [("P/", {"w": Gyro(site="wrist")})], 0.01)


def test_added_sites_do_not_change_the_mechanics():
    spec, plain = arm(), arm()
    assert add_sensors(spec, {"load": TorqueSensor(joints=["shoulder", "elbow", "tilt"])}, "sensors") == []
    model, bare = spec.compile(), plain.compile()
    np.testing.assert_array_equal(model.body_mass, bare.body_mass)
    np.testing.assert_array_equal(model.body_inertia, bare.body_inertia)
    assert model.nsite == bare.nsite + 3


def test_sensors_can_be_used_as_words_of_a_document_and_written_back():
    import msgspec

    for sensor in (
        Accelerometer(site="s", noise=0.1),
        MomentSensor(site="s", range=[-1.0, 1.0]),
        OrientationSensor(frame="f", description={"en": "attitude", "ru": "ориентация"}),
        VelocitySensor(frame="f", base="b", delay=0.1),
    ):
        written = msgspec.to_builtins(Document(sensors={"x": sensor}))
        document, faults = decode(Document, written)
        assert faults == [] and document.sensors["x"] == sensor
