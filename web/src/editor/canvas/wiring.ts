/** A wire that is being drawn: where it comes from, which ports fit, and why the one under it does not. */

import { create } from "zustand";
import { dismissToast } from "@/ui";

/** A port on the canvas: 'out:pd.y', 'in:pd.wanted'; external ports without a block: 'out:joystick'. */
export type PortKey = string;

export const portKey = (role: "in" | "out", terminal: string): PortKey => `${role}:${terminal}`;

export interface Wiring {
  from: PortKey;
  /** Ports that it may go to; null while nothing is wired. */
  fits: ReadonlySet<PortKey> | null;
  /** Chosen by keys, when the wire is drawn without a pointer. */
  chosen: PortKey;
  /** Whether Alt is held: loops may be closed. */
  alt: boolean;
}

export const useWiring = create<Wiring>(() => ({ from: "", fits: null, chosen: "", alt: false }));

export type PortState = "idle" | "source" | "fits" | "chosen" | "faded";

/** How a port looks while a wire is drawn. */
export function portState(wiring: Wiring, key: PortKey): PortState {
  if (!wiring.fits) return "idle";
  if (wiring.from === key) return "source";
  if (wiring.chosen === key) return "chosen";
  return wiring.fits.has(key) ? "fits" : "faded";
}

export function endWiring(): void {
  dismissToast("wiring");
  useWiring.setState({ from: "", fits: null, chosen: "", alt: false });
}
