"""Work in processes of its own: what comes back, and what happens if it crashes, hangs or eats memory."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pult.core.errors import DocumentError, PultError
from pult.server.http.wire import Refusal
from pult.server.workers.child_work import run_child
from pult.server.workers.jobs import Cancelled
from pult.server.workers.pool import Workers
from pult.server.workers.process import Bounds, Undone, WorkError
from tests.realtime.support import is_alive, wait_for
from tests.server import hard_work

LONG = 600.0


def work(main: Callable[[Workers], Awaitable[None]], **options: int) -> None:
    async def run() -> None:
        workers = Workers(**options)
        try:
            await main(workers)
        finally:
            pids = workers.pids
            workers.close()
            assert wait_for(lambda: not any(map(is_alive, pids))), "a process outlives its workers"

    asyncio.run(run())


def test_values_and_errors_come_back_from_one_process_that_is_used_again() -> None:
    async def main(workers: Workers) -> None:
        first = await workers.run(hard_work.number, what="It", seconds=LONG)
        assert await workers.run(hard_work.double, "ab" * 100_000, what="It", seconds=LONG) == "ab" * 200_000
        with pytest.raises(PultError, match="not this"):
            await workers.run(hard_work.claim, 0, what="It", seconds=LONG)
        with pytest.raises(DocumentError) as caught:
            await workers.run(hard_work.claim, 1, what="It", seconds=LONG)
        assert caught.value.source == "the scheme" and caught.value.faults[0].place == "blocks[0]"
        with pytest.raises(Refusal) as refused:
            await workers.run(hard_work.claim, 2, what="It", seconds=LONG)
        assert (refused.value.status, refused.value.version, refused.value.faults[0].code) == (409, "v1", "z")
        with pytest.raises(WorkError, match="ZeroDivisionError"):
            await workers.run(hard_work.blunder, what="It", seconds=LONG)
        with pytest.raises(WorkError, match="strange"):
            await workers.run(hard_work.strange, what="It", seconds=LONG)
        with pytest.raises(PultError, match="nested too deeply"):
            await workers.run(hard_work.deep, 100_000, what="It", seconds=LONG)
        assert await workers.run(hard_work.number, what="It", seconds=LONG) == first

    work(main)


def test_a_crash_is_told_and_touches_no_other_work(tmp_path: Path) -> None:
    async def main(workers: Workers) -> None:
        other = asyncio.create_task(workers.run(hard_work.wait_for, tmp_path / "go", what="It", seconds=LONG))
        with pytest.raises(Undone) as caught:
            await workers.run(hard_work.die, what="The check of the world", seconds=LONG)
        assert caught.value.code == "crashed" and caught.value.status == 422
        assert caught.value.text.startswith("The check of the world was not finished: its process ended with code 3.")
        assert caught.value.faults[0].code == "crashed"
        (tmp_path / "go").touch()
        assert await other == "go"
        assert await workers.run(hard_work.double, 4, what="It", seconds=LONG) == 8

    work(main)


def test_work_that_takes_too_long_is_ended_and_says_what_is_allowed(tmp_path: Path) -> None:
    async def main(workers: Workers) -> None:
        before = await workers.run(hard_work.number, what="It", seconds=LONG)
        with pytest.raises(Undone) as caught:
            await workers.run(hard_work.wait_for, tmp_path / "never", what="Making the film", seconds=0.3)
        assert caught.value.code == "too-slow"
        assert caught.value.text == "Making the film took longer than 0.3 s, which is the most that is allowed; it was ended."
        assert wait_for(lambda: not is_alive(before))
        assert await workers.run(hard_work.number, what="It", seconds=LONG) != before

    work(main)


@pytest.mark.skipif(sys.platform != "linux", reason="the system cannot be told")
def test_work_that_eats_memory_is_ended_and_says_what_is_allowed() -> None:
    async def main(workers: Workers) -> None:
        assert await workers.run(hard_work.eat, 2**26, what="It", seconds=LONG) == 2**26
        with pytest.raises(Undone) as caught:
            await workers.run(hard_work.eat, 2**31, what="The check", seconds=LONG)
        assert caught.value.code == "too-much" and "more than 0.5 GiB of memory" in caught.value.text
        assert await workers.run(hard_work.double, 4, what="It", seconds=LONG) == 8

    work(main, memory=2**29)


def test_short_work_does_not_wait_for_long_work(tmp_path: Path) -> None:
    async def main(workers: Workers) -> None:
        order: list[str] = []

        async def long(name: str) -> None:
            order.append(await workers.run(hard_work.wait_for, tmp_path / name, what="It", seconds=LONG))

        tasks = [asyncio.create_task(long(name)) for name in ("a", "b")]
        await asyncio.sleep(0)
        order.append(await workers.run(hard_work.double, "s", what="It", seconds=LONG, short=True))
        assert len(workers.pids) == 2  # the second long one has not begun
        (tmp_path / "b").touch()
        (tmp_path / "a").touch()
        await asyncio.gather(*tasks)
        assert order == ["ss", "a", "b"]

    work(main, count=3)


def test_sessions_wait_for_nothing_else(tmp_path: Path) -> None:
    async def main(workers: Workers) -> None:
        async def other(name: str, short: bool) -> str:
            return await workers.run(hard_work.wait_for, tmp_path / name, what="It", seconds=LONG, short=short)

        names = [f"{kind}{number}" for kind in ("short", "long") for number in range(8)]
        tasks = [asyncio.create_task(other(name, name.startswith("short"))) for name in names]
        assert await asyncio.to_thread(wait_for, lambda: len(workers._busy) == 3)
        assert await workers.run(hard_work.double, "s", what="It", seconds=LONG, session=True) == "ss"
        for name in names:
            (tmp_path / name).touch()
        assert await asyncio.gather(*tasks) == names

    work(main, count=4)


@pytest.mark.skipif(sys.platform == "win32", reason="the system cannot be told")
def test_work_that_takes_too_much_processor_time_is_ended_however_busy_the_computer_is() -> None:
    async def main(workers: Workers) -> None:
        before = await workers.run(hard_work.number, what="It", seconds=LONG)
        with pytest.raises(Undone) as caught:
            await workers.run(hard_work.burn, 1e9, what="The look", seconds=LONG, bounds=Bounds(processor=1))
        assert caught.value.code == "too-slow"
        assert caught.value.text == "The look took more than 1 s of processor time; it was ended."
        assert wait_for(lambda: not is_alive(before))
        for _ in range(2):  # each piece of work has its own time
            await workers.run(hard_work.burn, 0.6, what="It", seconds=LONG, bounds=Bounds(processor=1))
        assert await workers.run(hard_work.burn, 1.2, what="It", seconds=LONG) > 1.2

    work(main)


@pytest.mark.skipif(sys.platform != "linux", reason="the system cannot be told")
def test_a_piece_of_work_may_have_less_memory_than_others() -> None:
    async def main(workers: Workers) -> None:
        with pytest.raises(Undone) as caught:
            await workers.run(hard_work.eat, 2**29, what="The look", seconds=LONG, bounds=Bounds(memory=2**28))
        assert caught.value.code == "too-much" and "more than 0.25 GiB of memory" in caught.value.text
        assert await workers.run(hard_work.eat, 2**26, what="It", seconds=LONG, bounds=Bounds(memory=2**28)) == 2**26
        assert await workers.run(hard_work.eat, 2**29, what="It", seconds=LONG) == 2**29

    work(main, memory=2**30)


def test_work_that_nobody_waits_for_any_more_is_ended(tmp_path: Path) -> None:
    async def main(workers: Workers) -> None:
        workers.warm_up()
        [pid] = workers.pids
        task = asyncio.create_task(workers.run(hard_work.wait_for, tmp_path / "never", what="It", seconds=LONG))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(wait_for, lambda: not is_alive(pid))
        assert await workers.run(hard_work.double, 4, what="It", seconds=LONG) == 8

    work(main)


# --- work that tells how far it is -----------------------------------------------------------------------------------


def test_a_job_that_takes_too_long_is_ended_and_says_what_is_allowed(tmp_path: Path) -> None:
    told: list[float | None] = []

    def report(progress: float | None = None, detail: str = "") -> None:
        told.append(progress)

    with pytest.raises(Undone) as caught:
        run_child(hard_work.drive, (tmp_path / "never",), report, "drawing", what="Making the film", seconds=1.0)
    assert caught.value.code == "too-slow" and "Making the film took longer than 1 s" in caught.value.text
    with pytest.raises(Undone) as caught:
        run_child(hard_work.drive_off, (), report, "drawing", what="Making the film", seconds=LONG)
    assert caught.value.code == "crashed" and "code 3" in caught.value.text
    (tmp_path / "there").touch()
    assert run_child(hard_work.drive, (tmp_path / "there",), report, "x", what="It", seconds=LONG) == "there"
    assert 0.25 in told


def test_a_job_that_is_cancelled_ends_its_process(tmp_path: Path) -> None:
    calls = 0

    def report(progress: float | None = None, detail: str = "") -> None:
        nonlocal calls
        calls += 1
        if calls > 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        run_child(hard_work.drive, (tmp_path / "never",), report, "x", what="It", seconds=LONG)

