"""One session of the server: its process, its frames, the pages that look at it, and who of them operates it."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from pult.core.errors import Fault, FaultKind, PultError
from pult.exercise.account import AttemptAccount
from pult.realtime import Reply, SessionProcess
from pult.realtime.requests import Pause, Start, Step, read_request
from pult.server.http.wire import Refusal, fault_messages
from pult.server.live.client import Client, encoded
from pult.server.live.operators import Operators
from pult.server.live.plan import Plan
from pult.server.live.pump import Pump
from pult.server.messages import (
    AccountMessage,
    Answer,
    Ask,
    Beat,
    ChannelInfo,
    Described,
    Hello,
    Job,
    JobMessage,
    Message,
    Opened,
    OperatorMessage,
    PlannedMessage,
    Playing,
    SessionEvent,
    SessionInfo,
    StateChanged,
)
from pult.sim.commands import Arm, CommandRefused, Input, Request, Reset, Restore, SetParameter, Stop
from pult.sim.handover import HandoverResult

NOT_OPEN = FaultKind("not-open", "The session is not open yet; wait until it is ready.")
SESSION_BUSY = FaultKind("busy", "The session is being changed or started; wait until that is done.")

MAX_RECORDS = 200
HURRIED = (Input, Start, Pause, Step, Stop, Arm, Reset, Restore, SetParameter)
"""Requests after which the page wants to see at once what they did."""
_TOLD = ChannelInfo.__struct_fields__
"""What a page is told of a channel; aliases are the server's own."""
ENDED = 4410
"""Code with which pages are disconnected when the session is ended."""


