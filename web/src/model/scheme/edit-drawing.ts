import type { SchemeDocument, UiPlace } from "@/gen/documents";
import type { Layout } from "@/gen/messages";
import {
  levelOf,
  own,
  type Part,
  type PlacedKind,
  type Point,
  placeIn,
  positionOf,
  type Selection,
  snap,
  wireOf,
} from "./document";
import { bare, bareUi, change, changeQuietly, having, withUi } from "./parts";

/** The control step without one in the document [s]. */
export const DEFAULT_STEP = 0.01;

/** Set the control step [s]. */
export function setStep(doc: SchemeDocument, step: number): SchemeDocument {
  if ((doc.step ?? DEFAULT_STEP) === step) return doc;
  const { step: _, ...rest } = doc;
  return step === DEFAULT_STEP ? rest : { ...rest, step };
}

/** Set the name of the scheme. */
export const setName = (doc: SchemeDocument, name: string): SchemeDocument =>
  (doc.name ?? "") === name ? doc : bare({ ...doc, name });

/** Set what a level says about itself. */
export const setDescription = (doc: SchemeDocument, level: string, description: string): SchemeDocument =>
  changeQuietly(doc, level, (part) => ((part.description ?? "") === description ? part : { ...part, description }));

/** Put everything where a layout says. Bends that people had set go: they belonged to the old places. */
export function applyLayout(doc: SchemeDocument, level: string, layout: Layout, keepRoutes = false): SchemeDocument {
  return change(doc, level, (part) => {
    const placed = (kind: "blocks" | "inputs" | "outputs", keys: string[]) =>
      Object.fromEntries(
        keys.map((key): [string, UiPlace] => {
          const [x, y] = own(layout[kind], key) ?? [];
          const old = positionOf(part, kind, key);
          return [key, { ...placeIn(part, kind, key), position: [snap(x ?? old.x), snap(y ?? old.y)] }];
        }),
      );
    const routes = Object.entries(layout.wires).filter(([key, points]) => points.length > 0 && wireOf(part, key));
    return withUi(part, {
      notes: part.ui?.notes,
      blocks: placed(
        "blocks",
        (part.blocks ?? []).map((block) => block.id),
      ),
      inputs: placed("inputs", Object.keys(part.inputs ?? {})),
      outputs: placed("outputs", Object.keys(part.outputs ?? {})),
      wires: keepRoutes ? Object.fromEntries(routes) : undefined,
    });
  });
}

/** Set the bends of a wire by hand, or leave it to the router again (undefined). */
export function setBends(
  doc: SchemeDocument,
  level: string,
  key: string,
  points: readonly Point[] | undefined,
): SchemeDocument {
  const part = levelOf(doc, level);
  if (!part || !wireOf(part, key) || (!points && !own(part.ui?.wires, key))) return doc;
  const bends = points?.length ? points.map(({ x, y }) => [x, y]) : undefined;
  return change(doc, level, (old) => withUi(old, { ...old.ui, wires: having(old.ui?.wires, key, bends) }));
}

/** Turn blocks round: inputs to the right, outputs to the left, or back. All get the state the first one lacks. */
export function flip(doc: SchemeDocument, level: string, selection: Selection): SchemeDocument {
  const part = levelOf(doc, level);
  const ids = selection.blocks.filter((id) => part?.blocks?.some((block) => block.id === id));
  const [first] = ids;
  if (!part || first === undefined) return doc;
  const flipped = !placeIn(part, "blocks", first).flipped;
  return ids.reduce((changed, id) => setPlace(changed, level, "blocks", id, { flipped }), doc);
}

/** Change how one thing is drawn: position, size, colour, flipped; what is left out stays. */
export function setPlace(
  doc: SchemeDocument,
  level: string,
  kind: Exclude<PlacedKind, "notes">,
  key: string,
  place: UiPlace,
): SchemeDocument {
  return change(doc, level, (part) => {
    if (!isThere(part, kind, key)) return part;
    const set = bare({ ...placeIn(part, kind, key), ...place });
    return withUi(part, bareUi({ ...part.ui, [kind]: having(part.ui?.[kind], key, set) }));
  });
}

function isThere(part: Part, kind: Exclude<PlacedKind, "notes">, key: string): boolean {
  if (kind === "blocks") return part.blocks?.some((block) => block.id === key) ?? false;
  return own(part[kind], key) !== undefined;
}
