"""Records: complete logs of sessions, each in one MCAP file.

Foxglove, Lichtblick and PlotJuggler open it; `read_record` returns every number bit for bit, also from a truncated
file. Times in the file are 0 at the beginning of the session: log time = tick dt.

| topic       | schema                   | what                                                          |
|-------------|--------------------------|---------------------------------------------------------------|
| `/signals`  | pult.Signals             | a row of all signals for each control step                    |
| `/inputs`   | pult.Input               | inputs of the panel as they were applied                      |
| `/commands` | pult.Command             | everything else that changed the session                      |
| `/events`   | pult.Event               | what happened                                                 |
| `/state`    | pult.State               | complete states, from which a run can continue                |
| `/tf`       | foxglove.FrameTransforms | poses of bodies and sites                                     |
| `/scene`    | foxglove.SceneUpdate     | shapes to draw                                                |

Attachments: `record.json` (header) and `files/...` (documents) at the beginning, `result.json` at the end. Metadata:
`pult` (what it was computed with), `start` (date and time; nothing else depends on the calendar), `end` (hash, losses).
"""

from pult.record.file.contents import Command, Event, Input, Keyframe, Record
from pult.record.file.fingerprint import differences, fingerprint
from pult.record.file.header import Header, RecordError
from pult.record.file.intake import Intake
from pult.record.file.picture import Geom, scene_from_geoms
from pult.record.file.reader import read_record
from pult.record.file.recorder import Recorder
from pult.record.file.rolling import RollingBuffer

__all__ = [
    "Command",
    "Event",
    "Geom",
    "Header",
    "Input",
    "Intake",
    "Keyframe",
    "Record",
    "RecordError",
    "Recorder",
    "RollingBuffer",
    "differences",
    "fingerprint",
    "read_record",
    "scene_from_geoms",
]
