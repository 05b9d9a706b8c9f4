import { useMemo } from "react";
import type { BlockInfo } from "@/gen/messages";
import { wouldNest } from "@/model/scheme/edits";
import { useWords } from "@/words";
import { ownTypes } from "../canvas/graph";
import { useScheme } from "../context";

/** Sub-schemes of this document that may be used on the level that is open. */
export function useOwnTypes(): readonly BlockInfo[] {
  const w = useWords();
  const doc = useScheme((state) => state.doc);
  const level = useScheme((state) => state.level);
  const { schemes } = doc;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the sub-schemes of the document matter
  return useMemo(() => {
    const names = Object.keys(schemes ?? {}).filter((name) => !wouldNest(doc, level, name));
    return ownTypes(names, doc, w.design.canvas.subscheme);
  }, [schemes, level, w]);
}
