import type { SchemeDocument } from "@/gen/documents";
import { own } from "./document";
import { bringing, partUnder } from "./known-parts";
import { bare, without } from "./parts";

/** Copy a part that a document uses into its own sub-schemes, with what it brings; the part itself stays as it is. */
export function makeMine(doc: SchemeDocument, name: string): SchemeDocument {
  const part = partUnder(doc, name);
  if (!part || own(doc.schemes, name)) return doc;
  const left = { ...doc, uses: without(doc.uses, name) };
  const inner = Object.entries(part.inner).filter(
    ([other]) => !own(doc.schemes, other) && bringing(left, other).length === 0,
  );
  return bare({ ...left, schemes: { ...doc.schemes, ...Object.fromEntries(inner), [name]: part.scheme } });
}