class LiveSession:
    """A session that pages can look at. Everything here belongs to the event loop.

    Attributes:
        id: Its id.
        plan: What it is made of.
        process: Its process.
        pump: Its frames.
        clients: The pages that look at it, by their ids.
        operators: Who has the panel.
        started: When it was started [s since 1970].
        operated: When an operator was last there, on the clock of `time.monotonic`; at first when it was started.
        records: Names of the records it has made.
        work: Number of the job that changes it; empty if none does.
        senders: Streams that programs send to it now.
        resets: How often it went back to its start.
        player: What plays a recorded motion into it, or None.
        player_changes: Held by who begins or ends that.
        playing: How far that is; None if nothing is played.
    """

    def __init__(self, number: str, plan: Plan, records: Path, recorded: Callable[[], None]) -> None:
        """Take a plan; `start` starts the process.

        Args:
            number: Its id.
            plan: What it is made of.
            records: Folder for its records.
            recorded: Called when there may be another record.
        """
        self.id, self.plan = number, plan
        self._folder, self._recorded = records, recorded
        self.process: SessionProcess | None = None
        self.pump = Pump(self._frame)
        self.clients: dict[str, Client] = {}
        self.operators = Operators(self._tell, self._say_operator)
        self.started = time.time()
        self.operated = time.monotonic()
        self.records: list[str] = []
        self.work = ""
        self.senders: set[str] = set()
        self.resets = 0
        self.player: asyncio.Task[None] | None = None
        self.player_changes = asyncio.Lock()
        self.playing: Playing | None = None
        self.closing = False
        self.next_plan: Plan | None = None
        self._loop = asyncio.get_running_loop()
        self._pumping: asyncio.Task[None] | None = None
        self._leave: Callable[[], None] = lambda: None
        self._pending = False
        self._described_number = self._account_number = 0
        self._described: Described | None = None
        self._account: AccountMessage | None = None
        self._said = ("starting", "")

    # --- its process -----------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the process, for the first time or after its end."""
        plan = self.plan
        self._said = ("starting", "")
        self._described_number = self._account_number = 0
        self._described, self._account = None, None
        process = await asyncio.to_thread(
            SessionProcess.start, plan.setup, plan.folder, observer=plan.attend(self._folder)
        )
        self.process = process
        self._leave = process.on_change(self._heard)
        if self._pumping is None:
            self._pumping = self._loop.create_task(self.pump.run())
        self._soon()

    async def restart(self, plan: Plan | None = None) -> None:
        """Start it again; its records are kept.

        Args:
            plan: What it is made of from now on; the same setup if left out.
        """
        if plan is not None:
            self.plan = plan
            self.say(PlannedMessage(planned=self.plan.told))
        if self.process is not None and self.process.state not in ("dead", "ended"):
            await asyncio.to_thread(self.process.shutdown)
        self._leave()
        self.operators.forget()
        self.pump.close()
        await self.start()

    async def close(self, *, abandoned: bool = False) -> None:
        """End it: records are closed, pages are told and disconnected.

        Args:
            abandoned: Whether it is ended because nobody operates it any more.
        """
        self.closing = True
        if self.player is not None:
            self.player.cancel()
        if self.process is not None:
            await asyncio.to_thread(self.process.shutdown, abandoned=abandoned)
            self._look()
        for client in list(self.clients.values()):
            client.drop(ENDED, "the session was ended: nobody operated it" if abandoned else "the session was ended")
        self._leave()
        if self._pumping is not None:
            self._pumping.cancel()
            with suppress(asyncio.CancelledError):
                await self._pumping
        self.pump.close()
        self._recorded()

    @property
    def state(self) -> str:
        """What it does."""
        return self.process.state if self.process is not None else "starting"

    def _heard(self) -> None:
        """Something is new; called in another thread."""
        with suppress(RuntimeError):  # the server is ending
            self._loop.call_soon_threadsafe(self._soon)

    @property
    def recording(self) -> str:
        """Name of the record that is being written now; empty if none is."""
        alive = self.state not in ("dead", "ended")
        account = self._account.account if self._account is not None else None
        return account.record if alive and account is not None and account.state != "done" else ""

    def _soon(self) -> None:
        """Look what is new, once for everything that came together."""
        if not self._pending:
            self._pending = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        self._pending = False
        process = self.process
        if process is None:
            return
        if process.described_number != self._described_number:
            self._open(process)
        for event in process.events():
            self.resets += event.kind == "reset"
            self.say(SessionEvent(tick=event.tick, kind=event.kind, text=event.text, data=dict(event.data)))
        if process.account_number != self._account_number:
            self._account_number = process.account_number
            account = process.account(AttemptAccount)
            if account is not None:
                self._say_account(account)
        now = (process.state, process.reason)
        if now != self._said:
            self._said = now
            if process.state in ("dead", "ended"):
                self.pump.poll()
                self.pump.close()
                self.operators.forget()
                self._recorded()
            self.pump.poll()
            self.say(StateChanged(session=self.info()))

    def _open(self, process: SessionProcess) -> None:
        number = process.described_number
        try:
            self.pump.open(process.reader(), process.channels, number, process.described.dt)
        except PultError:  # it has ended since, or yet another is open: that is told next
            return
        if self.next_plan is not None:
            self.plan, self.next_plan = self.next_plan, None
            self.say(PlannedMessage(planned=self.plan.told))
        self._described_number = number
        described = process.described
        self._described = Described(
            number=number,
            dt=described.dt,
            channels=[
                ChannelInfo(**{name: list(c[name]) if name in ("shape", "labels") else c[name] for name in _TOLD})
                for c in described.channels
            ],
            bodies=[c.name.removeprefix("body.") for c in self.pump.channels if c.name.startswith("body.")],
            link_timeout=described.link_timeout,
            stop_time=described.stop_time,
            panel=self.plan.panel_document,
            scheme=self.plan.scheme_document,
            exercise=self.plan.card,
        )
        self.operators.opened()
        self.say(Opened(described=self._described))
        self.say(StateChanged(session=self.info()))

    def _say_account(self, account: AttemptAccount) -> None:
        last = account.last.record if account.last is not None else ""
        for name in (last, account.record if account.state == "running" else ""):
            if name and name not in self.records:
                self.records = [*self.records, name][-MAX_RECORDS:]
        if last:
            self._recorded()
        self._account = AccountMessage(account=account)
        self.say(self._account)

    # --- pages -----------------------------------------------------------------------------------------------------

    def join(self, client: Client) -> None:
        """A page comes."""
        self.clients[client.id] = client
        client.say(Hello(client=client.id, session=self.info()))
        client.say(PlannedMessage(planned=self.plan.told))
        if self._described is not None:
            client.say(Opened(described=self._described))
        # until the session has an account of its own, the task is told as it is before an attempt
        client.say(self._account or AccountMessage(account=self.plan.waiting))
        if self.playing is not None:
            client.say(self.playing)
        self._say_operator()
        client.hurry()

    def leave(self, client: Client) -> None:
        """A page goes; if it had the panel, the robot stops."""
        if self.clients.pop(client.id, None) is None:
            return
        had = self.operators.client == client.id
        self.operators.left(client.id)
        if not had:
            self._say_operator()

    def say(self, message: Message) -> None:
        """Send a message to all pages."""
        if self.clients:
            clients = list(self.clients.values())
            texts = {language: encoded(message, language) for language in {client.language for client in clients}}
            for client in clients:
                client.say_text(texts[client.language])

    def say_job(self, job: Job) -> None:
        """Tell all pages how far a job is."""
        self.say(JobMessage(job=job))

    def _say_operator(self) -> None:
        operators = self.operators
        self.say(OperatorMessage(client=operators.client, name=operators.name, watchers=len(self.clients)))

    def _frame(self) -> None:
        for client in self.clients.values():
            client.frame_is_there()

    def info(self) -> SessionInfo:
        """How it stands."""
        plan = self.plan
        state: Any = self.state
        return SessionInfo(
            id=self.id,
            exercise=plan.exercise,
            variant=plan.variant,
            world=plan.world,
            scheme=plan.scheme,
            panel=plan.panel,
            seed=plan.setup.seed,
            title=plan.title,
            state=state,
            reason=self.process.reason if self.process is not None else "",
            share=self.process.share if self.process is not None and self.process.share >= 0.0 else None,
            left=self.process.left if self.process is not None and self.process.left >= 0.0 else None,
            started=self.started,
            watchers=len(self.clients),
            operator=self.operators.name if self.operators.client else "",
            scheme_version=plan.scheme_version,
            records=self.records,
        )

    # --- requests --------------------------------------------------------------------------------------------------

    def _tell(self, request: Request[None]) -> None:
        if self.process is not None:
            self.process.send(request)

    def ask(self, client: Client, ask: Ask) -> None:
        """Pass a request of a page on to the session; the answer comes in time."""
        try:
            request = read_request(ask.request)
        except CommandRefused as error:
            client.say(Answer(id=ask.id, ok=False, error=str(error)))
            return
        problem = self.operators.problem(client.id, request) or self.plan.problem(request)
        if not problem and self.process is None:
            problem = "the session is starting."
        if problem or self.process is None:
            client.say(Answer(id=ask.id, ok=False, error=problem))
            return
        operator = client.id == self.operators.client
        if operator:
            self.operated = time.monotonic()
        answer = self.process.send(request, operator=operator)
        hurried = isinstance(request, HURRIED)

        def answered(future: "Future[Reply[Any]]") -> None:
            reply = future.result()
            with suppress(RuntimeError):  # the server is ending
                self._loop.call_soon_threadsafe(self._answered, client, ask.id, reply, hurried)

        answer.add_done_callback(answered)

    def _answered(self, client: Client, number: int, reply: Reply[Any], hurried: bool) -> None:
        self.pump.poll()
        if hurried:
            for one in self.clients.values():
                one.hurry()
        newest = self.pump.newest
        tick = newest.tick if newest is not None else None
        try:
            client.say(Answer(id=number, ok=reply.ok, error=reply.error, value=reply.value, tick=tick))
        except (TypeError, ValueError, msgspec.MsgspecError) as error:
            client.say(Answer(id=number, ok=False, error=f"the answer cannot be sent: {error}."))

    def beat(self, client: Client, beat: Beat) -> None:
        """A page shows that it is alive; from the operator's this keeps the robot live."""
        if beat.operating and client.id == self.operators.client and self.process is not None:
            self.process.heartbeat(hand=beat.hand, page=beat.page, late=beat.late)
            if beat.hand == "here":
                self.operated = time.monotonic()

    async def reopen(self, plan: Plan, *, keep: bool) -> HandoverResult:
        """Open another session in the same process, in the place of this one.

        Args:
            plan: What it is made of.
            keep: Whether everything goes on where it was.

        Returns:
            What was kept.

        Raises:
            Refusal: It cannot be opened; the old one goes on.
        """
        if self.process is None:
            raise Refusal.of(409, NOT_OPEN.at())
        self.next_plan = plan
        future = self.process.reopen(plan.setup, keep=keep, observer=plan.attend(self._folder), folder=plan.folder)
        reply = await asyncio.shield(asyncio.wrap_future(future))
        if not reply.ok:
            self.next_plan = None
            faults = [Fault.from_plain(fault) for fault in reply.value.faults] if reply.value is not None else []
            raise Refusal(422 if faults else 409, "not-opened", reply.error, fault_messages(faults))
        self._look()
        return reply.result().kept
