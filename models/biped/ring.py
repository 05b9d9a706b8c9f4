"""The exercise `biped-push`: to stay by a mark and to walk to another while pushes come."""

from math import pi
from typing import Any

from models.biped.way import COLOURS

HERE, THERE = "here", "there"
REGION = ([2.0, -0.8, 0.0], [2.6, 0.8, 0.0])
"""Where the second mark is drawn [m]."""
FIELD = ([-1.5, -2.0, 0.0], [4.0, 2.0, 2.0])
"""Field that the pelvis must not leave [m]."""
NEAR = 0.35
"""How near to a mark the pelvis must be [m]."""
PUSHED = "chest"
PUSHES = {
    "first": ((2.0, 3.5), (12.0, 20.0)),
    "second": ((6.0, 7.5), (22.0, 28.0)),
    "third": ((13.0, 14.5), (12.0, 18.0)),
    "fourth": ((16.5, 18.0), (12.0, 18.0)),
    "fifth": ((25.5, 27.0), (24.0, 30.0)),
}
"""When each push comes [s], and its impulse [N*s]; its direction is any."""
STAY, STAY_THERE = 9.0, 10.0
"""Time in the stages of standing before which they are not passed [s]: their pushes have come."""


def _circle(name: str, x: float, y: float, colour: str) -> str:
    """A round mark on the floor with a ring about it."""
    free = 'contype="0" conaffinity="0"'
    return f"""    <body name="{name}" mocap="true" pos="{x:g} {y:g} 0">
      <geom type="cylinder" size="{NEAR:g} 0.0015" pos="0 0 0.0015" rgba="0.97 0.97 0.96 1" {free}/>
      <geom type="cylinder" size="{NEAR - 0.04:g} 0.002" pos="0 0 0.002" rgba="{colour}" {free}/>
    </body>"""


