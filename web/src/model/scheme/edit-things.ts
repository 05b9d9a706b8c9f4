import type { NoteDocument, SchemeDocument, UiPlace } from "@/gen/documents";
import { type Part, type Point, positionOf, type Selection, wireKey } from "./document";
import { bare, change, changeQuietly, dropPortUses, keepWires, mapPaths, wireHolds, without, withUi } from "./parts";

/** Take things away, and the wires that ended at them. */
export function removeThings(doc: SchemeDocument, level: string, selection: Selection): SchemeDocument {
  const gone = new Set(selection.blocks);
  const removed = change(doc, level, (part) => withoutThings(part, selection));
  if (removed === doc) return doc;
  const paths = mapPaths(removed, level, (path) => (gone.has(path[0] ?? "") ? undefined : path));
  return dropPortUses(paths, level, selection.inputs, selection.outputs);
}

/** A level without some things and the wires at them. */
export function withoutThings(part: Part, selection: Selection): Part {
  const gone = new Set(selection.blocks);
  const cut = new Set(selection.wires);
  const notes = new Set(selection.notes);
  const blocks = (part.blocks ?? []).filter((block) => !gone.has(block.id));
  const inputs = without(part.inputs, ...selection.inputs);
  const outputs = without(part.outputs, ...selection.outputs);
  const remarks = (part.notes ?? []).filter((_, index) => !notes.has(index));
  const same =
    blocks.length === (part.blocks ?? []).length &&
    inputs === part.inputs &&
    outputs === part.outputs &&
    remarks.length === (part.notes ?? []).length;
  const ids = new Set(blocks.map((block) => block.id));
  const rest = same ? part : bare({ ...part, blocks, inputs, outputs, notes: remarks });
  const kept = keepWires(rest, (wire) => !cut.has(wireKey(wire)) && (same || wireHolds(rest, ids, wire)));
  if (same) return kept;
  return withUi(kept, {
    ...kept.ui,
    blocks: without(kept.ui?.blocks, ...selection.blocks),
    inputs: without(kept.ui?.inputs, ...selection.inputs),
    outputs: without(kept.ui?.outputs, ...selection.outputs),
    notes: kept.ui?.notes?.filter((_, index) => !notes.has(index)),
  });
}

/** Move things; bends of wires between moved things move along. */
export function moveThings(
  doc: SchemeDocument,
  level: string,
  selection: Selection,
  dx: number,
  dy: number,
): SchemeDocument {
  if (dx === 0 && dy === 0) return doc;
  return change(doc, level, (part) => {
    const chosen = {
      blocks: new Set(selection.blocks),
      inputs: new Set(selection.inputs),
      outputs: new Set(selection.outputs),
    };
    const moved = (kind: "blocks" | "inputs" | "outputs") => {
      const places = part.ui?.[kind];
      if (!places || chosen[kind].size === 0) return places;
      const entries = Object.entries(places).map(([key, place]): [string, UiPlace] => [
        key,
        chosen[kind].has(key) ? shifted(place, positionOf(part, kind, key), dx, dy) : place,
      ]);
      return Object.fromEntries(entries);
    };
    const notes = selection.notes.length ? movedNotes(part, new Set(selection.notes), dx, dy) : part.ui?.notes;
    const wires = movedBends(part, chosen, dx, dy);
    return withUi(part, { blocks: moved("blocks"), inputs: moved("inputs"), outputs: moved("outputs"), notes, wires });
  });
}

const shifted = (place: UiPlace, from: Point, dx: number, dy: number): UiPlace => ({
  ...place,
  position: [from.x + dx, from.y + dy],
});

function movedNotes(part: Part, chosen: ReadonlySet<number>, dx: number, dy: number): UiPlace[] {
  return (part.notes ?? []).map((_, index) => {
    const place = part.ui?.notes?.[index] ?? {};
    return chosen.has(index) ? shifted(place, positionOf(part, "notes", index), dx, dy) : place;
  });
}

function movedBends(
  part: Part,
  chosen: { blocks: ReadonlySet<string>; inputs: ReadonlySet<string>; outputs: ReadonlySet<string> },
  dx: number,
  dy: number,
) {
  const bends = part.ui?.wires;
  if (!bends) return undefined;
  const entries = Object.entries(bends).map(([key, points]): [string, number[][]] => {
    const [from = "", to = ""] = key.split(" -> ");
    const block = (end: string) => end.slice(0, Math.max(0, end.indexOf(".")));
    const moves =
      (block(from) ? chosen.blocks.has(block(from)) : chosen.inputs.has(from)) &&
      (block(to) ? chosen.blocks.has(block(to)) : chosen.outputs.has(to));
    return [key, moves ? points.map(([x, y]) => [(x ?? 0) + dx, (y ?? 0) + dy]) : points];
  });
  return Object.fromEntries(entries);
}

/** Write a remark on the drawing. The index of the note comes with the document. */
export function addNote(
  doc: SchemeDocument,
  level: string,
  text: string,
  at: Point,
): { doc: SchemeDocument; index: number } {
  let index = -1;
  const made = change(doc, level, (part) => {
    const notes: NoteDocument[] = [...(part.notes ?? []), { text }];
    index = notes.length - 1;
    return withUi({ ...part, notes }, { ...part.ui, notes: setAt(part, index, { position: [at.x, at.y] }) });
  });
  return { doc: made, index };
}

/** Change the text of a note. */
export function setNote(doc: SchemeDocument, level: string, index: number, text: string): SchemeDocument {
  return changeQuietly(doc, level, (part) => {
    const note = part.notes?.[index];
    if (!note || note.text === text) return part;
    return { ...part, notes: part.notes?.map((old, i) => (i === index ? { ...old, text } : old)) };
  });
}

/** Change how a note is drawn: its size, its colour. */
export function setNotePlace(doc: SchemeDocument, level: string, index: number, place: UiPlace): SchemeDocument {
  return changeQuietly(doc, level, (part) => {
    if (!part.notes?.[index]) return part;
    const merged = bare({ ...part.ui?.notes?.[index], ...place });
    return withUi(part, { ...part.ui, notes: setAt(part, index, merged) });
  });
}

/** Places of all notes, one of them set: the list runs along that of the notes. */
function setAt(part: Part, index: number, place: UiPlace): UiPlace[] {
  const count = Math.max(part.notes?.length ?? 0, index + 1);
  return Array.from({ length: count }, (_, i) => (i === index ? place : (part.ui?.notes?.[i] ?? {})));
}
