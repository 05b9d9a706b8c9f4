/** Edits of a panel document. Each gives a new document, or the same one if nothing changes. */

import type { PanelDocument, PictureDocument } from "../../gen/documents";
import type { PanelElement } from "../panel/elements";
import { boxes, boxOf, canEnable, PICTURE, sizeOf } from "./document";
import { freePlace, limited, type Rect, snap } from "./geometry";
import { FRESH_SIZE, freshElement, freshName, isPick, type Kind, NAME } from "./kinds";

type Doc = PanelDocument;

const withElements = (doc: Doc, elements: Doc["elements"]): Doc => ({ ...doc, elements });

/** One element replaced by what `how` makes of it. */
export function changeElement(doc: Doc, name: string, how: (element: PanelElement) => PanelElement): Doc {
  const element = doc.elements[name];
  if (!element) return doc;
  const changed = how(element);
  return changed === element ? doc : withElements(doc, { ...doc.elements, [name]: changed });
}

const placed = (element: PanelElement, box: Rect): PanelElement => ({
  ...element,
  position: [box.x, box.y],
  size: [box.width, box.height],
});

/** Keeps a box on the raster and, as far as it fits, inside. */
function fitting(box: Rect, [wide, tall]: readonly [number, number]): Rect {
  const [width, height] = [Math.min(box.width, wide), Math.min(box.height, tall)];
  return { x: snap(limited(box.x, 0, wide - width)), y: snap(limited(box.y, 0, tall - height)), width, height };
}

/** A fresh element; at a place (its middle), or where there is room. Returns its name too. */
export function addElement(doc: Doc, kind: Kind, at?: readonly [number, number]): [Doc, string] {
  const name = freshName(kind, Object.keys(doc.elements));
  const element = freshElement(kind);
  if (isPick(element)) return [withElements(doc, { ...doc.elements, [name]: element }), name];
  const [width, height] = FRESH_SIZE[kind];
  const area = sizeOf(doc);
  const taken = boxes(doc).map(([, box]) => box);
  const [x, y] = at ? [at[0] - width / 2, at[1] - height / 2] : freePlace(taken, [width, height], area);
  const sized: Doc = doc.size?.length === 2 ? doc : { ...doc, size: [...area] };
  const put = placed(element, fitting({ x, y, width, height }, area));
  return [withElements(sized, { ...doc.elements, [name]: put }), name];
}

/** Gives an element without a place one. */
export function placeElement(doc: Doc, name: string): Doc {
  const element = doc.elements[name];
  if (!element || isPick(element) || boxOf(element)) return doc;
  const [width, height] = FRESH_SIZE[element.type];
  const area = sizeOf(doc);
  const taken = boxes(doc).map(([, box]) => box);
  const [x, y] = freePlace(taken, [width, height], area);
  const open = unfolded(doc, new Set([name]));
  const sized: Doc = open.size?.length === 2 ? open : { ...open, size: [...area] };
  return changeElement(sized, name, () => placed(element, fitting({ x, y, width, height }, area)));
}

/** Without these elements; what enabled motion goes with its element. */
export function removeElements(doc: Doc, names: readonly string[]): Doc {
  const gone = new Set(names);
  const rest = Object.entries(doc.elements).filter(([name]) => !gone.has(name));
  const made = rest.length === Object.keys(doc.elements).length ? doc : withElements(doc, Object.fromEntries(rest));
  const kept = unfolded(made, gone);
  const bare = gone.has(PICTURE) && kept.picture ? removePicture(kept) : kept;
  return bare.enable && gone.has(bare.enable) ? setPanel(bare, "enable", "") : bare;
}

/** Another name for an element, at the same place in the order; refused if it is taken or no name. */
export function renameElement(doc: Doc, from: string, to: string): Doc {
  if (from === to || !(from in doc.elements) || to in doc.elements || !NAME.test(to)) return doc;
  const elements = Object.fromEntries(
    Object.entries(doc.elements).map(([name, element]) => [name === from ? to : name, element]),
  );
  const made = renamedWithin(withElements(doc, elements), from, to);
  return doc.enable === from ? { ...made, enable: to } : made;
}

/** Points and folds go on naming an element that is renamed. */
function renamedWithin(doc: Doc, from: string, to: string): Doc {
  const named = (names: readonly string[]) => names.map((name) => (name === from ? to : name));
  let made = doc;
  for (const [name, element] of Object.entries(doc.elements)) {
    if (element.type !== "point" || !element.entries.includes(from)) continue;
    made = changeElement(made, name, () => ({ ...element, entries: named(element.entries) }));
  }
  if (!made.folds?.some((fold) => fold.elements.includes(from))) return made;
  return { ...made, folds: made.folds.map((fold) => ({ ...fold, elements: named(fold.elements) })) };
}

