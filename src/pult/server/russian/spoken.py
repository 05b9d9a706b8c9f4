"""Which texts of a message are for people, and the message with these in another language."""

from typing import Any

import msgspec

from pult.server import messages as m
from pult.server.documents import procedure_messages as p
from pult.server.documents import program_messages as g
from pult.server.documents import tunnel_messages as t
from pult.server.russian.faults import fault_text
from pult.server.russian.speech import block_words, russian, word

RUSSIAN = "ru"

FIELDS: dict[type, tuple[str, ...]] = {
    m.ErrorMessage: ("error", "faults"),
    m.Job: ("what", "detail", "error", "faults"),
    m.PortInfo: ("description",),
    m.ParameterInfo: ("description",),
    m.BlockInfo: ("inputs", "outputs", "parameters"),
    m.BlockFacts: ("inputs", "outputs"),
    m.LevelFacts: ("blocks", "inputs", "outputs"),
    m.CheckResult: ("faults", "warnings", "not_runnable", "levels"),
    m.ExerciseCard: ("problem",),
    m.Recent: ("detail",),
    m.RecordEntry: ("partial",),
    m.ChannelInfo: ("description",),
    m.ProvidedThings: ("sensors", "drives"),
    m.RecordEvent: ("text",),
    m.RecordInfo: ("entry", "channels", "events", "replayable"),
    m.SessionInfo: ("reason",),
    m.Described: ("channels", "exercise"),
    m.Hello: ("session",),
    m.Opened: ("described",),
    m.StateChanged: ("session",),
    m.SessionEvent: ("text",),
    m.Answer: ("error",),
    m.JobMessage: ("job",),
    m.MotionInfo: ("problem",),
    m.Playing: ("problem",),
    m.MangoLook: ("problem",),
    m.ZoneWay: ("text",),
    m.ZoneLook: ("ways", "problem"),
    m.SweepEntry: ("problem",),
    m.SweepInfo: ("entry",),
    m.SweepCheck: ("faults",),
    m.SweepRun: ("cause",),
    m.SweepRuns: ("runs",),
    m.SweepFailure: ("text",),
    m.SweepSummary: ("failures",),
    p.KnotMark: ("message",),
    p.ProcedurePlan: ("faults", "marks"),
    p.ProcedureState: ("problem", "faults"),
    g.ProgramPlan: ("faults",),
    t.TunnelPlan: ("faults",),
}
"""Fields with texts for people, and fields that hold messages with such, by message."""
RESULTS = frozenset({"notes", "text", "joints", "kind"})
"""Fields with texts in the result of a job, which is plain data by then."""


def spoken(message: Any, language: str) -> Any:
    """A message, or a list of messages, as it goes to a page of this language."""
    return _said(message) if language == RUSSIAN else message


def _said(value: Any) -> Any:
    if isinstance(value, str):
        return russian(value)
    if isinstance(value, list):
        return [_said(item) for item in value]
    if isinstance(value, msgspec.Struct):
        return _message(value)
    if isinstance(value, dict) and any(isinstance(item, msgspec.Struct) for item in value.values()):
        return {key: _said(item) for key, item in value.items()}
    return value  # a text that is given in all languages is such a dictionary


def _message(message: msgspec.Struct) -> msgspec.Struct:
    fields = FIELDS.get(type(message), ())
    changes: dict[str, Any] = {}
    for name in fields:
        value = getattr(message, name)
        said = _said(value)
        if said != value:
            changes[name] = said
    if isinstance(message, m.ErrorMessage | m.Job) and [fault.message for fault in message.faults] == [message.error]:
        changes["error"] = fault_text(message.faults[0])  # it says what its one fault says
    if isinstance(message, m.Job) and isinstance(message.result, dict):
        changes["result"] = _result(message.result)
    if isinstance(message, m.FaultMessage):
        changes["message"] = fault_text(message)
    if isinstance(message, m.DocumentEntry) and not message.own and isinstance(message.description, str):
        changes["description"] = russian(message.description)  # what people write of their own documents stays
    if isinstance(message, m.LibraryPart) and not message.info.own:
        changes["description"] = russian(message.description)
    if isinstance(message, m.BlockInfo):
        changes |= _block(message)
    return msgspec.structs.replace(message, **changes) if changes else message


def _result(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _result(item, key) if key in RESULTS else item for key, item in value.items()}
    if isinstance(value, list):
        return [_result(item, name) for item in value]
    if not isinstance(value, str) or name not in RESULTS:
        return value
    return word(value) if name == "kind" else russian(value)


def _block(info: m.BlockInfo) -> dict[str, str]:
    """Title and description of a block type; one that the tables do not know keeps its own."""
    title, summary = block_words().get(info.name, ("", ""))
    if not title:
        return {}
    rest = info.text.removeprefix(info.summary) if info.text.startswith(info.summary) else "\n\n" + info.text
    return {"title": title, "summary": summary, "text": summary + rest}
