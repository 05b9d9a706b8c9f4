"""Sampled signals: delays, holds, windows, quantisation, bits and pulses.

Delays and the shift register break algebraic loops. Everything else answers in the same control step.
"""

from pult.blocks.digital import bits, delays, pulses, quantisation, sampling, windows

__all__ = ["bits", "delays", "pulses", "quantisation", "sampling", "windows"]
