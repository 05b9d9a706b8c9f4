/** Schemes: on the server, laid out where they have no places yet, and drafts of them in this browser. */

import { documentKind } from "@/documents/documents";
import { laidOut } from "@/editor/actions";
import type { SchemeDocument, SubScheme } from "@/gen/documents";
import type { DocumentState, Layout, LevelQuery } from "@/gen/messages";
import { api } from "@/link/http";
import { isPlaced, levelNames, levelOf } from "@/model/scheme/document";
import { keepParts } from "@/model/scheme/known-parts";
import { pathOf } from "@/shell/router";

/** Levels of a document without places for everything are laid out by the server; nobody has to save that. */
async function arranged(doc: SchemeDocument, levels = levelNames(doc)): Promise<SchemeDocument> {
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

/** Keep what is in the parts of a scheme, laid out like the levels of the scheme itself. */
async function learnParts(doc: SchemeDocument, { brought, parts }: DocumentState): Promise<void> {
  const entries = Object.entries(brought);
  const schemes = Object.fromEntries(entries.map(([name, { scheme }]) => [name, scheme as SubScheme]));
  const { uses, ...rest } = doc;
  const looked = await arranged({ ...rest, schemes: { ...rest.schemes, ...schemes } }, Object.keys(schemes));
  const placed = Object.keys(schemes).flatMap((name): [string, SubScheme][] => {
    const scheme = looked.schemes?.[name];
    return scheme ? [[name, scheme]] : [];
  });
  keepParts(parts, Object.fromEntries(placed), Object.fromEntries(entries.map(([name, { by }]) => [name, by])));
}

export const schemes = documentKind<SchemeDocument>("scheme", {
  words: (w) => w.design,
  pathTo: (name = "") => pathOf("design", name),
  prepared: async (doc, kept) => {
    await learnParts(doc, kept);
    return arranged(doc);
  },
});
