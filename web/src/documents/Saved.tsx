import { useMemo } from "react";
import type { DocumentState } from "@/gen/messages";
import { Chip } from "@/ui";
import { useFormat, type Words } from "@/words";

/** The chip beside the name of a document: not saved, shipped, or when it was saved. The same node while it stays so. */
export function useSavedChip(
  dirty: boolean,
  state: DocumentState,
  s: Pick<Words["paneleditor"]["save"], "unsaved" | "shipped" | "shippedTip" | "saved">,
) {
  const format = useFormat();
  return useMemo(() => {
    if (dirty) return <Chip tone="warn">{s.unsaved}</Chip>;
    if (!state.own) return <span title={s.shippedTip}><Chip>{s.shipped}</Chip></span>; // biome-ignore format: one chip
    return state.changed === null ? null : <Chip>{s.saved(format.time(state.changed * 1000))}</Chip>;
  }, [dirty, state, s, format]);
}
