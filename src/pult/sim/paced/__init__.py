"""Sessions in real time, each in a process of its own: started, asked and watched from another process.

A crash, a stall or a flood of requests touches one session alone, and never the program that started it.
"""

from pult.sim.evidence import evidence_folder
from pult.sim.paced.attendant import Attendant
from pult.sim.paced.frames import Frame, FrameReader, FrameWriter, Status
from pult.sim.paced.process import SessionProcess
from pult.sim.paced.requests import Described, Reply
from pult.sim.paced.warm import Warming, warm

__all__ = [
    "Attendant", "Described", "Frame", "FrameReader", "FrameWriter", "Reply", "SessionProcess", "Status", "Warming",
    "evidence_folder", "warm",
]  # fmt: skip
