/** Schemes: on the server, laid out where they have no places yet, and drafts of them in this browser. */

import { documentKind } from "@/documents/documents";
import { laidOut } from "@/editor/actions";
import type { SchemeDocument } from "@/gen/documents";
import type { Layout, LevelQuery } from "@/gen/messages";
import { api } from "@/link/http";
import { isPlaced, levelNames, levelOf } from "@/model/scheme/document";
import { pathOf } from "@/shell/router";

/** Levels of a document without places for everything are laid out by the server; nobody has to save that. */
async function arranged(doc: SchemeDocument): Promise<SchemeDocument> {
  const bare = levelNames(doc).filter((level) => {
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

export const schemes = documentKind<SchemeDocument>("scheme", {
  words: (w) => w.design,
  pathTo: (name = "") => pathOf("design", name),
  prepared: arranged,
});
