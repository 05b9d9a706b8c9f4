"""Run a robot from Python: a session of world, scheme and panel, with commands, faults, a stop and a snapshot."""

import numpy as np

import pult
from pult.sim.commands import Arm, Input, KillDrive, Push, Stop

session = pult.open_session(pult.Setup(world="two-link", scheme="two-link-semi-automatic", panel="two-link"))
hand = session.channels["site.hand"].place
print(f"{len(session.channels)} signals in a row of {session.row.size} numbers, a step of {session.dt:g} s")
print("angles come from", *session.wiring.sources["angles"])

session.apply(Input(values={"effectors": "hand", "joystick": [0.0, 1.0, 0.0]}))  # to the left, at full speed
before = session.row[hand][:3].copy()
session.advance(100)
print(f"after 1 s the hand has moved {session.row[hand][1] - before[1]:.2f} m to the left")
session.apply(Input(values={"joystick": [0.0, 0.0, 0.0]}))
session.advance(50)

for mode in ("rate", "displacement"):  # what the joystick sets; who keeps the place of the hand?
    start = session.snapshot()
    session.apply(Input(values={"joystick_mode": mode}))
    place = session.row[hand][:3].copy()
    session.apply(Push(body="fore", force=[0.0, 20.0, 0.0], duration=0.5))
    session.advance(300)
    off = np.linalg.norm(session.row[hand][:3] - place)
    print(f"pushed aside for half a second, the hand ends {1e3 * off:.1f} mm away ({mode})")
    session.restore(start)

session.apply(KillDrive(drive="motors[elbow]"))
session.apply(Input(values={"joystick": [0.0, -1.0, 0.0]}))
session.advance(50)
session.apply(Stop(reason="the elbow is dead"))
session.advance(50)
try:
    session.apply(Arm())
except pult.CommandRefused as refused:
    print("refused:", refused)
for event in session.events:
    print(f"{event.tick * session.dt:5.2f} s  {event.text}")
