import type { SchemeDocument, SubScheme } from "@/gen/documents";
import type { DocumentState, UsedPartInfo } from "@/gen/messages";

/**
 * Parts that schemes use, as the server has told them: known to the page like block types, by the name that documents
 * give them. A document holds their names alone; what is in them is looked at, and never saved with it.
 */

/** A part that the page knows. */
export interface KnownPart {
  readonly info: UsedPartInfo;
  readonly scheme: SubScheme;
  /** Sub-schemes that it brings besides itself. */
  readonly inner: Readonly<Record<string, SubScheme>>;
}

const known = new Map<string, KnownPart>();
let seen = new WeakMap<object, Readonly<Record<string, SubScheme>>>();
const NONE: Readonly<Record<string, SubScheme>> = {};

/** Keep what the server has told of the parts of a scheme. */
export function keepParts(parts: DocumentState["parts"], brought: Readonly<Record<string, SubScheme>>, by: By): void {
  for (const [name, info] of Object.entries(parts)) {
    const scheme = Object.hasOwn(brought, name) ? brought[name] : undefined;
    if (!scheme) continue;
    const inner = Object.entries(brought).filter(([other]) => other !== name && by[other]?.includes(name));
    keepPart({ info, scheme, inner: Object.fromEntries(inner) });
  }
}

/** Keep what the server has told of one part. */
export function keepPart(part: KnownPart): void {
  known.set(part.info.part, part);
  seen = new WeakMap();
}

/** A part by what documents call it in `uses`, if the page knows it. */
export const knownPart = (part: string): KnownPart | undefined => known.get(part);

type By = Readonly<Record<string, readonly string[]>>;

/** The part that stands under a name in a document, if it uses one that the page knows. */
export function partUnder(doc: SchemeDocument, name: string): KnownPart | undefined {
  const part = doc.uses && Object.hasOwn(doc.uses, name) ? doc.uses[name] : undefined;
  return part === undefined ? undefined : known.get(part);
}

/** Sub-schemes that the parts of a document bring, by name: the same object as long as it uses the same parts. */
export function broughtTo(doc: SchemeDocument): Readonly<Record<string, SubScheme>> {
  if (!doc.uses) return NONE;
  const before = seen.get(doc.uses);
  if (before) return before;
  const found: [string, SubScheme][] = [];
  for (const name of Object.keys(doc.uses)) {
    const part = partUnder(doc, name);
    if (part) found.push(...Object.entries(part.inner), [name, part.scheme]);
  }
  const made = Object.fromEntries(found);
  seen.set(doc.uses, made);
  return made;
}

/** Names of the used parts that bring a sub-scheme; none if it is the document's own. */
export function bringing(doc: SchemeDocument, scheme: string): string[] {
  if (doc.schemes && Object.hasOwn(doc.schemes, scheme)) return [];
  return Object.keys(doc.uses ?? {}).filter((name) => {
    const part = partUnder(doc, name);
    return part !== undefined && (name === scheme || Object.hasOwn(part.inner, scheme));
  });
}
