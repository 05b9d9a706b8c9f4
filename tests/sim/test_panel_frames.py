"""Frames of points on a panel are sites or bodies of the world."""

import json

import pult
from pult.core.shipped import shipped_file
from pult.panel.panel import load_panel
from pult.sim.fitting import _option_faults


def test_the_frame_of_a_point_is_a_site_or_body_of_the_world():
    document = json.loads(shipped_file("panel", "prm1").read_text(encoding="utf-8"))
    world = pult.load_world("prm1")
    for frame in ("", "platform", "forearm"):
        document["elements"]["target"]["frame"] = frame
        assert _option_faults(load_panel(document), world) == []
    document["elements"]["target"]["frame"] = "platfrom"
    (fault,) = _option_faults(load_panel(document), world)
    assert fault.place == "panel.target.frame"
    assert fault.message.startswith("the world has no site or body 'platfrom'. Did you mean 'platform'?")
