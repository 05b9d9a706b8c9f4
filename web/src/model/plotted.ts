/** Signals that the plots show, by name: whole ('sensor.angles') or one entry ('sensor.angles[elbow]'). */

import { create } from "zustand";

interface Plotted {
  signals: readonly string[];
  add: (signal: string) => void;
  remove: (signal: string) => void;
}

export const usePlotted = create<Plotted>((set) => ({
  signals: [],
  add: (signal) => set(({ signals }) => (signals.includes(signal) ? {} : { signals: [...signals, signal] })),
  remove: (signal) => set(({ signals }) => ({ signals: signals.filter((other) => other !== signal) })),
}));
