import type { SchemeDocument, SubScheme } from "@/gen/documents";
import { blockOf, freshName, innerOf, levelNames, levelOf, NAME, own, PREFIX, schemeOf, subSchemeOf } from "./document";
import { broughtTo } from "./known-parts";
import { bare, changeBlock, rekeyed } from "./parts";

/** How often each sub-scheme is used, on all levels together. */
export function usesOf(doc: SchemeDocument, scheme: string): { level: string; block: string }[] {
  return levelNames(doc).flatMap((level) =>
    (levelOf(doc, level)?.blocks ?? [])
      .filter((block) => subSchemeOf(block) === scheme)
      .map((block) => ({ level, block: block.id })),
  );
}

/** Sub-schemes that a level uses, directly or through others. */
export function schemesUnder(doc: SchemeDocument, level: string): Set<string> {
  const found = new Set<string>();
  const open = [level];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const block of levelOf(doc, name)?.blocks ?? []) {
      const inner = subSchemeOf(block);
      if (!inner || found.has(inner) || !schemeOf(doc, inner)) continue;
      found.add(inner);
      open.push(inner);
    }
  }
  return found;
}

/** Whether a use of a sub-scheme on a level would make a scheme contain itself. */
export const wouldNest = (doc: SchemeDocument, level: string, scheme: string): boolean =>
  level !== "" && (scheme === level || schemesUnder(doc, scheme).has(level));

/** Names that a new sub-scheme cannot have. */
export const takenNames = (doc: SchemeDocument): Set<string> =>
  new Set([...Object.keys(doc.schemes ?? {}), ...Object.keys(doc.uses ?? {}), ...Object.keys(broughtTo(doc))]);

/** Add a sub-scheme under a free name near the wanted one. */
export function addSubScheme(
  doc: SchemeDocument,
  name: string,
  scheme: SubScheme,
): { readonly doc: SchemeDocument; readonly name: string } {
  const free = freshName(name, takenNames(doc));
  return { doc: { ...doc, schemes: { ...doc.schemes, [free]: bare(scheme) } }, name: free };
}

/** Give one use of a sub-scheme a copy of its own, so that changing it leaves the other uses alone. */
export function makeSubSchemeUnique(doc: SchemeDocument, level: string, id: string): SchemeDocument {
  const block = blockOf(levelOf(doc, level), id);
  const inner = block && innerOf(doc, block);
  if (!block || !inner || usesOf(doc, subSchemeOf(block)).length < 2) return doc;
  const copy = addSubScheme(doc, subSchemeOf(block), inner);
  return changeBlock(copy.doc, level, id, (old) => ({ ...old, type: PREFIX + copy.name }));
}

/** Call a sub-scheme otherwise; all its uses follow. */
export function renameSubScheme(doc: SchemeDocument, name: string, to: string): SchemeDocument {
  if (name === to || !NAME.test(to) || !own(doc.schemes, name) || takenNames(doc).has(to)) return doc;
  const used = usesOf(doc, name).reduce(
    (changed, use) => changeBlock(changed, use.level, use.block, (block) => ({ ...block, type: PREFIX + to })),
    doc,
  );
  return { ...used, schemes: rekeyed(used.schemes, (key) => (key === name ? to : key)) };
}

/** Take away sub-schemes that the outermost level does not use, directly or through others. */
export function removeUnusedSubSchemes(doc: SchemeDocument): SchemeDocument {
  const used = schemesUnder(doc, "");
  const schemes = rekeyed(doc.schemes, (name) => (used.has(name) ? name : undefined));
  return schemes === doc.schemes ? doc : bare({ ...doc, schemes });
}

/** Sub-schemes that are not used. */
export const unusedSubSchemes = (doc: SchemeDocument): string[] => {
  const used = schemesUnder(doc, "");
  return Object.keys(doc.schemes ?? {}).filter((name) => !used.has(name));
};