def scene() -> str:
    """The field with two marks, as MJCF."""
    low, high = FIELD
    x, y = (low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0
    a, b = (high[0] - low[0]) / 2.0, (high[1] - low[1]) / 2.0
    line = 'type="box" rgba="0.30 0.42 0.46 1" contype="0" conaffinity="0"'
    edges = "\n".join(
        f'    <geom {line} size="{size}" pos="{place}"/>'
        for size, place in (
            (f"{a + 0.03:g} 0.03 0.001", f"{x:g} {high[1]:g} 0.001"),
            (f"{a + 0.03:g} 0.03 0.001", f"{x:g} {low[1]:g} 0.001"),
            (f"0.03 {b:g} 0.001", f"{high[0]:g} {y:g} 0.001"),
            (f"0.03 {b:g} 0.001", f"{low[0]:g} {y:g} 0.001"),
        )
    )
    there = ((REGION[0][0] + REGION[1][0]) / 2.0, (REGION[0][1] + REGION[1][1]) / 2.0)
    marks = "\n".join((_circle(HERE, 0.0, 0.0, COLOURS["mark1"]), _circle(THERE, *there, COLOURS["mark2"])))
    return f"""<mujoco model="biped-ring">
  <!-- A field on a level floor with two marks. Made by models/biped/make.py: change it there. -->
  <include file="biped-scene.xml"/>
  <worldbody>
{edges}
{marks}
  </worldbody>
</mujoco>
"""


def world() -> dict[str, Any]:
    """The world document."""
    return {
        "format": "pult.world",
        "version": 1,
        "name": "biped-ring",
        "base": "biped",
        "title": {"en": "Field with two marks", "ru": "Поле с двумя метками"},
        "description": {
            "en": "The walking robot on a marked field with two round marks.",
            "ru": "Шагающий робот на размеченном поле с двумя круглыми метками.",
        },
        "scene": "biped-ring.xml",
    }


def _stands(mark: str, stage: str, after: float) -> dict[str, Any]:
    """Condition: it stands on a mark, and the stage has lasted some time."""
    parts: list[dict[str, Any]] = [
        {
            "type": "distance", "a": "pelvis", "b": mark, "axes": "xy", "below": NEAR,
            "title": {"en": "distance to the mark", "ru": "расстояние до метки"},
        },
        {"type": "signal", "name": "output.standing", "is": True, "title": {"en": "stands", "ru": "стоит"}},
    ]  # fmt: skip
    if after > 0.0:
        title = {"en": "the pushes are over", "ru": "толчки позади"}
        parts.append({"type": "stage", "stages": [stage], "after": after, "title": title})
    return {"type": "all", "of": parts}


def _stages() -> list[dict[str, Any]]:
    return [
        {
            "name": "stay",
            "title": {"en": "Stay on the yellow mark under two pushes", "ru": "Удержаться на жёлтой метке: два толчка"},
            "hint": {
                "en": "Switch the catching steps on. After a push lead the robot back onto the mark and let go.",
                "ru": "Включите шаги-подхваты. После толчка верните робота на метку и отпустите ручку.",
            },
            "controls": ["catch", "joystick"],
            "target": HERE,
            "par": 12,
            "hold": 1.0,
            "goal": _stands(HERE, "stay", STAY),
        },
        {
            "name": "cross",
            "title": {"en": "Walk to the green mark while pushed", "ru": "Дойти под толчками до зелёной метки"},
            "hint": {
                "en": "A push turns the robot aside: steer it back, and do not let go before the mark.",
                "ru": "Толчок уводит робота в сторону: верните его ручкой и не отпускайте её до самой метки.",
            },
            "controls": ["joystick"],
            "target": THERE,
            "par": 14,
            "hold": 0.5,
            "goal": _stands(THERE, "cross", 0.0),
        },
        {
            "name": "stay-there",
            "title": {
                "en": "Stay on the green mark under the last push",
                "ru": "Удержаться на зелёной метке: последний",
            },
            "hint": {
                "en": "The strongest push comes last. Come back onto the mark after it.",
                "ru": "Последний толчок самый сильный. После него вернитесь на метку.",
            },
            "controls": ["joystick"],
            "target": THERE,
            "par": 12,
            "hold": 1.0,
            "goal": _stands(THERE, "stay-there", STAY_THERE),
        },
    ]


def exercise() -> dict[str, Any]:
    """The exercise document."""
    pushes = [
        {
            "type": "push", "name": name, "body": PUSHED, "time": list(time), "impulse": list(impulse),
            "angle": [round(-pi, 4), round(pi, 4)],
        }
        for name, (time, impulse) in PUSHES.items()
    ]  # fmt: skip
    return {
        "format": "pult.exercise",
        "version": 1,
        "name": "biped-push",
        "title": {"en": "Stay up under pushes", "ru": "Устоять под толчками"},
        "description": {
            "en": "Keep the walking robot up while it is pushed, and bring it back onto its mark.",
            "ru": "Удержите шагающего робота на ногах под толчками и возвращайте его на метку.",
        },
        "instructions": {
            "en": (
                "The robot is pushed at the chest five times, from any side, twice while it walks. The soles alone "
                "bear small pushes; 'Catching steps' lets it step after larger ones. Then it stands where the push "
                "has left it: lead it back onto the mark with small steps. A fall ends the attempt, and leaving the "
                "field costs points."
            ),
            "ru": (
                "Робота пять раз толкают в грудь с любой стороны, дважды — на ходу. Слабый толчок выдержат сами "
                "стопы; с «Шагами-подхватами» робот шагнёт после сильного. Потом он стоит там, куда его увёл толчок: "
                "верните его на метку малыми шагами. Падение прекращает попытку, выход за поле стоит очков."
            ),
        },
        "difficulty": 3,
        "world": "biped-ring",
        "panel": "biped",
        "variant": "joystick",
        "operator": "steadfast",
        "variants": {
            "joystick": {
                "scheme": "biped",
                "title": {"en": "Joystick", "ru": "Джойстик"},
                "panel_values": {"catch": False},
            }
        },
        "duration": 120,
        "effector": "pelvis",
        "start": {
            "pose": "home",
            "settle": 0.5,
            "randomise": [
                {"type": "place", "body": THERE, "region": {"type": "box", "low": REGION[0], "high": REGION[1]}},
                *pushes,
            ],
        },
        "stages": _stages(),
        "limits": [
            {
                "name": "fell",
                "title": {"en": "The robot fell", "ru": "Робот упал"},
                "severity": "fail",
                "condition": {"type": "along", "a": "pelvis", "below": 0.75},
            },
            {
                "name": "left",
                "title": {"en": "The robot left the field", "ru": "Робот вышел за поле"},
                "points": 10,
                "condition": {
                    "type": "not", "of": {"type": "inside", "thing": "pelvis", "low": FIELD[0], "high": FIELD[1]},
                },
            },
        ],
        "scoring": {
            "weights": {
                "time": {"weight": 45},
                "largest_shift": {"weight": 35, "par": 0.35, "half": 0.35},
                "actions": {"weight": 20, "par": 8},
            },
            "measures": {
                "largest_shift": {
                    "quantity": {"type": "distance", "a": "pelvis", "b": HERE, "axes": "xy"},
                    "stage": "stay",
                    "take": "largest",
                    "title": {
                        "en": "Largest distance from the yellow mark",
                        "ru": "Наибольшее удаление от жёлтой метки",
                    },
                }
            },
        },
    }  # fmt: skip
