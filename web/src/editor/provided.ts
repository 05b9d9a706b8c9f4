/** What the world and the panel that a scheme is made for provide: names for its parameters, signals for its ports. */

import { create } from "zustand";
import type { ProvidedThings } from "@/gen/messages";
import { api } from "@/link/http";

interface Provided {
  world: string;
  panel: string;
  answer: ProvidedThings | null;
}

const useStore = create<Provided>(() => ({ world: "", panel: "", answer: null }));

/** Names by kind ('chain': ['arm']); null if the world is not known. */
export const useProvided = (): Readonly<Record<string, readonly string[]>> | null =>
  useStore((state) => state.answer?.names ?? null);

/** Signals that ports can be bound to; null if the world is not known. */
export const useOffered = (): ProvidedThings | null => useStore((state) => state.answer);

export async function loadProvided(world: string, panel = ""): Promise<void> {
  const now = useStore.getState();
  if (now.world === world && now.panel === panel) return;
  useStore.setState({ world, panel, answer: null });
  if (!world) return;
  const query = panel ? `?panel=${encodeURIComponent(panel)}` : "";
  const path = `/api/provided/${encodeURIComponent(world)}${query}`;
  const answer = await api.get<ProvidedThings>(path).catch(() => null);
  const then = useStore.getState();
  if (then.world === world && then.panel === panel) useStore.setState({ answer });
}
