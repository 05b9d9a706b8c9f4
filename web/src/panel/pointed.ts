/** The elements of the panel that the present stage is done with: they are pointed at. */

import { create } from "zustand";

export const usePointed = create<{ names: readonly string[] }>(() => ({ names: [] }));

/** Point at some elements; none ends it. */
export function pointTo(names: readonly string[]): void {
  usePointed.setState({ names });
}
