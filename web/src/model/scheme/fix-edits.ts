import type { SchemeDocument } from "@/gen/documents";
import {
  blockOf,
  freshId,
  isFlipped,
  levelOf,
  own,
  type Part,
  type Point,
  portName,
  positionOf,
  snap,
  terminalText,
  wireKey,
  wireOf,
} from "./document";
import { addBlock, type Made, setShape } from "./edit-blocks";
import { setPlace } from "./edit-drawing";
import { connect } from "./edit-wires";
import type { Fix } from "./fits";
import { change, changeBlock, mapWires, rekeyed, withUi } from "./parts";
import { type PortSources, portsOf } from "./ports";

/** Edits that remedies are made of. */

/** How many ports a block has one under the other, at most. */
export type Rows = (id: string) => number;

export const rowsOf =
  (state: PortSources, level: string): Rows =>
  (id) => {
    const { inputs, outputs } = portsOf(state, level, id);
    return Math.max(inputs.length, outputs.length);
  };

/** How large blocks are, roughly, with room around them [px]. */
const WIDE = 176;
const HIGH = 60;
const ROW = 24;
/** How far before its target a block that feeds it is put [px]. */
const BEFORE = 200;

/** The place nearest to a wanted one, above or below it, where a small block covers nothing. */
export function freeSpot(part: Part, wanted: Point, rows: Rows): Point {
  const taken = (part.blocks ?? []).map(({ id }) => ({
    ...positionOf(part, "blocks", id),
    height: HIGH + ROW * Math.max(1, rows(id)),
  }));
  for (const side of ["inputs", "outputs"] as const)
    for (const name of Object.keys(part[side] ?? {})) taken.push({ ...positionOf(part, side, name), height: 2 * ROW });
  const x = snap(wanted.x);
  const height = HIGH + ROW;
  const free = (y: number) =>
    taken.every((box) => Math.abs(box.x - x) >= WIDE || box.y >= y + height || y >= box.y + box.height);
  const start = snap(wanted.y, 12);
  for (let away = 0; ; away += 12) {
    if (free(start + away)) return { x, y: start + away };
    if (free(start - away)) return { x, y: start - away };
  }
}

/** Where the thing at an end of a wire is drawn. */
export function placeOfEnd(part: Part, text: string, side: "from" | "to"): Point {
  const { block, port } = portName(text);
  if (block) return positionOf(part, "blocks", block);
  return positionOf(part, side === "from" ? "inputs" : "outputs", port);
}

/** A place before a port, for a block that feeds it; ports further down get theirs further down. */
export function spotBefore(part: Part, terminal: string, row: number, rows: Rows): Point {
  const { x, y } = placeOfEnd(part, terminal, "to");
  const { block } = portName(terminal);
  const way = block && isFlipped(part, block) ? 1 : -1;
  return freeSpot(part, { x: x + way * BEFORE, y: y + ROW * row }, rows);
}

/** Whether a wire leads back to the left, as feedback does. */
export const leadsBack = (part: Part, wire: { from: string; to: string }): boolean =>
  placeOfEnd(part, wire.from, "from").x >= placeOfEnd(part, wire.to, "to").x;

/** A place for a block in a wire: between its ends, or under both if the wire leads back. */
export function spotWithin(part: Part, wire: { from: string; to: string }, rows: Rows): Point {
  const [a, b] = [placeOfEnd(part, wire.from, "from"), placeOfEnd(part, wire.to, "to")];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return freeSpot(part, leadsBack(part, wire) ? { x: middle.x, y: Math.max(a.y, b.y) + 108 } : middle, rows);
}

/** Lead a wire through what makes its ends fit: a block between them, or the target applied to every entry. */
export function connectThrough(
  doc: SchemeDocument,
  level: string,
  wire: { from: string; to: string },
  fix: Fix,
  at: Point,
): Made {
  if (fix.kind === "shape") {
    const id = portName(wire.to).block;
    return { doc: connect(setShape(doc, level, id, fix.shape), level, wire.from, wire.to), id };
  }
  const part = levelOf(doc, level);
  if (!part) return { doc, id: "" };
  const made = addBlock(doc, level, fix.type, at, {
    parameters: fix.parameters,
    shape: fix.shape ? [...fix.shape] : undefined,
  });
  const first = connect(made.doc, level, wire.from, terminalText(made.id, fix.input));
  const both = connect(first, level, terminalText(made.id, fix.output), wire.to);
  const turned = leadsBack(part, wire) ? setPlace(both, level, "blocks", made.id, { flipped: true }) : both;
  return { doc: turned, id: made.id };
}

/** Write another name at one end of a wire, whatever the other end is. */
export const setWireEnd = (
  doc: SchemeDocument,
  level: string,
  key: string,
  side: "from" | "to",
  text: string,
): SchemeDocument =>
  change(doc, level, (part) => mapWires(part, (wire) => (wireKey(wire) === key ? { ...wire, [side]: text } : wire)));

/** Give a block another type and leave it all it has: its type was misspelt. */
export const respellType = (doc: SchemeDocument, level: string, id: string, type: string): SchemeDocument =>
  changeBlock(doc, level, id, (block) => (block.type === type ? block : { ...block, type }));

/** Call a parameter or a constant of a block otherwise; its value stays. Not if there is one of that name. */
export function respellKey(
  doc: SchemeDocument,
  level: string,
  id: string,
  list: "parameters" | "inputs",
  from: string,
  to: string,
): SchemeDocument {
  const part = levelOf(doc, level);
  if (list === "inputs" && part?.wires?.some((wire) => wire.to === terminalText(id, to))) return doc;
  return changeBlock(doc, level, id, (block) =>
    own(block[list], to) !== undefined
      ? block
      : { ...block, [list]: rekeyed(block[list], (key) => (key === from ? to : key)) },
  );
}

/** Give the block at a place of the list an id of its own; wires stay with the one that had it first. */
export function ownId(doc: SchemeDocument, level: string, index: number): Made {
  const block = levelOf(doc, level)?.blocks?.[index];
  if (!block) return { doc, id: "" };
  const id = freshId(levelOf(doc, level) as Part, block.id);
  const made = change(doc, level, (part) => {
    const { x, y } = positionOf(part, "blocks", block.id);
    const at = freeSpot(part, { x: x + 40, y }, () => 2);
    const blocks = (part.blocks ?? []).map((old, i) => (i === index ? { ...old, id } : old));
    const places = { ...part.ui?.blocks, [id]: { position: [at.x, at.y] } };
    return withUi({ ...part, blocks }, { ...part.ui, blocks: places });
  });
  return { doc: made, id };
}

/** Whether a wire is there, and both of its blocks. */
export function holds(part: Part, key: string): boolean {
  const wire = wireOf(part, key);
  const there = (text: string) => portName(text).block === "" || blockOf(part, portName(text).block) !== undefined;
  return wire !== undefined && there(wire.from) && there(wire.to);
}
