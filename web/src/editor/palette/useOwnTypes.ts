import { useMemo } from "react";
import type { BlockInfo } from "@/gen/messages";
import { schemeOf } from "@/model/scheme/document";
import { wouldNest } from "@/model/scheme/edits";
import { useWords } from "@/words";
import { ownTypes } from "../canvas/graph";
import { useScheme } from "../context";

/** Sub-schemes of this document, and parts that it uses, that may be used on the level that is open. */
export function useOwnTypes(): readonly BlockInfo[] {
  const w = useWords();
  const doc = useScheme((state) => state.doc);
  const level = useScheme((state) => state.level);
  const { schemes, uses } = doc;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the sub-schemes and parts of the document matter
  return useMemo(() => {
    const known = [...Object.keys(schemes ?? {}), ...Object.keys(uses ?? {}).filter((name) => schemeOf(doc, name))];
    const names = known.filter((name) => !wouldNest(doc, level, name));
    return ownTypes(names, doc, w.design.canvas.subscheme);
  }, [schemes, uses, level, w]);
}
