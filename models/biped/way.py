"""The exercise `biped-walk`: marks on the floor to walk to, one after another."""

from typing import Any

MARKS = ("mark1", "mark2", "mark3")
REGIONS = {
    "mark1": ([1.4, -0.4, 0.0], [2.0, 0.4, 0.0]),
    "mark2": ([3.0, -1.0, 0.0], [3.6, 1.0, 0.0]),
    "mark3": ([3.4, -2.6, 0.0], [4.2, 2.6, 0.0]),
}
"""Where each mark is drawn [m]."""
NEAR, LAST = 0.3, 0.25
"""How near the pelvis must come to a mark on the way, and to the last one [m]."""
COLOURS = {"mark1": "0.95 0.72 0.22 1", "mark2": "0.36 0.62 0.63 1", "mark3": "0.80 0.36 0.28 1"}


def _mark(name: str, x: float, y: float) -> str:
    """A disc on the floor with a flag beside it."""
    free = 'contype="0" conaffinity="0"'
    colour = f'rgba="{COLOURS[name]}"'
    return f"""    <body name="{name}" mocap="true" pos="{x:g} {y:g} 0">
      <geom type="cylinder" size="0.25 0.002" pos="0 0 0.002" {colour} {free}/>
      <geom type="cylinder" size="0.012 0.5" pos="0.32 0 0.5" rgba="0.25 0.28 0.30 1" {free}/>
      <geom type="box" size="0.11 0.004 0.07" pos="0.43 0 0.92" {colour} {free}/>
    </body>"""


def scene() -> str:
    """The floor with marks, as MJCF."""
    marks = "\n".join(_mark(name, low[0], (low[1] + high[1]) / 2.0) for name, (low, high) in REGIONS.items())
    return f"""<mujoco model="biped-way">
  <!-- A level floor with three marks. Made by models/biped/make.py: change it there. -->
  <include file="biped-scene.xml"/>
  <worldbody>
{marks}
  </worldbody>
</mujoco>
"""


def world() -> dict[str, Any]:
    """The world document."""
    return {
        "format": "pult.world",
        "version": 1,
        "name": "biped-way",
        "base": "biped",
        "title": {"en": "Marked way", "ru": "Размеченный путь"},
        "description": {
            "en": "The walking robot on a level floor with three marks.",
            "ru": "Шагающий робот на ровном полу с тремя метками.",
        },
        "scene": "biped-way.xml",
    }


def exercise() -> dict[str, Any]:
    """The exercise document."""
    titles = (
        {"en": "To the yellow mark", "ru": "К жёлтой метке"},
        {"en": "To the green mark", "ru": "К зелёной метке"},
        {"en": "Stand on the red mark", "ru": "Встать на красную метку"},
    )
    hints = (
        {"en": "Push the stick forward; turn it to steer.", "ru": "Ручку вперёд; поворотом ручки — направление."},
        {"en": "Turn while you walk.", "ru": "Поворачивайте на ходу."},
        {
            "en": "Let go a step before the mark: the robot ends its step, makes another and stands.",
            "ru": "Отпустите ручку за шаг до метки: робот закончит шаг, сделает ещё один и встанет.",
        },
    )
    captions = (
        {
            "en": "The stick goes forward and stays there: the robot makes step after step until it is let go.",
            "ru": "Рукоятка отклоняется вперёд и так остаётся: робот шагает, пока её не отпустят.",
        },
        {
            "en": "The stick is turned while the robot walks, because turning on the spot costs more time.",
            "ru": "Рукоятку поворачивают на ходу: поворот на месте дольше.",
        },
        {
            "en": "The stick is let go a step before the mark, because the robot makes one more step before it stands.",
            "ru": "Рукоятку отпускают за шаг до метки: перед остановкой робот делает ещё шаг.",
        },
    )
    stages = []
    for mark, title, hint, caption in zip(MARKS, titles, hints, captions, strict=True):
        last = mark == MARKS[-1]
        near = {
            "type": "distance", "a": "pelvis", "b": mark, "axes": "xy", "below": LAST if last else NEAR,
            "title": {"en": "distance to the mark", "ru": "расстояние до метки"},
        }  # fmt: skip
        stand = {"type": "signal", "name": "output.standing", "is": True, "title": {"en": "stands", "ru": "стоит"}}
        stages.append(
            {
                "name": mark, "title": title, "hint": hint, "caption": caption,
                "controls": ["joystick"], "target": mark, "par": 10 if last else 7,
                **({"hold": 1.0} if last else {}), "goal": {"type": "all", "of": [near, stand]} if last else near,
            }
        )  # fmt: skip
    return {
        "format": "pult.exercise",
        "version": 1,
        "name": "biped-walk",
        "title": {"en": "Walk the marked way", "ru": "Пройти размеченный путь"},
        "description": {
            "en": "Lead the walking robot over two marks to a third, and stop on it.",
            "ru": "Проведите шагающего робота через две метки к третьей и остановитесь на ней.",
        },
        "instructions": {
            "en": (
                "Push the stick forward to walk, to the side for side steps, and turn it to turn. The farther the "
                "stick, the longer the steps. Let go, and the robot ends its step and stands. A fall ends the "
                "attempt. Switch 'Balance' off to see what it does."
            ),
            "ru": (
                "Ручка вперёд — ходьба, в сторону — боковые шаги, поворот ручки — поворот робота. Чем дальше ручка, "
                "тем длиннее шаги. Отпустите её — робот закончит шаг и встанет. Падение прекращает попытку. Выключите "
                "«Равновесие», чтобы увидеть, что оно делает."
            ),
        },
        "difficulty": 2,
        "world": "biped-way",
        "panel": "biped",
        "variant": "joystick",
        "operator": "walker",
        "variants": {
            "joystick": {
                "scheme": "biped",
                "title": {"en": "Joystick", "ru": "Джойстик"},
            }
        },
        "duration": 120,
        "effector": "pelvis",
        "start": {
            "pose": "home",
            "settle": 0.5,
            "randomise": [
                {"type": "place", "body": mark, "region": {"type": "box", "low": low, "high": high}}
                for mark, (low, high) in REGIONS.items()
            ],
        },
        "stages": stages,
        "limits": [
            {
                "name": "fell",
                "title": {"en": "The robot fell", "ru": "Робот упал"},
                "severity": "fail",
                "condition": {"type": "along", "a": "pelvis", "below": 0.75},
            }
        ],
        "scoring": {
            "weights": {
                "time": {"weight": 50},
                "path_ratio": {"weight": 30, "par": 1.25},
                "actions": {"weight": 20, "par": 6},
            }
        },
    }  # fmt: skip
