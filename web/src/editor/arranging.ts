/** Places for what a scheme does not place: the server lays it out. */

import type { SchemeDocument } from "@/gen/documents";
import type { Layout, LevelQuery } from "@/gen/messages";
import { api } from "@/link/http";
import { isPlaced, levelNames, levelOf, placeIn, positionOf, withLevel } from "@/model/scheme/document";

/** Levels of a document without places for everything are laid out by the server; nobody has to save that. */
export async function arranged(doc: SchemeDocument, levels = levelNames(doc)): Promise<SchemeDocument> {
  const bare = levels.filter((level) => {
    const part = levelOf(doc, level);
    return part && (part.blocks ?? []).length > 0 && !isPlaced(part);
  });
  const layouts = await Promise.all(
    bare.map((level) => {
      const query: LevelQuery = { document: doc, level };
      // a scheme with faults may have no layout; it then stands in plain columns
      return api.post<Layout>("/api/scheme/layout", query).catch(() => null);
    }),
  );
  return bare.reduce((made, level, index) => {
    const layout = layouts[index];
    return layout ? laidOut(made, level, layout) : made;
  }, doc);
}

/** A level with everything exactly where a layout puts it: its raster keeps wires straight. */
export function laidOut(doc: SchemeDocument, level: string, layout: Layout): SchemeDocument {
  const inside = levelOf(doc, level);
  if (!inside) return doc;
  const placed = (kind: "blocks" | "inputs" | "outputs", keys: readonly string[]) =>
    Object.fromEntries(
      keys.map((key) => {
        const old = positionOf(inside, kind, key);
        const [x = old.x, y = old.y] = layout[kind][key] ?? [];
        return [key, { ...placeIn(inside, kind, key), position: [x, y] }];
      }),
    );
  const ui = {
    ...(inside.ui?.notes ? { notes: inside.ui.notes } : {}),
    blocks: placed(
      "blocks",
      (inside.blocks ?? []).map((block) => block.id),
    ),
    inputs: placed("inputs", Object.keys(inside.inputs ?? {})),
    outputs: placed("outputs", Object.keys(inside.outputs ?? {})),
  };
  return withLevel(doc, level, { ...inside, ui });
}
