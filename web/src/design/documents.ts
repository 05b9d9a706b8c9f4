/** Schemes: on the server, laid out where they have no places yet, and drafts of them in this browser. */

import { documentKind } from "@/documents/documents";
import { arranged } from "@/editor/arranging";
import type { SchemeDocument, SubScheme } from "@/gen/documents";
import type { DocumentState } from "@/gen/messages";
import { keepParts } from "@/model/scheme/known-parts";
import { pathOf } from "@/shell/router";

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
