"""Sessions in real time, each in a process of its own: started, asked and watched from another process.

A crash, a stall or a flood of requests touches one session alone, and never the program that started it.
"""

from pult.realtime.evidence import evidence_folder
from pult.realtime.frames import Frame, FrameReader, FrameWriter, Status
from pult.realtime.observer import SessionObserver
from pult.realtime.process import SessionProcess
from pult.realtime.requests import Described, Reply, read_request
from pult.realtime.warm import Warming, warm

__all__ = [
    "Described",
    "Frame",
    "FrameReader",
    "FrameWriter",
    "Reply",
    "SessionObserver",
    "SessionProcess",
    "Status",
    "Warming",
    "evidence_folder",
    "read_request",
    "warm",
]  # fmt: skip
