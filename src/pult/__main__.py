"""`python -m pult` is `pult`."""

from pult.cli import main

main()
