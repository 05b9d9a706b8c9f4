"""Records: everything that happened in a session, in one MCAP file.

Foxglove, Lichtblick and PlotJuggler open it; `read_record` gives every number back bit for bit, also from a file that
was cut off. Times in the file count from 0 at the beginning of the session: log time = tick dt.

| topic       | schema                   | what                                                          |
|-------------|--------------------------|---------------------------------------------------------------|
| `/signals`  | pult.Signals             | a row of all signals for each control step                    |
| `/inputs`   | pult.Input               | inputs of the panel as they were applied                      |
| `/commands` | pult.Command             | everything else that changed the session                      |
| `/events`   | pult.Event               | what happened                                                 |
| `/state`    | pult.State               | whole states, from which a run can be computed on             |
| `/tf`       | foxglove.FrameTransforms | poses of bodies and sites                                     |
| `/scene`    | foxglove.SceneUpdate     | shapes to draw                                                |

Attachments: `record.json` (header) and `files/...` (documents) at the beginning, `result.json` at the end. Metadata:
`pult` (what it was computed with), `start` (date and time; nothing else depends on the calendar), `end` (hash, losses).
"""

from pult.sim.record.contents import Command, Event, Input, Keyframe, Record
from pult.sim.record.fingerprint import differences, fingerprint
from pult.sim.record.header import Header, RecordError
from pult.sim.record.intake import Intake
from pult.sim.record.picture import Geom, scene_from_geoms
from pult.sim.record.reader import read_record
from pult.sim.record.recorder import Recorder
from pult.sim.record.rolling import RollingBuffer

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
