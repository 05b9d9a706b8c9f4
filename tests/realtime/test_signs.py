"""Signs of life by way of shared memory."""

import multiprocessing

import pytest

from pult.realtime.link import OperatorLink, Sign
from pult.realtime.signs import SignReader, SignWriter, new_cell


class Hearing(OperatorLink):
    """Notes what it hears."""

    def __init__(self) -> None:
        super().__init__(0.25)
        self.heard: list[Sign | None] = []
        self.late = 0

    def hear(self, sign: Sign | None = None) -> None:
        self.heard.append(sign)

    def server_is_late(self) -> None:
        self.late += 1


@pytest.fixture
def cell():
    return new_cell(multiprocessing.get_context("spawn"))


@pytest.fixture
def link():
    return Hearing()


def test_nothing_is_heard_before_the_first_sign(cell, link):
    SignReader(cell, link).look()
    assert link.heard == [] and link.late == 0


def test_each_sign_is_heard_once_and_of_several_the_newest(cell, link):
    writer, reader = SignWriter(cell), SignReader(cell, link)
    signs = [Sign("here", 0.125, 0.5), Sign("hidden"), Sign("focus", 0.25)]
    writer.write(signs[0])
    reader.look()
    reader.look()
    writer.write(signs[1])
    writer.write(signs[2])
    reader.look()
    assert link.heard == [signs[0], signs[2]]


def test_the_same_sign_again_is_another_one(cell, link):
    writer, reader = SignWriter(cell), SignReader(cell, link)
    for _ in range(3):
        writer.write(Sign())
        reader.look()
    assert link.heard == [Sign()] * 3


def test_a_late_server_is_no_sign_of_the_operator(cell, link):
    writer, reader = SignWriter(cell), SignReader(cell, link)
    writer.write(Sign())
    reader.look()
    writer.server_is_late()
    reader.look()
    reader.look()
    assert link.heard == [Sign()] and link.late == 1


def test_a_sign_that_is_half_written_is_not_heard_until_it_is_whole(cell, link):
    writer, reader = SignWriter(cell), SignReader(cell, link)
    writer.write(Sign("here", 0.1))
    reader.look()
    before = bytes(memoryview(cell))
    writer.write(Sign("here", 0.2))
    whole = bytes(memoryview(cell))
    for written in range(1, len(whole)):
        half = whole[:written] + before[written:]
        memoryview(cell).cast("B")[:] = half
        reader.look()
        assert link.heard == [Sign("here", 0.1)] or half == whole
    memoryview(cell).cast("B")[:] = whole
    reader.look()
    assert link.heard == [Sign("here", 0.1), Sign("here", 0.2)]
