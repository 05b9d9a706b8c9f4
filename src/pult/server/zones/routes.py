"""Work zones over HTTP: the zone while the pitch is dragged or an object is held, and all configurations of a point."""

import asyncio
import math
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from pult.core.errors import FaultKind, KinematicsError
from pult.motion import grab
from pult.motion.grab.picture import plane_joints
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.messages.zones import ZoneGap, ZoneLook, ZoneQuery, ZoneWay

router = APIRouter(prefix="/api/zones", tags=["zones"])

CHORD = 2e-4
"""How far drawn chords are off their arcs at most [m]."""
FARTHEST = 10.0
"""Largest coordinate of a point [m], and largest pitch [rad]."""
BAD_POINT = FaultKind(
    "bad-request", "A point is two numbers, at most {most:g} m, or none; pitch and roll are at most {most:g} rad."
)
BAD_OBJECT = FaultKind(
    "bad-request",
    "A held object is an angle, a height, a distance and a length, at most {most:g} each, or none; its far end "
    "lies away from the wrist axis.",
)


@router.post("/look", **describe(body=ZoneQuery, answer=ZoneLook))
async def look(request: Request) -> Response:
    """The work zone at a pitch, the one at any pitch, and what reaches a point."""
    body = await read_body(request, ZoneQuery)
    return reply(await asyncio.to_thread(look_at, body))


def look_at(query: ZoneQuery) -> ZoneLook:
    """The work zone at a pitch, and what reaches a point.

    Raises:
        Refusal: A number is not one that could be meant.
    """
    numbers = (query.pitch, query.roll, *query.point)
    if len(query.point) not in (0, 2) or not all(abs(v) <= FARTHEST for v in numbers):
        raise Refusal.of(400, BAD_POINT.at(most=FARTHEST))
    if len(query.held) not in (0, 4) or not all(abs(v) <= FARTHEST for v in query.held):
        raise Refusal.of(400, BAD_OBJECT.at(most=FARTHEST))
    robot = grab.PRM1
    held = tuple(query.held) or robot.bare
    try:
        zone = grab.work_zone(query.pitch, held=held, roll=query.roll)
    except KinematicsError:
        raise Refusal.of(400, BAD_OBJECT.at(most=FARTHEST)) from None
    free_area, free_borders = _free(held, query.roll)
    ways: list[ZoneWay] = []
    problem = ""
    if query.point:
        x, z = query.point
        found = grab.solutions([x, zone.left, z], query.pitch, query.roll, held)
        thing = held if query.held else None
        ways, problem = [_way(one, thing) for one in (*found, *found.refused)], found.text
    gaps = [ZoneGap(point=list(gap.point), distance=gap.distance) for gap in zone.gaps]
    return ZoneLook(
        area=zone.area, borders=_borders(zone), free_area=free_area, free_borders=free_borders, gaps=gaps, ways=ways,
        problem=problem, platform_radius=robot.platform_radius, platform_height=robot.platform_height,
    )  # fmt: skip


@lru_cache(maxsize=64)
def _free(held: tuple[float, ...], roll: float) -> tuple[float, list[list[list[float]]]]:
    zone = grab.work_zone(held=held, roll=roll)
    return zone.area, _borders(zone)


def _borders(zone: grab.WorkZone) -> list[list[list[float]]]:
    return [[point for arc in loop for point in arc.points(CHORD)[:-1].tolist()] for loop in zone.loops]


def _way(one: grab.Solution, held: tuple[float, ...] | None) -> ZoneWay:
    """The arm as seen from the side: a column that is turned back shows it the other way round."""
    turn = math.cos(one.angles[0])
    side = 1.0 if turn >= 0.0 else -1.0
    drawn = [[side * float(x), float(z)] for x, z in plane_joints(one.angles, held)]
    return ZoneWay(
        column=one.column, elbow=one.elbow, angles=list(one.angles), joints=drawn[:4], held=drawn[4:],
        reason=int(one.reason), text=one.text,
    )  # fmt: skip
