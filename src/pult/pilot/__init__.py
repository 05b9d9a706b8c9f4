"""Scripted operators: they see what a person sees and act only through the panel."""

from pult.pilot.briefing import Briefing, StageCard
from pult.pilot.hands import Eyes, Hands, Limits
from pult.pilot.pilot import Pilot, Policy, find_pilot, pilots, register
from pult.pilot.view import View

__all__ = [
    "Briefing", "Eyes", "Hands", "Limits", "Pilot", "Policy", "StageCard", "View", "find_pilot", "pilots", "register",
]  # fmt: skip
