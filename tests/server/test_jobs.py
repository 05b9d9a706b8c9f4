"""Jobs: progress, failure, cancelling."""

import asyncio
import threading
from typing import Any

import pytest

from pult.core.errors import DocumentError, FaultKind
from pult.server.http.wire import Refusal
from pult.server.messages import MangoMade
from pult.server.workers.jobs import MAX_RUNNING, Cancelled, Jobs
from tests.server.conftest import Studio


def test_a_job_reports_and_gives_its_result() -> None:
    async def main() -> None:
        jobs = Jobs()
        seen: list[Any] = []
        gate = threading.Event()

        def work(report: Any) -> MangoMade:
            gate.wait(20)
            report(0.5, "half")
            return MangoMade(name="r", exercise="", files=[])

        job = jobs.start("work", work)
        jobs.listen(job.id, seen.append)
        assert jobs.get(job.id).state == "running"
        gate.set()
        done = await jobs.wait(job.id)
        assert done.state == "done" and done.progress == 1.0 and done.result["name"] == "r"
        assert [(entry.state, entry.detail) for entry in seen] == [("running", "half"), ("done", "half")]

    asyncio.run(main())


def test_failures_are_told() -> None:
    async def main() -> None:
        jobs = Jobs()

        def faults(_: Any) -> None:
            raise DocumentError("x", [FaultKind("bad", "is wrong.").at("blocks[0]")])

        async def refusal(_: Any) -> None:
            raise Refusal(422, "no", "Not this.")

        def bug(_: Any) -> None:
            raise ZeroDivisionError("oops")

        first, second, third = [await jobs.wait(jobs.start("x", work).id) for work in (faults, refusal, bug)]
        assert first.state == "failed" and first.faults[0].place == "blocks[0]"
        assert second.error == "Not this."
        assert third.state == "failed" and "ZeroDivisionError" in third.error

    asyncio.run(main())


def test_cancelled_work_learns_of_it_and_ends() -> None:
    async def main() -> None:
        jobs = Jobs()
        ended = threading.Event()
        started = threading.Event()

        def work(report: Any) -> None:
            started.set()
            try:
                while True:
                    report(None, "on and on")
                    threading.Event().wait(0.01)
            except Cancelled:
                ended.set()
                raise

        job = jobs.start("work", work)
        await asyncio.to_thread(started.wait, 20)
        assert jobs.cancel(job.id).state == "cancelled"
        assert await asyncio.to_thread(ended.wait, 20)
        assert (await jobs.wait(job.id)).state == "cancelled"
        await jobs.close()

    asyncio.run(main())


def test_too_many_jobs_are_refused_and_closing_ends_all() -> None:
    async def main() -> None:
        jobs = Jobs()

        async def wait(_: Any) -> None:
            await asyncio.sleep(600)

        started = [jobs.start("wait", wait) for _ in range(MAX_RUNNING)]
        with pytest.raises(Refusal) as caught:
            jobs.start("wait", wait)
        assert caught.value.status == 503
        await jobs.close()
        assert {jobs.get(job.id).state for job in started} == {"cancelled"}

    asyncio.run(main())


def test_work_that_nobody_asks_for_any_more_is_ended() -> None:
    ended = threading.Event()

    def work(report: Any) -> None:
        try:
            while True:
                report()
                threading.Event().wait(0.01)
        finally:
            ended.set()

    async def long(_: Any) -> None:
        await asyncio.Event().wait()

    async def main() -> None:
        jobs = Jobs()
        left = jobs.start("left alone", work, patience=0.5)
        kept, endless = jobs.start("asked for", long, patience=600.0), jobs.start("without a bound", long)
        asked = jobs._entries[kept.id].asked
        assert (await jobs.wait(left.id)).state == "cancelled"
        assert await asyncio.to_thread(ended.wait, 60.0)
        assert jobs.get(kept.id).state == jobs.get(endless.id).state == "running"
        assert jobs._entries[kept.id].asked > asked  # a look is what keeps it
        await jobs.close()

    asyncio.run(main())


def test_an_unknown_job_is_told(shared: Studio) -> None:
    assert shared.client.get("/api/jobs/none").json()["code"] == "not-found"
    assert shared.client.post("/api/jobs/none/cancel").status_code == 404
