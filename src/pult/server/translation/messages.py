"""Which texts of a message are for people, and the message with these in another language."""

from typing import Any

import msgspec

from pult.server import messages as m
from pult.server.documents import procedure_messages as p
from pult.server.documents import program_messages as g
from pult.server.documents import tunnel_messages as t
from pult.server.translation.speech import speech
from pult.server.translation.translator import ENGLISH, Translator

FIELDS: dict[type, tuple[str, ...]] = {
    m.ErrorMessage: ("error", "faults"),
    m.Job: ("what", "detail", "error", "faults"),
    m.PortInfo: ("description",),
    m.ParameterInfo: ("description",),
    m.BlockInfo: ("inputs", "outputs", "parameters"),
    m.BlockFacts: ("inputs", "outputs"),
    m.LevelFacts: ("blocks", "inputs", "outputs"),
    m.CheckResult: ("faults", "warnings", "not_runnable", "levels"),
    m.ExerciseCard: ("problem", "robot_text"),
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


def translated(message: Any, language: str) -> Any:
    """A message, or a list of messages, as it goes to a page of this language."""
    return message if language == ENGLISH else _Translated(speech(language)).any(message)


class _Translated:
    """Messages in one language."""

    def __init__(self, speech: Translator) -> None:
        self._say = speech

    def any(self, value: Any) -> Any:
        """A text, a message, or a list or an object of these."""
        if isinstance(value, str):
            return self._say.text(value)
        if isinstance(value, list):
            return [self.any(item) for item in value]
        if isinstance(value, msgspec.Struct):
            return self._message(value)
        if isinstance(value, dict) and any(isinstance(item, msgspec.Struct) for item in value.values()):
            return {key: self.any(item) for key, item in value.items()}
        return value  # a text that is given in all languages is such a dictionary

    def _message(self, message: msgspec.Struct) -> msgspec.Struct:
        changes: dict[str, Any] = {}
        for name in FIELDS.get(type(message), ()):
            value = getattr(message, name)
            said = self.any(value)
            if said != value:
                changes[name] = said
        if isinstance(message, m.ErrorMessage | m.Job) and [one.message for one in message.faults] == [message.error]:
            changes["error"] = self._fault(message.faults[0])  # it says what its one fault says
        if isinstance(message, m.Job) and isinstance(message.result, dict):
            changes["result"] = self._result(message.result)
        if isinstance(message, m.FaultMessage):
            changes["message"] = self._fault(message)
        if isinstance(message, m.DocumentEntry) and not message.own and isinstance(message.description, str):
            changes["description"] = self._say.text(message.description)  # what people write of their own stays
        if isinstance(message, m.LibraryPart) and not message.info.own:
            changes["description"] = self._say.text(message.description)
        if isinstance(message, m.BlockInfo):
            changes |= self._block(message)
        return msgspec.structs.replace(message, **changes) if changes else message

    def _fault(self, fault: m.FaultMessage) -> str:
        if not fault.templates:
            return self._say.text(fault.message)
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in fault.values.items()}
        return self._say.filled(fault.templates, values)

    def _result(self, value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: self._result(item, key) if key in RESULTS else item for key, item in value.items()}
        if isinstance(value, list):
            return [self._result(item, name) for item in value]
        if not isinstance(value, str) or name not in RESULTS:
            return value
        return self._say.word(value) if name == "kind" else self._say.text(value)

    def _block(self, info: m.BlockInfo) -> dict[str, str]:
        """Title and description of a block type; one that the catalog does not know keeps its own."""
        title, summary = self._say.text(info.title, info.name), self._say.text(info.summary)
        rest = info.text.removeprefix(info.summary) if info.text.startswith(info.summary) else "\n\n" + info.text
        return {"title": title, "summary": summary, "text": summary + rest}
