/** What is selected: one thing, shown by all views at once. */

import { create } from "zustand";
import type { Thing } from "./thing";

export { holds, isSame, type Thing } from "./thing";

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