/** Folds without some elements; one that is left empty goes. */
function unfolded(doc: Doc, gone: ReadonlySet<string>): Doc {
  if (!doc.folds?.some((fold) => fold.elements.some((name) => gone.has(name)))) return doc;
  const folds = doc.folds
    .map((fold) => ({ ...fold, elements: fold.elements.filter((name) => !gone.has(name)) }))
    .filter((fold) => fold.elements.length > 0);
  return put(doc, "folds", folds.length > 0 ? folds : undefined);
}

/** Copies of elements, a little aside. Returns their names too. */
export function duplicate(doc: Doc, names: readonly string[]): [Doc, string[]] {
  const elements = { ...doc.elements };
  const made: string[] = [];
  for (const name of names) {
    const element = doc.elements[name];
    if (!element) continue;
    const copy = freshName(name, Object.keys(elements));
    const box = boxOf(element);
    const aside = box && fitting({ ...box, x: box.x + 12, y: box.y + 12 }, sizeOf(doc));
    elements[copy] = aside ? placed(element, aside) : { ...element };
    made.push(copy);
  }
  return made.length > 0 ? [withElements(doc, elements), made] : [doc, []];
}

/** Puts elements and the picture at boxes, by name. */
export function setBoxes(doc: Doc, changes: ReadonlyMap<string, Rect>): Doc {
  let made = doc;
  for (const [name, box] of changes) {
    if (name === PICTURE) made = placePicture(made, box);
    else
      made = changeElement(made, name, (element) => {
        const before = boxOf(element);
        const same =
          before &&
          before.x === box.x &&
          before.y === box.y &&
          before.width === box.width &&
          before.height === box.height;
        return same ? element : placed(element, box);
      });
  }
  return made;
}

/** The picture keeps its proportions: the width tells the scale. */
function placePicture(doc: Doc, box: Rect): Doc {
  const [width] = doc.picture?.size ?? [];
  if (!doc.picture || !width) return doc;
  const scale = Math.round((box.width / width) * 1e4) / 1e4;
  const [x, y] = doc.picture.position ?? [0, 0];
  if (x === box.x && y === box.y && scale === (doc.picture.scale ?? 1)) return doc;
  const { scale: _, ...rest } = doc.picture;
  return { ...doc, picture: { ...rest, position: [box.x, box.y], ...(scale === 1 ? {} : { scale }) } };
}

/** Sets a property of an element; undefined leaves it out. */
export function setProperty(doc: Doc, name: string, key: string, value: unknown): Doc {
  return changeElement(doc, name, (element) => put(element, key, value));
}

/** Sets something of the panel itself; undefined or '' leaves it out. */
export function setPanel<K extends keyof Doc>(doc: Doc, key: K, value: Doc[K] | undefined): Doc {
  if (key === "enable" && value && !canEnable(doc.elements[String(value)])) return doc;
  return put(doc, key, value === "" ? undefined : value);
}

/** Sets the picture; marks of a smaller picture stay inside it. */
export function setPicture(doc: Doc, picture: PictureDocument): Doc {
  const [width, height] = picture.size ?? [];
  const made = { ...doc, picture };
  if (width === undefined || height === undefined) return made;
  return changeMarks(made, ([x = 0, y = 0]) => [limited(x, 0, width), limited(y, 0, height)]);
}

/** Without a picture there are no places on it. */
export function removePicture(doc: Doc): Doc {
  if (!doc.picture) return doc;
  const { picture: _, ...rest } = doc;
  return changeMarks(rest, () => undefined);
}

function changeMarks(doc: Doc, how: (position: readonly number[]) => number[] | undefined): Doc {
  let made = doc;
  for (const [name, element] of Object.entries(doc.elements)) {
    if (!isPick(element)) continue;
    const options = Object.fromEntries(
      Object.entries(element.options).map(([option, { position, ...rest }]) => {
        const next = position && how(position);
        return [option, next ? { ...rest, position: next } : rest];
      }),
    );
    made = withElements(made, { ...made.elements, [name]: { ...element, options } as PanelElement });
  }
  return made;
}

/** A record with a key set, or without it; the same one if that changes nothing. */
export function put<T extends object>(record: T, key: string, value: unknown): T {
  const before = (record as Record<string, unknown>)[key];
  if (before === value || JSON.stringify(before) === JSON.stringify(value)) return record;
  if (value !== undefined) return { ...record, [key]: value };
  const { [key]: _, ...rest } = record as Record<string, unknown>;
  return rest as T;
}
