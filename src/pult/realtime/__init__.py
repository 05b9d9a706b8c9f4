"""Real-time sessions, each in its own process, controlled and monitored from another process.

A crash, a stall or a flood of requests affects only that session, never the program that started it.
"""

from pult.realtime.evidence import evidence_folder
from pult.realtime.frames import Frame, FrameReader, FrameWriter, Status
from pult.realtime.observer import SessionObserver
from pult.realtime.process import SessionProcess
from pult.realtime.requests import Reply, SessionDescription, read_request
from pult.realtime.warm import Warming, warm

__all__ = [
    "Frame",
    "FrameReader",
    "FrameWriter",
    "Reply",
    "SessionDescription",
    "SessionObserver",
    "SessionProcess",
    "Status",
    "Warming",
    "evidence_folder",
    "read_request",
    "warm",
]  # fmt: skip
