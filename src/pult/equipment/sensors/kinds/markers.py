"""A target with markers, seen by a camera of the model."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from pult.core.document import Part
from pult.core.errors import Fault, FaultKind
from pult.core.kinds import NOT_ABOVE_ZERO
from pult.core.signals import Array
from pult.equipment.sensors.kind import XYZ, names_of, unknown_name
from pult.equipment.sensors.observed import ObservedSensor, Observer, Signal
from pult.sight.camera import GreyCamera
from pult.sight.graphics import graphics_problem
from pult.sight.markers import COUNT, FAMILY, MarkerFinder, markers_problem
from pult.sight.target import locate, marker_corners

BAD_PIXELS = FaultKind("out-of-range", "a picture has {low} to {high} pixels a side, not {value}.")
BAD_MARKER = FaultKind("out-of-range", "the family {family} has the markers 0 to {most}, not {value}.")
SAME_MARKER = FaultKind("duplicate-name", "the target has two markers {number}; each needs a number of its own.")
NO_MARKERS = FaultKind("missing-value", "a target needs at least one marker.")
BAD_LEAST = FaultKind("out-of-range", "must be from 1 to the number of markers, {most}, not {value}.")
NO_ROTATION = FaultKind("bad-placement", "a quaternion must not be zero.")

MIN_PIXELS, MAX_PIXELS = 64, 1920


class MarkerDocument(Part, frozen=True, kw_only=True):
    """A marker of a target."""

    number: Annotated[int, Meta(description="Its number in the family tag36h11.")]
    size: Annotated[float, Meta(description="Side of its black square [m]; the whole marker is a quarter larger.")]
    position: Annotated[
        list[float], Meta(description="Its centre in the frame of the target [m].", min_length=3, max_length=3)
    ]
    quaternion: Annotated[
        list[float],
        Meta(
            description="Its orientation (w, x, y, z): x to its right, y to its upper edge, z out of its face; that of "
            "the target if omitted.",
            min_length=4,
            max_length=4,
        ),
    ] = []


class MarkersSensor(ObservedSensor, frozen=True, kw_only=True, tag_field="type", tag="markers"):
    """Pose of a target in the frame of a camera, from the AprilTag markers in its picture. The signals are NAME_seen,
    NAME_count, NAME_position, NAME_orientation, NAME_residual, NAME_position_deviation, NAME_rotation_deviation and
    NAME_age.

    The camera's x axis points right, y up and z backward. While the target is not seen, its pose stays the last one.
    """

    camera: Annotated[str, Meta(description="Camera of the model.")]
    markers: Annotated[list[MarkerDocument], Meta(description="The markers of the target.")]
    least: Annotated[int, Meta(description="Number of markers that must be found for a pose.")] = 2
    width: Annotated[int, Meta(description="Width of the picture [px].")] = 640
    height: Annotated[int, Meta(description="Height of the picture [px].")] = 480

    def signals(self) -> Sequence[Signal]:
        """See `ObservedSensor`."""
        return (
            Signal("seen", "1", "whether the target is in the last picture", kind="boolean"),
            Signal("count", "1", "number of its markers found in the last picture"),
            Signal("position", "m", "position of the target in the camera's frame", XYZ),
            Signal("orientation", "1", "its orientation there", ("w", *XYZ), start=(1.0, 0.0, 0.0, 0.0)),
            Signal("residual", "1", "reprojection error of the corners in pixels"),
            Signal("position_deviation", "m", "standard deviation of the position", XYZ),
            Signal("rotation_deviation", "rad", "standard deviation of a rotation about the camera's axes", XYZ),
        )

    @property
    def pictured(self) -> str:
        """See `ObservedSensor`."""
        return self.camera

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        yield from super().check(spec, place)
        yield from unknown_name(f"{place}.camera", self.camera, "camera", names_of(spec.cameras))
        for key in ("width", "height"):
            value = getattr(self, key)
            if not MIN_PIXELS <= value <= MAX_PIXELS:
                yield BAD_PIXELS.at(f"{place}.{key}", low=MIN_PIXELS, high=MAX_PIXELS, value=value)
        if not self.markers:
            yield NO_MARKERS.at(f"{place}.markers")
        elif not 1 <= self.least <= len(self.markers):
            yield BAD_LEAST.at(f"{place}.least", most=len(self.markers), value=self.least)
        known: set[int] = set()
        for index, marker in enumerate(self.markers):
            here = f"{place}.markers[{index}]"
            if not 0 <= marker.number < COUNT:
                yield BAD_MARKER.at(f"{here}.number", family=FAMILY, most=COUNT - 1, value=marker.number)
            elif marker.number in known:
                yield SAME_MARKER.at(f"{here}.number", number=marker.number)
            known.add(marker.number)
            if not marker.size > 0.0:
                yield NOT_ABOVE_ZERO.at(f"{here}.size", value=marker.size)
            if marker.quaternion and not any(marker.quaternion):
                yield NO_ROTATION.at(f"{here}.quaternion")

    def problem(self) -> str:
        """See `ObservedSensor`."""
        return markers_problem() or graphics_problem()

    def observer(self, model: Any, prefix: str) -> Observer:
        """See `ObservedSensor`."""
        return _Look(self, model, int(model.camera(prefix + self.camera).id))


class _Look:
    """Takes a picture and looks for the target in it."""

    def __init__(self, sensor: MarkersSensor, model: Any, camera: int) -> None:
        self._finder, self._least = MarkerFinder(), sensor.least
        self._camera = GreyCamera(model, camera, sensor.width, sensor.height)
        self._corners = {
            one.number: marker_corners(one.size, one.position, one.quaternion or (1.0, 0.0, 0.0, 0.0))
            for one in sensor.markers
        }

    def observe(self, data: Any, last: Array) -> Array:
        found = self._finder.find(self._camera.picture(data))
        target = locate(found, self._corners, self._camera.optics, self._least)
        count = sum(one.number in self._corners for one in found)
        if target is None:
            return np.array([0.0, count, *last[2:]])
        return np.array([
            1.0, count, *target.position, *target.quaternion, target.residual, *target.position_deviation,
            *target.rotation_deviation, data.time,
        ])  # fmt: skip
