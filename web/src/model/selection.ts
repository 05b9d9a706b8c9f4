/** What is selected: one thing, shown by all views at once. */

import { create } from "zustand";

export interface Thing {
  kind: "joint" | "effector" | "camera" | "body" | "block" | "signal";
  name: string;
}

interface Selection {
  selected: readonly Thing[];
  hovered: Thing | null;
  select: (things: readonly Thing[]) => void;
  hover: (thing: Thing | null) => void;
}

export const useSelection = create<Selection>((set) => ({
  selected: [],
  hovered: null,
  select: (selected) => set({ selected }),
  hover: (hovered) => set({ hovered }),
}));

export function isSame(one: Thing | null, two: Thing | null): boolean {
  return one !== null && two !== null && one.kind === two.kind && one.name === two.name;
}

export function holds(things: readonly Thing[], thing: Thing): boolean {
  return things.some((other) => isSame(other, thing));
}
