/** Why nothing can be moved or asked for now. */

import { useLive } from "@/link/live";
import { useWords } from "@/words";

/** The reason; empty if all can. `elsewhere`: whether the panel is in a window of its own. */
export function useLocked(open: boolean, elsewhere = false): string {
  const w = useWords();
  const link = useLive((live) => live.link);
  const mine = useLive((live) => live.mine);
  const state = useLive((live) => live.session?.state ?? "starting");
  if (link === "lost") return w.operate.locked.link;
  if (state === "dead" || state === "ended") return w.operate.locked.dead;
  // a session that compiles another scheme goes on with the old one meanwhile
  if (!open) return w.operate.opening.wait;
  if (mine) return "";
  return elsewhere ? w.operate.window.locked : w.operate.locked.watching;
}
