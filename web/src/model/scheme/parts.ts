import type { BlockDocument, PortDocument, SchemeDocument, UiDocument, UiPlace, WireDocument } from "@/gen/documents";
import {
  isPlaced,
  isSubScheme,
  levelNames,
  levelOf,
  own,
  type Part,
  placeIn,
  portName,
  positionOf,
  subSchemeOf,
  withLevel,
} from "./document";

/** Helpers that edits are made of. All of them leave what they are given as it is. */

const EMPTY_KEYS = [
  "description", "name", "inputs", "outputs", "blocks", "wires", "uses", "schemes", "notes", "ui", "shape",
  "parameters", "position", "size", "color", "flipped",
] as const; // biome-ignore format: a list

/** Whether a value is what a document leaves out. */
function isDefault(value: unknown): boolean {
  if (value === undefined || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The same object without the parts that are at their defaults. */
export function bare<T extends object>(thing: T): T {
  const kept = { ...thing } as Record<string, unknown>;
  for (const key of EMPTY_KEYS) if (key in kept && isDefault(kept[key])) delete kept[key];
  return kept as T;
}

/** A record without some of its keys; undefined if nothing is left. */
export function without<T>(record: Record<string, T> | undefined, ...keys: string[]): Record<string, T> | undefined {
  if (!record || !keys.some((key) => Object.hasOwn(record, key))) return record;
  return filled(Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key))));
}

/** A record with a key set, or taken out if the value is undefined. */
export function having<T>(
  record: Record<string, T> | undefined,
  key: string,
  value: T | undefined,
): Record<string, T> | undefined {
  if (value === undefined) return without(record, key);
  // fromEntries, so that a key such as '__proto__' is an entry like any other.
  const entries = Object.entries(record ?? {}).map(([k, v]): [string, T] => [k, k === key ? value : v]);
  if (own(record, key) === undefined) entries.push([key, value]);
  return Object.fromEntries(entries);
}

/** A record with one key called otherwise, in the same place. */
export function rekeyed<T>(
  record: Record<string, T> | undefined,
  rename: (key: string) => string | undefined,
): Record<string, T> | undefined {
  if (!record) return undefined;
  let same = true;
  const entries: [string, T][] = [];
  for (const [key, value] of Object.entries(record)) {
    const name = rename(key);
    if (name !== key) same = false;
    if (name !== undefined) entries.push([name, value]);
  }
  return same ? record : filled(Object.fromEntries(entries));
}

/** A record, or undefined if it is empty: documents leave those out. */
export const filled = <T>(record: Record<string, T>): Record<string, T> | undefined =>
  Object.keys(record).length > 0 ? record : undefined;

/** Change a level. Positions that were defaults until now are written down first, so that nothing jumps. */
export function change(doc: SchemeDocument, level: string, how: (part: Part) => Part): SchemeDocument {
  const part = levelOf(doc, level);
  if (!part) return doc;
  const pinnedPart = pinned(part);
  const changed = how(pinnedPart);
  return changed === pinnedPart ? doc : withLevel(doc, level, bare(changed));
}

/** Change a level without writing positions down: for edits that move nothing. */
export function changeQuietly(doc: SchemeDocument, level: string, how: (part: Part) => Part): SchemeDocument {
  const part = levelOf(doc, level);
  if (!part) return doc;
  const changed = how(part);
  return changed === part ? doc : withLevel(doc, level, bare(changed));
}

/** Change one block of a level; the document itself if there is no such block. */
export function changeBlock(
  doc: SchemeDocument,
  level: string,
  id: string,
  how: (block: BlockDocument) => BlockDocument,
): SchemeDocument {
  return changeQuietly(doc, level, (part) => {
    let same = true;
    const blocks = (part.blocks ?? []).map((block) => {
      if (block.id !== id) return block;
      const changed = how(block);
      if (changed === block) return block;
      same = false;
      return bareBlock(changed);
    });
    return same ? part : { ...part, blocks };
  });
}

/** A block without parts at their defaults; parameters may be false or '' on purpose. */
export const bareBlock = (block: BlockDocument): BlockDocument => bare(block);

/** A port without parts at their defaults. */
export function barePort(port: PortDocument): PortDocument {
  const kept: PortDocument = {};
  if (port.kind === "boolean") kept.kind = "boolean";
  if (port.unit && port.unit !== "1" && port.kind !== "boolean") kept.unit = port.unit;
  if (port.shape?.length) kept.shape = port.shape;
  if (port.description) kept.description = port.description;
  return kept;
}

/** The level with a position for everything. */
export function pinned(part: Part): Part {
  if (isPlaced(part)) return part;
  const places = (kind: "blocks" | "inputs" | "outputs", keys: string[]) =>
    Object.fromEntries(
      keys.map((key): [string, UiPlace] => {
        const { x, y } = positionOf(part, kind, key);
        return [key, { ...placeIn(part, kind, key), position: [x, y] }];
      }),
    );
  const ui: UiDocument = {
    ...part.ui,
    blocks: places(
      "blocks",
      (part.blocks ?? []).map((block) => block.id),
    ),
    inputs: places("inputs", Object.keys(part.inputs ?? {})),
    outputs: places("outputs", Object.keys(part.outputs ?? {})),
  };
  return { ...part, ui: bare(bareUi(ui)) };
}

