/** How the session does, for React: only what changed draws anew. */

import { useSyncExternalStore } from "react";
import { hub, useLive } from "@/link/live";
import type { Frame } from "@/model/frame";

type Plain = string | number | boolean | null;

const subscribe = (listener: () => void): (() => void) => hub.subscribe(listener);

/** Something of the newest frame; a plain value, so that it can be told whether it changed. */
export function useFrame<T extends Plain>(select: (frame: Frame | null) => T): T {
  return useSyncExternalStore(subscribe, () => select(hub.frame));
}

/** "running", "ready", ...: the session's word; frames know first when it is open. */
export function useRunning(): boolean {
  return useLive((live) => live.session?.state) === "running";
}
