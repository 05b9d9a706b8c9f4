import type { SchemeDocument } from "@/gen/documents";
import { freshName, levelNames, levelOf, own, subSchemeOf } from "./document";
import { knownPart } from "./known-parts";
import { bare, without } from "./parts";
import { takenNames } from "./sub-schemes";

/** Type of a part in the palette: this, and what `uses` of a document calls the part. */
export const PART = "part.";

/** A document that uses a part, and the name that the part has in it: the one it has already, or a free one. */
export function withPart(doc: SchemeDocument, part: string): { readonly doc: SchemeDocument; readonly name: string } {
  const before = Object.entries(doc.uses ?? {}).find(([, used]) => used === part);
  if (before) return { doc, name: before[0] };
  const inner = Object.keys(knownPart(part)?.inner ?? {});
  const name = freshName(part, new Set([...takenNames(doc), ...inner]));
  return { doc: { ...doc, uses: { ...doc.uses, [name]: part } }, name };
}

/** Names of all sub-schemes and parts that blocks of the document itself are uses of. */
function usedNames(doc: SchemeDocument): Set<string> {
  return new Set(levelNames(doc).flatMap((level) => (levelOf(doc, level)?.blocks ?? []).map(subSchemeOf)));
}

/** A document that no longer names the parts whose last use went with an edit; those unused before it stay. */
export function withoutIdleParts(before: SchemeDocument, after: SchemeDocument): SchemeDocument {
  if (!after.uses || (before.blocks === after.blocks && before.schemes === after.schemes)) return after;
  const [were, are] = [usedNames(before), usedNames(after)];
  const idle = Object.keys(after.uses).filter((name) => were.has(name) && !are.has(name));
  return idle.length > 0 ? bare({ ...after, uses: without(after.uses, ...idle) }) : after;
}

/** A document without a part or a sub-scheme that nothing uses; the document itself if something does. */
export function withoutUnused(doc: SchemeDocument, name: string): SchemeDocument {
  if (usedNames(doc).has(name)) return doc;
  if (own(doc.uses, name) !== undefined) return bare({ ...doc, uses: without(doc.uses, name) });
  return own(doc.schemes, name) ? bare({ ...doc, schemes: without(doc.schemes, name) }) : doc;
}
