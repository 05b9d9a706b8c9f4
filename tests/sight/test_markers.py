"""Markers: drawn, found, and their target located in pictures of a model's camera."""

import numpy as np
import pytest

from pult.core.errors import UsageError
from pult.sight import markers
from pult.sight.camera import GreyCamera
from pult.sight.graphics import graphics_problem
from pult.sight.markers import COUNT, EDGE, MarkerFinder, marker_modules, markers_problem
from pult.sight.target import MAX_RESIDUAL, locate
from tests.sight.lab import CENTRES, CORNERS, put, scene

PROBLEM = markers_problem() or graphics_problem()
needs_sight = pytest.mark.skipif(bool(PROBLEM), reason=PROBLEM)
needs_finder = pytest.mark.skipif(bool(markers_problem()), reason=markers_problem())


@needs_finder
@pytest.mark.parametrize("number", [0, 3, 100, COUNT - 1])
def test_a_drawn_marker_is_found_with_its_number_and_its_corners(number):
    """The black square of a module of 8 px, from 8 px into the picture on, in the order of `CORNERS`."""
    picture = np.kron(marker_modules(number), np.ones((8, 8))).astype(np.uint8) * 255
    picture = np.pad(picture, 20, constant_values=255)
    found = MarkerFinder().find(picture)
    assert [one.number for one in found] == [number]
    low, high = 28.0, 28.0 + 64.0
    np.testing.assert_allclose(found[0].corners, [[low, high], [high, high], [high, low], [low, low]], atol=0.3)


@needs_finder
def test_a_marker_that_is_seen_twice_is_left_out():
    one, other = (np.kron(marker_modules(n), np.ones((8, 8))).astype(np.uint8) * 255 for n in (4, 9))

    def numbers(*row):
        return [m.number for m in MarkerFinder().find(np.pad(np.hstack(row), EDGE, constant_values=255))]

    assert numbers(one, other) == [4, 9]
    assert numbers(one, other, one) == [9]


@needs_finder
@pytest.mark.parametrize("module", [6, 8, 24])
@pytest.mark.parametrize("turns", range(4))
def test_a_marker_at_the_edge_of_the_picture_is_left_out(monkeypatch, module, turns):
    """One that is cut off may still be read, with a side that is not there: it must not count."""
    marker = np.kron(marker_modules(7), np.ones((module, module))).astype(np.uint8) * 255
    picture = np.pad(marker, 20, constant_values=255)
    black = 20 + module  # where the black square begins
    finder = MarkerFinder()

    def found(room):
        return finder.find(np.rot90(picture[black - room :], turns))

    rooms = [*range(1 - module, EDGE), EDGE + 1, EDGE + 4]
    assert [len(found(room)) for room in rooms] == [0] * (len(rooms) - 2) + [1, 1]
    if module == 24:  # such a marker would have been believed, with corners well inside the picture
        monkeypatch.setattr(markers, "EDGE", 0)
        (wrong,) = found(-4)
        height, width = np.rot90(picture[black + 4 :], turns).shape
        assert np.minimum(wrong.corners, np.array([width, height]) - wrong.corners).min() > 5.0


@needs_finder
def test_there_are_so_many_markers_and_no_more():
    with pytest.raises(UsageError, match="markers 0 to 586, not 587"):
        marker_modules(COUNT)


def test_without_the_package_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(markers.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(UsageError, match=r"pip install 'pult\[sight\]'"):
        MarkerFinder()


@pytest.fixture(scope="module")
def looking():
    model, data = scene()
    return model, data, GreyCamera(model, 0, 640, 480), MarkerFinder()


@needs_sight
@pytest.mark.parametrize(("distance", "lateral", "depth"), [(0.4, 0.1e-3, 0.3e-3), (0.8, 0.3e-3, 1.2e-3)])
def test_a_target_in_a_picture_is_found_where_it_is(looking, distance, lateral, depth):
    model, data, camera, finder = looking
    draw = np.random.default_rng(7)
    for _ in range(6):
        place = np.array([*draw.uniform(-0.02, 0.02, 2), -distance])
        put(model, data, place, draw.uniform(-0.3, 0.3, 3))
        found = locate(finder.find(camera.picture(data)), CORNERS, camera.optics, 2)
        assert found is not None and found.count == len(CENTRES) and found.residual < 0.2
        error = np.abs(found.position - place)
        assert error[:2].max() < lateral and error[2] < depth
        assert 2 * np.arccos(min(1.0, abs(found.quaternion @ data.xquat[1]))) < np.radians(0.5)
        assert (error < 6 * found.position_deviation + 1e-4).all()


@needs_sight
def test_too_few_markers_or_a_target_of_another_shape_is_not_seen(looking):
    model, data, camera, finder = looking
    put(model, data, [0.0, 0.0, -0.5], [0.0, 0.0, 0.0])
    found = finder.find(camera.picture(data))
    assert locate(found, CORNERS, camera.optics, 4) is not None
    assert locate(found[:1], CORNERS, camera.optics, 2) is None
    bent = {number: corners + np.array([0.0, 0.01 * (number == 3), 0.0]) for number, corners in CORNERS.items()}
    assert locate(found, bent, camera.optics, 2) is None
    assert MAX_RESIDUAL < 580 * 0.01 / 0.5  # 10 mm at 0.5 m is much more


@needs_sight
def test_pictures_of_one_state_have_the_same_bits(looking):
    model, data, camera, _ = looking
    put(model, data, [0.01, 0.0, -0.5], [0.1, 0.0, 0.0])
    first = camera.picture(data)
    other = GreyCamera(model, 0, 640, 480)
    np.testing.assert_array_equal(first, other.picture(data))
    other.close()
    np.testing.assert_array_equal(first, camera.picture(data))


@needs_sight
def test_a_camera_that_is_closed_leaves_the_others_alone(looking):
    model, data, camera, _ = looking
    put(model, data, [0.01, 0.0, -0.5], [0.1, 0.0, 0.0])
    first = camera.picture(data)
    other, later = GreyCamera(model, 0, 640, 480), GreyCamera(model, 0, 640, 480)
    other.close()  # while the context of the one made last is current
    np.testing.assert_array_equal(later.picture(data), first)
    later.close()
