"""The shipped force schemes in native code: every output and every state is that of plain Python, bit for bit."""

from pathlib import Path

import numpy as np
import pytest

import pult

FOLDER = Path(pult.__file__).parent / "catalog/arms"
SCHEMES = ("joint-force", "force-transform", "force-joints", "force-hybrid", "force-admittance")
"""The law of `force-wrist` and that of `force-impedance` are both in `force-hybrid`."""
STEPS = 100
SIZES = {"rad/s": 0.3, "N": 8.0, "N*m": 3.0, "m": 0.4, "1": 1.0}
"""How large inputs are, by their unit; angles are those of an arm that moves."""


def rows_of(scheme, chain, seed):
    """Inputs of an arm on its way from one posture to another, with buttons that are pressed now and then."""
    random, (angles, towards) = np.random.default_rng(seed), chain.random(seed, 2)
    rows = []
    for k in range(STEPS):
        row = {}
        for name, port in scheme.document.inputs.items():
            if port.kind == "boolean":
                row[name] = bool(random.uniform() < 0.1)
            elif name == "angles":
                row[name] = angles + (towards - angles) * k / STEPS
            else:
                row[name] = SIZES[port.unit] * random.normal(size=port.shape)
        rows.append(row)
    return rows


@pytest.mark.parametrize("name", SCHEMES)
def test_native_and_plain_force_schemes_agree_in_every_bit(name):
    robot = pult.load_robot("human-arm")
    scheme = pult.load_scheme(FOLDER / f"{name}.scheme.json")
    plain, native = pult.compile_scheme(scheme, plain=True, robot=robot), pult.compile_scheme(scheme, robot=robot)
    assert native.native and not plain.native
    seen = set()
    for row in rows_of(scheme, robot.chain("arm"), 13):
        one, two = ({port: np.asarray(value).tobytes() for port, value in p.step(row).items()} for p in (plain, native))
        assert one == two
        seen.add(tuple(one.values()))
    assert len(seen) > STEPS // 2  # something happened
    assert plain.state == native.state
