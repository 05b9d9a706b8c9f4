import { useMemo } from "react";
import type { DocumentState } from "@/gen/messages";
import { Chip } from "@/ui";
import { useFormat } from "@/words";
import type { DocumentWords } from "./documents";

/** The chip beside the name of a document: not saved, shipped, or when it was saved. The same node while it stays so. */
export function useSavedChip(dirty: boolean, state: DocumentState, s: DocumentWords["save"]) {
  const format = useFormat();
  return useMemo(() => {
    if (dirty) return <Chip tone="warn">{s.unsaved}</Chip>;
    if (!state.own) return <span title={s.shippedTip}><Chip>{s.shipped}</Chip></span>; // biome-ignore format: one chip
    return state.changed === null ? null : <Chip>{s.saved(format.time(state.changed * 1000))}</Chip>;
  }, [dirty, state, s, format]);
}
