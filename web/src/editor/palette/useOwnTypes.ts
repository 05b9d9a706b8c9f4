import { useMemo } from "react";
import type { BlockInfo } from "@/gen/messages";
import { schemeOf } from "@/model/scheme/document";
import { wouldNest } from "@/model/scheme/edits";
import { useWords } from "@/words";
import { ownTypes } from "../canvas/graph";
import { useEditor, useScheme } from "../context";
import { partTypes, useLibrary } from "../library";

/** Sub-schemes of this document, and parts that it uses or may use, for the level that is open. */
export function useOwnTypes(): readonly BlockInfo[] {
  const w = useWords();
  const doc = useScheme((state) => state.doc);
  const level = useScheme((state) => state.level);
  const { schemes, uses } = doc;
  const { name } = useEditor();
  const library = useLibrary((state) => state.parts);
  const parts = useMemo(() => partTypes(library, name), [library, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the sub-schemes and parts of the document matter
  return useMemo(() => {
    const known = [...Object.keys(schemes ?? {}), ...Object.keys(uses ?? {}).filter((name) => schemeOf(doc, name))];
    const names = known.filter((scheme) => !wouldNest(doc, level, scheme));
    return [...ownTypes(names, doc, w.design.canvas.subscheme), ...parts];
  }, [schemes, uses, level, parts, w]);
}
