"""Operators of the shipped robots, one package a robot; importing this one makes all of them known."""

import importlib
import pkgutil

for _found in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_found.name)
