import type { BlockDocument, SchemeDocument, SubScheme, UiPlace, WireDocument } from "@/gen/documents";
import { defaultPositions } from "./defaults";
import { broughtTo } from "./known-parts";

/** One level of a scheme: the outermost one or a sub-scheme. Both have ports, blocks, wires and a drawing. */
export type Part = SchemeDocument | SubScheme;

/** A point on the canvas [px]. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What is drawn at a place of its own. */
export type PlacedKind = "blocks" | "inputs" | "outputs" | "notes";

/** Things on one level that are selected; notes by their index. */
export interface Selection {
  readonly blocks: readonly string[];
  readonly wires: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly notes: readonly number[];
}

/** An end of a wire: a port of a block, or an external port (`block` is empty). */
export interface Terminal {
  readonly block: string;
  readonly port: string;
}

/** Distance of the canvas grid [px]. */
export const GRID = 20;
/** Type of a block that is a sub-scheme: this, and its name. */
export const PREFIX = "scheme.";
/** What names of blocks, ports and sub-schemes look like. */
export const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

export const NOTHING: Selection = { blocks: [], wires: [], inputs: [], outputs: [], notes: [] };

/** A selection of some things only. */
export const selecting = (part: Partial<Selection>): Selection => ({ ...NOTHING, ...part });

/** Whether nothing is selected. */
export const isNothing = (selection: Selection): boolean => countSelected(selection) === 0;

/** How many things are selected. */
export const countSelected = (s: Selection): number =>
  s.blocks.length + s.wires.length + s.inputs.length + s.outputs.length + s.notes.length;

/** A scheme with nothing in it. */
export const emptyScheme = (name = ""): SchemeDocument => ({
  format: "pult.scheme",
  version: 1,
  ...(name ? { name } : {}),
});

/** A level by name: '' is the outermost. Undefined if there is no such sub-scheme, neither its own nor of a part. */
export function levelOf(doc: SchemeDocument, level: string): Part | undefined {
  return level === "" ? doc : schemeOf(doc, level);
}

/** A sub-scheme by name: the document's own, or one that a part brings. */
export function schemeOf(doc: SchemeDocument, name: string): SubScheme | undefined {
  return own(doc.schemes, name) ?? own(broughtTo(doc), name);
}

/** Whether a level can only be looked at, because a part brings it. */
export function isReadOnly(doc: SchemeDocument, level: string): boolean {
  return level !== "" && own(doc.schemes, level) === undefined && own(broughtTo(doc), level) !== undefined;
}

/** The document with one level replaced; the document itself if it is the same level as before, or of a part. */
export function withLevel(doc: SchemeDocument, level: string, part: Part): SchemeDocument {
  if (levelOf(doc, level) === part || isReadOnly(doc, level)) return doc;
  if (level === "") return part as SchemeDocument;
  return { ...doc, schemes: { ...doc.schemes, [level]: part as SubScheme } };
}

/** Names of all levels, the outermost ('') first. */
export const levelNames = (doc: SchemeDocument): string[] => ["", ...Object.keys(doc.schemes ?? {})];

/** The name a wire is known by in `ui.wires`, in selections and in layouts. */
export const wireKey = (wire: WireDocument): string => `${wire.from} -> ${wire.to}`;

/** The wire with this key. */
export const wireOf = (part: Part, key: string): WireDocument | undefined =>
  part.wires?.find((wire) => wireKey(wire) === key);

/** A block by id. */
export function blockOf(part: Part | undefined, id: string): BlockDocument | undefined {
  const blocks = part?.blocks;
  if (!blocks) return undefined;
  let index = indices.get(blocks);
  if (!index) {
    index = new Map();
    for (const block of blocks) if (!index.has(block.id)) index.set(block.id, block);
    indices.set(blocks, index);
  }
  return index.get(id);
}

/** Blocks of a list by id; lists of documents are never changed in place. */
const indices = new WeakMap<readonly BlockDocument[], Map<string, BlockDocument>>();

/** Read an end of a wire: 'block.port', or the bare name of an external port. */
export function portName(text: string): Terminal {
  const dot = text.indexOf(".");
  return dot < 0 ? { block: "", port: text } : { block: text.slice(0, dot), port: text.slice(dot + 1) };
}

/** Write an end of a wire. */
export const terminalText = (block: string, port: string): string => (block ? `${block}.${port}` : port);

/** Whether a block is a use of a sub-scheme. */
export const isSubScheme = (block: BlockDocument): boolean => block.type.startsWith(PREFIX);

