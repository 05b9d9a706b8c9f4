/** Opening a scheme: the document, laid out where it has no places yet. */

import { laidOut } from "@/editor/actions";
import type { SchemeDocument } from "@/gen/documents";
import type { DocumentState, Layout, LevelQuery } from "@/gen/messages";
import { api } from "@/link/http";
import { isPlaced, levelNames, levelOf } from "@/model/scheme/document";
import { isScheme, schemes } from "./documents";

export interface Opened {
  state: DocumentState;
  doc: SchemeDocument;
}

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

export async function openScheme(name: string, notScheme: string): Promise<Opened> {
  const state = await schemes.fetch(name);
  if (!isScheme(state.document)) throw new Error(notScheme);
  return { state, doc: await arranged(state.document) };
}

export { arranged };
