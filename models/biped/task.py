"""The exercise `biped-decontaminate`: find the radioactive container, take it, and drop it into the bin."""

from typing import Any

from models.biped.room import (
    ALONG,
    BIN,
    BIN_REGION,
    BOARD,
    BOTTOM,
    DEPTH,
    JAR,
    JARS,
    NEAR_EDGE,
    RIM,
    SHELVES,
    START_REGION,
    TROLLEY,
    Shelf,
)

HIPS = 1.0277
"""Height of the pelvis of the standing robot [m]."""


def _region(shelf: Shelf) -> dict[str, Any]:
    """Where a jar stands on a shelf [m]."""
    corners = [shelf.at(DEPTH - edge, along) for edge in NEAR_EDGE for along in (-ALONG, ALONG)]
    low = [round(min(corner[axis] for corner in corners), 4) for axis in (0, 1)]
    high = [round(max(corner[axis] for corner in corners), 4) for axis in (0, 1)]
    height = round(BOARD + JAR, 4)
    return {"type": "box", "low": [*low, height], "high": [*high, height]}


DOSE = 25e-6
"""Dose that ends the attempt [Sv]."""
NEAR, OVER = 0.75, 0.6
"""Distance from which the container counts as found, and at which it is at the bin [m]."""
LIFTED = 0.06
"""Height over the board at which the container is lifted [m]."""
FLOOR = 0.5
"""Below this height the container lies on the floor [m]: the bottom of the bin is higher."""


def _both(english: str, russian: str) -> dict[str, str]:
    return {"en": english, "ru": russian}


def _touch(*bodies: str, above: float = 2.0) -> dict[str, Any]:
    """The robot touches one of some bodies."""
    found = [{"type": "contact", "bodies": ["pelvis/*", body], "above": above} for body in bodies]
    return found[0] if len(found) == 1 else {"type": "any", "of": found}


def _stages() -> list[dict[str, Any]]:
    stands = {"type": "signal", "name": "output.standing", "is": True, "title": _both("stands", "стоит")}
    held = [{"type": "signal", "name": f"sensor.{side}_squeeze", "above": 3} for side in ("right", "left")]
    return [
        {
            "name": "find",
            "title": _both("Find the radioactive container", "Найдите радиоактивный контейнер"),
            "hint": _both(
                "All jars look the same: watch the dose rate while you walk past the shelves. It rises with the "
                "inverse square of the distance; concrete shields.",
                "Все банки одинаковы: следите за мощностью дозы, проходя мимо стеллажей. Она обратно пропорциональна "
                "квадрату расстояния; бетон ослабляет.",
            ),
            "controls": ["joystick"],
            "hold": 0.5,
            "par": 45,
            "goal": {
                "type": "all",
                "of": [
                    {
                        "type": "distance", "a": "pelvis", "b": "container", "axes": "xy", "below": NEAR,
                        "title": _both("distance to the container", "расстояние до контейнера"),
                    },
                    stands,
                ],
            },
        },
        {
            "name": "grasp",
            "title": _both("Take it", "Возьмите его"),
            "hint": _both(
                "Stand so that the container is before the right hand. Mode 'Hand': bring the hand from its "
                "right until the container is between fingers and thumb, and close the hand.",
                "Встаньте так, чтобы контейнер был перед правой кистью. Режим «Кисть»: подведите кисть справа, "
                "пока контейнер не окажется между пальцами, и сожмите кисть.",
            ),
            "controls": ["mode", "joystick", "close_hand"],
            "target": "container",
            "hold": 0.5,
            "par": 25,
            "goal": {"type": "any", "of": held, "title": _both("force of the thumb", "сила большого пальца")},
        },
        {
            "name": "lift",
            "title": _both("Lift it off the shelf", "Снимите его с полки"),
            "hint": _both("Straight up, without haste.", "Прямо вверх, не торопясь."),
            "controls": ["joystick"],
            "hold": 0.3,
            "par": 6,
            "goal": {
                "type": "along", "a": "container", "above": round(BOARD + JAR + LIFTED, 4),
                "title": _both("height of its middle", "высота его середины"),
            },
        },
        {
            "name": "carry",
            "title": _both("Carry it to the bin", "Отнесите его к баку"),
            "hint": _both(
                "Mode 'Walk'. Step back from the shelf before you turn: the arms stick out.",
                "Режим «Ходьба». Прежде чем поворачивать, отступите от стеллажа: руки выступают вперёд.",
            ),
            "controls": ["mode", "joystick"],
            "target": "bin",
            "par": 30,
            "goal": {
                "type": "distance", "a": "container", "b": "bin", "axes": "xy", "below": OVER,
                "title": _both("distance to the bin", "расстояние до бака"),
            },
        },
        {
            "name": "drop",
            "title": _both("Drop it into the bin", "Опустите его в бак"),
            "hint": _both(
                "Bring the hand over the middle of the bin, and open it.",
                "Подведите кисть к середине бака и раскройте её.",
            ),
            "controls": ["open_hand"],
            "target": "bin",
            "hold": 1.0,
            "par": 20,
            "goal": {
                "type": "all",
                "of": [
                    {
                        "type": "inside", "thing": "container", "of": "bin", "low": [-BIN, -BIN, BOTTOM - 0.05],
                        "high": [BIN, BIN, RIM], "title": _both("how far it is from the bin", "сколько ему до бака"),
                    },
                    {"type": "not", "of": {"type": "contact", "bodies": ["pelvis/*", "container"]}},
                ],
            },
        },
    ]  # fmt: skip


