"""Pilots of the shipped robots, one package per robot; importing this package registers all of them."""

import importlib
import pkgutil

for _found in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_found.name)