/** A drawing without empty tables. */
export function bareUi(ui: UiDocument): UiDocument {
  const kept: UiDocument = {};
  if (ui.blocks && Object.keys(ui.blocks).length) kept.blocks = ui.blocks;
  if (ui.inputs && Object.keys(ui.inputs).length) kept.inputs = ui.inputs;
  if (ui.outputs && Object.keys(ui.outputs).length) kept.outputs = ui.outputs;
  if (ui.notes?.some((note) => Object.keys(note).length > 0)) kept.notes = ui.notes;
  if (ui.wires && Object.keys(ui.wires).length) kept.wires = ui.wires;
  return kept;
}

/** A level with another drawing. */
export function withUi(part: Part, ui: UiDocument): Part {
  return bare({ ...part, ui: bareUi(ui) });
}

/** Keep wires that pass, with their bends. */
export function keepWires(part: Part, keep: (wire: WireDocument) => boolean): Part {
  return mapWires(part, (wire) => (keep(wire) ? wire : undefined));
}

/** Change the ends of wires, or take wires out (undefined); bends follow. */
export function mapWires(part: Part, how: (wire: WireDocument) => WireDocument | undefined): Part {
  if (!part.wires) return part;
  let same = true;
  const renamed = new Map<string, string | undefined>();
  const wires: WireDocument[] = [];
  for (const wire of part.wires) {
    const made = how(wire);
    if (made) wires.push(made);
    if (made === wire) continue;
    same = false;
    renamed.set(`${wire.from} -> ${wire.to}`, made && `${made.from} -> ${made.to}`);
  }
  if (same) return part;
  const bends = rekeyed(part.ui?.wires, (key) => (renamed.has(key) ? renamed.get(key) : key));
  return withUi(bare({ ...part, wires }), { ...part.ui, wires: bends });
}

/** Whether both ends of a wire are there: the block, or the external port. */
export function wireHolds(part: Part, ids: ReadonlySet<string>, wire: WireDocument): boolean {
  const [from, to] = [portName(wire.from), portName(wire.to)];
  const starts = from.block ? ids.has(from.block) : own(part.inputs, from.port) !== undefined;
  const ends = to.block ? ids.has(to.block) : own(part.outputs, to.port) !== undefined;
  return starts && ends;
}

/**
 * Change the paths by which parameters inside a level are set from outside.
 *
 * @param level The sub-scheme whose blocks change their names or places.
 * @param how The path from that level on, as [block, ..., parameter]; undefined takes the setting out.
 */
export function mapPaths(
  doc: SchemeDocument,
  level: string,
  how: (path: readonly string[]) => readonly string[] | undefined,
): SchemeDocument {
  if (level === "") return doc;
  const inside = (scheme: string, path: readonly string[]): readonly string[] | undefined => {
    if (scheme === level) return how(path);
    const [head, ...rest] = path;
    const block = own(doc.schemes, scheme)?.blocks?.find(({ id }) => id === head);
    if (head === undefined || !block || !isSubScheme(block)) return path;
    const found = inside(subSchemeOf(block), rest);
    return found === rest ? path : found && [head, ...found];
  };
  let changed = doc;
  for (const name of levelNames(doc)) {
    for (const block of levelOf(doc, name)?.blocks ?? []) {
      if (!isSubScheme(block) || !block.parameters) continue;
      const parameters = rekeyed(block.parameters, (key) => inside(subSchemeOf(block), key.split("."))?.join("."));
      if (parameters === block.parameters) continue;
      changed = changeBlock(changed, name, block.id, (old) => bare({ ...old, parameters }));
    }
  }
  return changed;
}

/** Change every level that uses a sub-scheme, given the ids of the blocks that are uses of it. */
export function mapUsers(
  doc: SchemeDocument,
  scheme: string,
  how: (part: Part, users: ReadonlySet<string>) => Part,
): SchemeDocument {
  let changed = doc;
  for (const name of levelNames(doc)) {
    const users = (levelOf(doc, name)?.blocks ?? []).filter((block) => subSchemeOf(block) === scheme);
    if (scheme === "" || users.length === 0) continue;
    changed = changeQuietly(changed, name, (part) => how(part, new Set(users.map(({ id }) => id))));
  }
  return changed;
}

/** Wires and constants at uses of a sub-scheme whose ports are gone. */
export function dropPortUses(
  doc: SchemeDocument,
  level: string,
  inputs: readonly string[],
  outputs: readonly string[],
): SchemeDocument {
  if (inputs.length === 0 && outputs.length === 0) return doc;
  return mapUsers(doc, level, (part, ids) => {
    const kept = keepWires(part, (wire) => {
      const [from, to] = [portName(wire.from), portName(wire.to)];
      return !(ids.has(from.block) && outputs.includes(from.port)) && !(ids.has(to.block) && inputs.includes(to.port));
    });
    if (!kept.blocks?.some((b) => ids.has(b.id) && inputs.some((name) => own(b.inputs, name) !== undefined)))
      return kept;
    const blocks = kept.blocks.map((block) => {
      if (!ids.has(block.id) || !block.inputs) return block;
      const { inputs: constants, ...rest } = block;
      const left = without(constants, ...inputs);
      return left ? { ...rest, inputs: left } : rest;
    });
    return bare({ ...kept, blocks });
  });
}