def _limits() -> list[dict[str, Any]]:
    return [
        {
            "name": "fell",
            "title": _both("The robot fell", "Робот упал"),
            "severity": "fail",
            "condition": {"type": "along", "a": "pelvis", "below": 0.75},
        },
        {
            "name": "dropped",
            "title": _both("The container lies on the floor", "Контейнер на полу"),
            "severity": "fail",
            "condition": {"type": "along", "a": "container", "below": FLOOR},
        },
        {
            "name": "dose",
            "title": _both("Dose limit exceeded", "Превышена предельная доза"),
            "severity": "fail",
            "condition": {"type": "signal", "name": "output.dose", "above": DOSE},
        },
        {
            "name": "wrong",
            "title": _both("A harmless jar touched", "Задета безопасная банка"),
            "severity": "penalty",
            "points": 10,
            "rearm": 2,
            "condition": _touch(*JARS[1:], above=0.5),
        },
        {
            "name": "knock",
            "title": _both("The robot knocked against something", "Робот задел обстановку"),
            "severity": "penalty",
            "points": 5,
            "rearm": 1,
            "condition": _touch("walls", "trolley", "bin", *SHELVES),
        },
    ]


def exercise() -> dict[str, Any]:
    """The exercise document."""
    return {
        "format": "pult.exercise",
        "version": 1,
        "name": "biped-decontaminate",
        "title": _both("Remove the radioactive container", "Убрать радиоактивный контейнер"),
        "description": _both(
            "Find the radioactive jar among four with the meter, take it, carry it to the bin and drop it in.",
            "Найдите дозиметром радиоактивную банку среди четырёх, возьмите её, отнесите к баку и опустите в него.",
        ),
        "instructions": _both(
            "One of four jars on the shelves is radioactive; all look the same. Walk through the room and watch the "
            "dose rate: it falls with the square of the distance, and concrete shields. Stand before the jar, switch "
            "to 'Hand', bring the right hand to it and close the hand. Lift it, switch to 'Walk', carry it "
            "to the yellow bin and let it go over the bin. The arms hold their pose while the robot walks, and work "
            "only while it stands. A fall, the container on the floor or too high a dose end the attempt.",
            "Одна из четырёх банок на стеллажах радиоактивна; все выглядят одинаково. Пройдите по помещению и следите "
            "за мощностью дозы: она обратно пропорциональна квадрату расстояния, бетон её ослабляет. Встаньте перед "
            "банкой, перейдите в режим «Кисть», подведите правую кисть и сожмите её. Поднимите банку, перейдите в "
            "«Ходьбу», отнесите её к жёлтому баку и разожмите кисть над ним. На ходу руки держат позу, работают они, "
            "только когда робот стоит. Падение, контейнер на полу или слишком большая доза прекращают попытку.",
        ),
        "difficulty": 4,
        "world": "biped-room",
        "panel": "biped-work",
        "variant": "semi-automatic",
        "operator": "decontaminator",
        "variants": {
            "semi-automatic": {
                "scheme": "biped-work",
                "title": _both("Semi-automatic", "Полуавтоматический режим"),
                "panel_values": {"mode": "walk", "effectors": "right_hand"},
            }
        },
        "duration": 300,
        "gauges": {"grip": {"signals": ["sensor.right_squeeze", "sensor.left_squeeze"]}},
        "effector": "pelvis",
        "start": {
            "pose": "home",
            "settle": 0.5,
            "randomise": [
                {
                    "type": "shuffle",
                    "name": "jars",
                    "bodies": list(JARS),
                    "regions": [_region(shelf) for shelf in SHELVES.values()],
                    "turn": [-3.14159, 3.14159],
                },
                {
                    "type": "place",
                    "body": "bin",
                    "region": {
                        "type": "box", "low": [*BIN_REGION[0], 0.0], "high": [*BIN_REGION[1], 0.0],
                    },
                },
                {
                    "type": "place",
                    "body": "trolley",
                    "region": {"type": "box", "low": [*TROLLEY[0], 0.0], "high": [*TROLLEY[1], 0.0]},
                    "turn": [-0.4, 0.4],
                },
                {
                    "type": "place",
                    "body": "pelvis",
                    "region": {
                        "type": "box", "low": [*START_REGION[0], HIPS], "high": [*START_REGION[1], HIPS],
                    },
                    "turn": [-0.2, 0.2],
                },
            ],
        },
        "stages": _stages(),
        "limits": _limits(),
        "scoring": {
            "weights": {
                "time": {"weight": 40},
                "path_ratio": {"weight": 15, "par": 2.0},
                "dose": {"weight": 30, "par": 9e-6, "half": 6e-6},
                "actions": {"weight": 15, "par": 30},
            },
            "measures": {
                "dose": {
                    "quantity": {"type": "signal", "name": "output.dose"},
                    "take": "last",
                    "title": _both("Dose", "Доза"),
                }
            },
        },
    }  # fmt: skip
