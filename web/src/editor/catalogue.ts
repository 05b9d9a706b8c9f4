/** Types of blocks the server knows; asked once for all. */

import { create } from "zustand";
import type { BlockInfo } from "@/gen/messages";
import { api } from "@/link/http";
import { onLanguage, saidBy } from "@/words";

export interface Catalogue {
  state: "idle" | "loading" | "ready" | "failed";
  blocks: readonly BlockInfo[];
  byName: ReadonlyMap<string, BlockInfo>;
  error: string;
}

export const useCatalogue = create<Catalogue>(() => ({ state: "idle", blocks: [], byName: new Map(), error: "" }));

async function fetchBlocks(): Promise<void> {
  const blocks = await api.get<BlockInfo[]>("/api/blocks");
  useCatalogue.setState({ state: "ready", blocks, byName: new Map(blocks.map((block) => [block.name, block])) });
}

export async function loadCatalogue(): Promise<void> {
  const { state } = useCatalogue.getState();
  if (state === "loading" || state === "ready") return;
  useCatalogue.setState({ state: "loading", error: "" });
  try {
    await fetchBlocks();
  } catch (error) {
    useCatalogue.setState({ state: "failed", error: saidBy(error) });
  }
}

// titles and descriptions come in the language of the page; what is there stays until the others have come
onLanguage(() => {
  if (useCatalogue.getState().state === "ready") fetchBlocks().catch(() => undefined);
});
