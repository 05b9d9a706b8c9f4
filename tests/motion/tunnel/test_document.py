"""Tunnel documents: strict reading, messages with places, and pictures."""

import pytest

from pult.core.document import read_json, schema
from pult.core.errors import DocumentError
from pult.core.shipped import shipped, shipped_file
from pult.motion.tunnel.document import TunnelDocument, check_tunnel, load_path, plain_tunnel, read_tunnel
from pult.motion.tunnel.picture import tunnel_svg
from pult.motion.tunnel.random_tunnel import random_tunnel
from pult.motion.tunnel.tunnel import Arm

GOOD = {
    "format": "pult.tunnel", "version": 1, "name": "elbow",
    "left": [[0, 0.05], [0.55, 0.05], [0.55, 0.6]],
    "right": [[0, -0.05], [0.65, -0.05], [0.65, 0.6]],
    "target": [0.6, 0.5],
}  # fmt: skip


def test_every_shipped_tunnel_can_be_passed():
    assert shipped("tunnel")
    for name in shipped("tunnel"):
        assert check_tunnel(shipped_file("tunnel", name))[1] == []


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"lefty": []}, "lefty: unknown key 'lefty'. Did you mean 'left'?"),
        ({"left": [[0, 0]]}, "left: must have 2 to 200 entries, not 1."),
        ({"left": [[0, 0.05], [0.3, 0.05, 1.0]]}, "left[1]: must have 2 entries, not 3."),
        ({"target": [1.0]}, "target: a point has 2 coordinates, not 1."),
        ({"arm": {"links": 3}}, "arm.links: an arm has 6 to 200 links, not 3."),
        ({"arm": {"links": 6, "length": [0.1, 0.2]}}, "arm.length: 6 links have as many lengths, or one for all; not 2."),
        ({"arm": {"length": 0.0}}, "arm.length: must be above 0, not 0."),
        ({"arm": {"length": 0.02, "width": 0.03}}, "arm.width: links 0.03 m wide are broader than they are long."),
        ({"target": [5.0, 5.0]}, "target: the target (5, 5) is not in the tunnel."),
    ],
)
def test_faults_say_what_and_where(changed, message):
    with pytest.raises(DocumentError) as error:
        read_tunnel({**GOOD, **changed})
    (fault,) = error.value.faults
    assert str(fault).startswith(message)


def test_an_arm_that_cannot_pass_is_a_fault_of_the_document():
    _, faults = check_tunnel({**GOOD, "arm": {"links": 12, "length": 0.1, "width": 0.09}})
    assert [fault.place for fault in faults] == ["left[1]"]
    with pytest.raises(DocumentError):
        load_path({**GOOD, "arm": {"links": 12, "length": 0.1, "width": 0.09}})


def test_a_tunnel_survives_being_written():
    arm = Arm((0.1, 0.08) * 15, 0.02)
    tunnel = random_tunnel(4, arm)
    path = load_path(plain_tunnel("drawn", tunnel, arm))
    assert path.arm == arm
    assert path.tunnel.left == pytest.approx(tunnel.left, abs=1e-6)


def test_the_schema_names_all_keys():
    assert {"left", "right", "target", "arm"} <= set(schema(TunnelDocument, "tunnel")["$defs"]["TunnelDocument"]["properties"])


def test_a_picture_shows_walls_path_and_marks_the_place_of_a_fault():
    path = load_path(GOOD)
    svg = tunnel_svg(path.tunnel, path)
    assert svg.count("<polyline") == 2 + 1 + 4  # walls, path, positions of the arm
    _, faults = check_tunnel({**GOOD, "arm": {"width": 0.09}})
    marked = tunnel_svg(path.tunnel, None, faults)
    assert faults[0].message.split(";")[0] in marked
    assert 'r="9"' in marked


def test_two_walls_that_meet_in_a_corner_are_a_fault():
    document = read_json(shipped_file("tunnel", "snake-tunnel"))
    document["right"][1] = document["left"][1]
    path, faults = check_tunnel(document)
    assert path is None
    assert [str(fault) for fault in faults] == [
        "right[1]: the tunnel is 0 m wide at this corner; links of 0.1 m by 0.03 m need more than 0.0672 m."
    ]
