/** Names of things of the robots of the world the scheme runs in, for parameters that name one. */

import { create } from "zustand";
import type { ChannelInfo } from "@/gen/messages";
import { api } from "@/link/http";

interface ProvidedAnswer {
  names: Record<string, string[]>;
  sensors: ChannelInfo[];
  drives: ChannelInfo[];
}

const useStore = create<{ world: string; answer: ProvidedAnswer | null }>(() => ({ world: "", answer: null }));

/** Names by kind ('chain': ['arm']); null if the world is not known. */
export const useProvided = (): Readonly<Record<string, readonly string[]>> | null =>
  useStore((state) => state.answer?.names ?? null);

export async function loadProvided(world: string): Promise<void> {
  if (useStore.getState().world === world) return;
  useStore.setState({ world, answer: null });
  if (!world) return;
  const answer = await api.get<ProvidedAnswer>(`/api/provided/${encodeURIComponent(world)}`).catch(() => null);
  if (useStore.getState().world === world) useStore.setState({ answer });
}
