import { useSyncExternalStore } from "react";
import type { SignalSource } from "@/model/plots/source";

/** Why a source cannot give its signals; empty if it can. */
export function useFault(source: SignalSource): string {
  return useSyncExternalStore(
    (listener) => source.subscribe(listener),
    () => source.fault(),
  );
}
