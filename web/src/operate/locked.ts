/** Why something cannot be done now. */

import { pilotDrives, useLive } from "@/link/live";
import { useWords } from "@/words";

/** Why nothing can be asked of the session by anybody; empty if it can. */
function useClosed(open: boolean): string {
  const w = useWords();
  const link = useLive((live) => live.link);
  const state = useLive((live) => live.session?.state ?? "starting");
  if (link === "lost") return w.operate.locked.link;
  if (state === "dead" || state === "ended") return w.operate.locked.dead;
  // a session that compiles another scheme goes on with the old one meanwhile
  return open ? "" : w.operate.opening.wait;
}

/** Why nothing can be moved; empty if all can. `elsewhere`: whether the panel is in a window of its own. */
export function useLocked(open: boolean, elsewhere = false): string {
  const w = useWords();
  const closed = useClosed(open);
  const mine = useLive((live) => live.mine);
  const taken = useLive((live) => live.operator.client !== "");
  if (closed || mine) return closed;
  if (elsewhere) return w.operate.window.locked;
  return taken ? w.operate.locked.watching : w.operate.locked.free;
}

/** Why the controls of the panel cannot be moved; empty if they can. `locked`: why nothing can be asked at all. */
export function usePanelLocked(locked: string): string {
  const w = useWords();
  const driven = useLive(pilotDrives);
  return locked || (driven ? w.operate.demo.locked : "");
}

/** Why Start does nothing; empty if it starts. A panel that nobody has is taken by it. */
export function useNoStart(open: boolean, pressed: boolean, elsewhere = false): string {
  const w = useWords();
  const closed = useClosed(open);
  const halted = useLive((live) => live.session?.state === "halted");
  const other = useLive((live) => !live.mine && live.operator.client !== "");
  if (closed) return closed;
  if (other) return elsewhere ? w.operate.window.locked : w.operate.locked.watching;
  if (halted) return w.operate.dead.haltedNext;
  return pressed ? w.operate.stop.startFirst : "";
}