/** The sub-scheme a block is a use of, or '' if it is of another type. */
export const subSchemeOf = (block: BlockDocument): string =>
  isSubScheme(block) ? block.type.slice(PREFIX.length) : "";

/** The sub-scheme of that name, if the block is one. */
export function innerOf(doc: SchemeDocument, block: BlockDocument): SubScheme | undefined {
  return isSubScheme(block) ? schemeOf(doc, subSchemeOf(block)) : undefined;
}

/** A name near `base` that is not taken; `base` itself if it is free. */
export function freshName(base: string, taken: { has(name: string): boolean }): string {
  const clean = cleanName(base);
  if (!taken.has(clean)) return clean;
  const stem = clean.replace(/_?\d+$/, "") || clean;
  for (let n = 2; ; n++) {
    const name = `${stem}_${n}`;
    if (!taken.has(name)) return name;
  }
}

/** Text made into a name: other characters become '_', a digit at the start gets one before it. */
export function cleanName(text: string): string {
  const name = text
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^_+(?=.)|_+$/g, "");
  if (!name) return "block";
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

/** An id for a new block; for a block type such as 'control.pd' the base is what follows the dot. */
export function freshId(part: Part, base: string): string {
  const ids = new Set((part.blocks ?? []).map((block) => block.id));
  return freshName(base.slice(base.lastIndexOf(".") + 1), ids);
}

/** Nearest point of the grid. */
export const snap = (value: number, grid = GRID): number => Math.round(value / grid) * grid || 0;

/** Nearest point of the grid. */
export const snapPoint = (point: Point, grid = GRID): Point => ({ x: snap(point.x, grid), y: snap(point.y, grid) });

/** How a thing is drawn, as far as the document says. */
export function placeIn(part: Part, kind: PlacedKind, key: string | number): UiPlace {
  if (kind === "notes") return part.ui?.notes?.[Number(key)] ?? {};
  return own(part.ui?.[kind], String(key)) ?? {};
}

/** Where a thing is drawn: as the document says, else where it goes by default. */
export function positionOf(part: Part, kind: PlacedKind, key: string | number): Point {
  const [x, y] = placeIn(part, kind, key).position ?? [];
  if (x !== undefined && y !== undefined) return { x, y };
  if (kind === "notes") return { x: 0, y: -140 - 80 * Number(key) };
  return defaultPositions(part)[kind][String(key)] ?? { x: 0, y: 0 };
}

/** Whether a block is drawn with its inputs on the right. */
export const isFlipped = (part: Part, id: string): boolean => placeIn(part, "blocks", id).flipped === true;

/** Bend points of a wire that a person has set, if any. */
export function bendsOf(part: Part, key: string): Point[] | undefined {
  return own(part.ui?.wires, key)?.map(([x, y]) => ({ x: x ?? 0, y: y ?? 0 }));
}

/** Whether the document says where everything on a level goes. A level without that is best laid out first. */
export function isPlaced(part: Part): boolean {
  const places = (kind: "blocks" | "inputs" | "outputs", keys: string[]) =>
    keys.every((key) => placeIn(part, kind, key).position !== undefined);
  return (
    places(
      "blocks",
      (part.blocks ?? []).map((block) => block.id),
    ) &&
    places("inputs", Object.keys(part.inputs ?? {})) &&
    places("outputs", Object.keys(part.outputs ?? {}))
  );
}

/** What of a selection is really there. */
export function existing(part: Part | undefined, selection: Selection): Selection {
  if (!part) return NOTHING;
  const ids = new Set((part.blocks ?? []).map((block) => block.id));
  const wires = selection.wires.length ? new Set((part.wires ?? []).map(wireKey)) : new Set<string>();
  const kept: Selection = {
    blocks: selection.blocks.filter((id) => ids.has(id)),
    wires: selection.wires.filter((key) => wires.has(key)),
    inputs: selection.inputs.filter((name) => own(part.inputs, name) !== undefined),
    outputs: selection.outputs.filter((name) => own(part.outputs, name) !== undefined),
    notes: selection.notes.filter((index) => part.notes?.[index] !== undefined),
  };
  return countSelected(kept) === countSelected(selection) ? selection : kept;
}

/** Everything on a level. */
export const everything = (part: Part): Selection => ({
  blocks: (part.blocks ?? []).map((block) => block.id),
  wires: (part.wires ?? []).map(wireKey),
  inputs: Object.keys(part.inputs ?? {}),
  outputs: Object.keys(part.outputs ?? {}),
  notes: (part.notes ?? []).map((_, index) => index),
});

/** The entry of a record under a key of its own: 'constructor' is a name like any other. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
