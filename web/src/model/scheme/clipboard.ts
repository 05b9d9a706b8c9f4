import type {
  BlockDocument,
  NoteDocument,
  PortDocument,
  SchemeDocument,
  SubScheme,
  UiDocument,
  WireDocument,
} from "@/gen/documents";
import {
  bendsOf, freshId, freshName, isSubScheme, levelOf, own, type Part, type Point, PREFIX, placeIn, portName, positionOf,
  type Selection, schemeOf, subSchemeOf, terminalText, wireKey,
} from "./document"; // biome-ignore format: a list
import { bare, bareUi, change, having, withUi } from "./parts";
import { schemesUnder, takenNames, wouldNest } from "./sub-schemes";

/** What copied text says it is. */
export const FRAGMENT = "pult.scheme.fragment";
const MAX_TEXT = 20_000_000;

/** Part of a scheme as it lies on the clipboard. */
interface Fragment {
  format: typeof FRAGMENT;
  version: 1;
  inputs?: Record<string, PortDocument>;
  outputs?: Record<string, PortDocument>;
  blocks?: BlockDocument[];
  wires?: WireDocument[];
  notes?: NoteDocument[];
  uses?: Record<string, string>;
  schemes?: Record<string, SubScheme>;
  ui?: UiDocument;
}

/** What came of pasting, or why not. */
export type Pasted =
  | { readonly ok: true; readonly doc: SchemeDocument; readonly selection: Selection }
  | { readonly ok: false; readonly reason: "not-ours" | "newer" | "broken" | "empty" | "nests" | "no-level" };

/** Selected things as text: blocks, the wires among them, ports, notes, and the sub-schemes and parts that they use. */
export function copy(doc: SchemeDocument, level: string, selection: Selection): string {
  const part = levelOf(doc, level);
  if (!part) return "";
  const ids = new Set(selection.blocks);
  const blocks = (part.blocks ?? []).filter((block) => ids.has(block.id));
  const has = (end: string, ports: readonly string[]) => {
    const { block, port } = portName(end);
    return block ? ids.has(block) : ports.includes(port);
  };
  const wires = (part.wires ?? []).filter((w) => has(w.from, selection.inputs) && has(w.to, selection.outputs));
  const used = new Set<string>();
  for (const block of blocks) {
    const inner = subSchemeOf(block);
    if (!inner || !schemeOf(doc, inner)) continue;
    used.add(inner);
    for (const name of schemesUnder(doc, inner)) used.add(name);
  }
  const picked = <T>(record: Record<string, T> | undefined, keys: Iterable<string>) =>
    Object.fromEntries(
      [...keys].flatMap((key) => (record && Object.hasOwn(record, key) ? [[key, record[key] as T]] : [])),
    );
  const notes = selection.notes.filter((index) => part.notes?.[index]);
  const fragment: Fragment = {
    format: FRAGMENT,
    version: 1,
    inputs: picked(part.inputs, selection.inputs),
    outputs: picked(part.outputs, selection.outputs),
    blocks,
    wires,
    notes: notes.flatMap((index) => part.notes?.[index] ?? []),
    uses: picked(doc.uses, used),
    schemes: picked(doc.schemes, used),
    ui: drawing(part, blocks, wires, selection, notes),
  };
  return blocks.length + notes.length + selection.inputs.length + selection.outputs.length === 0
    ? ""
    : JSON.stringify(bare(fragment));
}

function drawing(
  part: Part,
  blocks: BlockDocument[],
  wires: WireDocument[],
  selection: Selection,
  notes: number[],
): UiDocument {
  const place = (kind: "blocks" | "inputs" | "outputs" | "notes", key: string | number) => {
    const { x, y } = positionOf(part, kind, key);
    return { ...placeIn(part, kind, key), position: [x, y] };
  };
  const bends = wires.flatMap((wire): [string, number[][]][] => {
    const points = bendsOf(part, wireKey(wire));
    return points ? [[wireKey(wire), points.map(({ x, y }) => [x, y])]] : [];
  });
  return bareUi({
    blocks: Object.fromEntries(blocks.map(({ id }) => [id, place("blocks", id)])),
    inputs: Object.fromEntries(selection.inputs.map((name) => [name, place("inputs", name)])),
    outputs: Object.fromEntries(selection.outputs.map((name) => [name, place("outputs", name)])),
    notes: notes.map((index) => place("notes", index)),
    wires: Object.fromEntries(bends),
  });
}

/** Put copied things on a level, their top left corner at `at`; what was pasted is in the selection. */
export function paste(doc: SchemeDocument, level: string, text: string, at: Point): Pasted {
  const fragment = readFragment(text);
  if (typeof fragment === "string") return { ok: false, reason: fragment };
  if (!levelOf(doc, level)) return { ok: false, reason: "no-level" };
  const { doc: carried, names } = withSchemes(doc, fragment);
  const blocks = (fragment.blocks ?? []).map((block) => ({ ...block, type: renamedType(block.type, names) }));
  const inner = blocks.filter(isSubScheme).map(subSchemeOf);
  if (inner.some((scheme) => wouldNest(carried, level, scheme))) return { ok: false, reason: "nests" };
  let selection: Selection | undefined;
  const pasted = change(carried, level, (part) => {
    const placed = placedIn(part, { ...fragment, blocks }, at);
    selection = placed.selection;
    return placed.part;
  });
  return selection ? { ok: true, doc: pasted, selection } : { ok: false, reason: "empty" };
}

const renamedType = (type: string, names: ReadonlyMap<string, string>): string =>
  type.startsWith(PREFIX) ? PREFIX + (names.get(type.slice(PREFIX.length)) ?? type.slice(PREFIX.length)) : type;

/** Sub-schemes and parts of a fragment: the same one is shared, a different one of the same name gets another name. */
function withSchemes(doc: SchemeDocument, fragment: Fragment): { doc: SchemeDocument; names: Map<string, string> } {
  const taken = takenNames(doc);
  const given = Object.entries(fragment.schemes ?? {});
  const parts = Object.entries(fragment.uses ?? {});
  const differs = new Set([
    ...given.filter(([name, s]) => taken.has(name) && !sameContent(own(doc.schemes, name), s)).map(([name]) => name),
    ...parts.filter(([name, part]) => taken.has(name) && own(doc.uses, name) !== part).map(([name]) => name),
  ]);
  // Whatever uses a sub-scheme that gets another name is itself another one.
  for (let grown = true; grown; ) {
    grown = false;
    for (const [name, scheme] of given) {
      if (differs.has(name) || !scheme.blocks?.some((block) => differs.has(subSchemeOf(block)))) continue;
      differs.add(name);
      grown = true;
    }
  }
  const names = new Map<string, string>();
  for (const [name] of [...given, ...parts]) {
    const free = differs.has(name) ? freshName(name, taken) : name;
    taken.add(free);
    names.set(name, free);
  }
  const added = given
    .filter(([name]) => own(doc.schemes, names.get(name) ?? name) === undefined)
    .map(([name, scheme]): [string, SubScheme] => [
      names.get(name) ?? name,
      {
        ...scheme,
        ...(scheme.blocks ? { blocks: scheme.blocks.map((b) => ({ ...b, type: renamedType(b.type, names) })) } : {}),
      },
    ]);
  const used = parts
    .map(([name, part]): [string, string] => [names.get(name) ?? name, part])
    .filter(([name]) => own(doc.uses, name) === undefined);
  const uses = used.length > 0 ? { uses: { ...doc.uses, ...Object.fromEntries(used) } } : {};
  const schemes = added.length > 0 ? { schemes: { ...doc.schemes, ...Object.fromEntries(added) } } : {};
  return { doc: used.length + added.length > 0 ? { ...doc, ...uses, ...schemes } : doc, names };
}

const sameContent = (a: unknown, b: unknown): boolean => stable(a) === stable(b);

/** Text of a value, whatever the order of its keys. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${stable(item)}`).join()}}`;
}

function placedIn(part: Part, fragment: Fragment, at: Point): { part: Part; selection: Selection } {
  const corner = cornerOf(fragment);
  const move = ([x = 0, y = 0]: number[] = []) => [x - corner.x + at.x, y - corner.y + at.y];
  const ids = new Map<string, string>();
  const blocks = [...(part.blocks ?? [])];
  for (const block of fragment.blocks ?? []) {
    const id = freshId({ blocks }, block.id);
    ids.set(block.id, id);
    blocks.push({ ...block, id });
  }
  let ui: UiDocument = part.ui ?? {};
  for (const [old, id] of ids) {
    const place = own(fragment.ui?.blocks, old) ?? {};
    ui = { ...ui, blocks: having(ui.blocks, id, { ...place, position: move(place.position) }) };
  }
  const ports = { inputs: new Map<string, string>(), outputs: new Map<string, string>() };
  const declared = { inputs: part.inputs, outputs: part.outputs };
  for (const side of ["inputs", "outputs"] as const) {
    for (const [name, port] of Object.entries(fragment[side] ?? {})) {
      const free = freshName(name, new Set(Object.keys(declared[side] ?? {})));
      ports[side].set(name, free);
      declared[side] = having(declared[side], free, port);
      const place = own(fragment.ui?.[side], name) ?? {};
      ui = { ...ui, [side]: having(ui[side], free, { ...place, position: move(place.position) }) };
    }
  }
  const end = (text: string, bare: ReadonlyMap<string, string>) => {
    const { block, port } = portName(text);
    return block ? terminalText(ids.get(block) ?? "", port) : (bare.get(port) ?? "");
  };
  const wires = [...(part.wires ?? [])];
  for (const wire of fragment.wires ?? []) {
    const made = { from: end(wire.from, ports.inputs), to: end(wire.to, ports.outputs) };
    if (!made.from || !made.to || !isWhole(wire, ids, ports)) continue;
    wires.push(made);
    const bends = own(fragment.ui?.wires, wireKey(wire));
    if (bends) ui = { ...ui, wires: having(ui.wires, wireKey(made), bends.map(move)) };
  }
  const before = part.notes ?? [];
  const notes = [...before, ...(fragment.notes ?? [])];
  if (fragment.notes?.length) {
    const places = (fragment.notes ?? []).map((_, i) => ({
      ...fragment.ui?.notes?.[i],
      position: move(fragment.ui?.notes?.[i]?.position),
    }));
    ui = { ...ui, notes: [...before.map((_, i) => part.ui?.notes?.[i] ?? {}), ...places] };
  }
  const pasted = withUi({ ...part, ...declared, blocks, wires, notes }, ui);
  const selection: Selection = {
    blocks: [...ids.values()],
    wires: wires.slice(part.wires?.length ?? 0).map(wireKey),
    inputs: [...ports.inputs.values()],
    outputs: [...ports.outputs.values()],
    notes: (fragment.notes ?? []).map((_, i) => before.length + i),
  };
  return { part: pasted, selection };
}

type Ports = { inputs: ReadonlyMap<string, string>; outputs: ReadonlyMap<string, string> };

function isWhole(wire: WireDocument, ids: ReadonlyMap<string, string>, ports: Ports): boolean {
  const [from, to] = [portName(wire.from), portName(wire.to)];
  return (
    (from.block ? ids.has(from.block) : ports.inputs.has(from.port)) &&
    (to.block ? ids.has(to.block) : ports.outputs.has(to.port))
  );
}

function cornerOf(fragment: Fragment): Point {
  const { blocks, inputs, outputs, notes } = fragment.ui ?? {};
  const all = [
    ...Object.values(blocks ?? {}),
    ...Object.values(inputs ?? {}),
    ...Object.values(outputs ?? {}),
    ...(notes ?? []),
  ];
  const points = all.flatMap((place) => (place.position ? [place.position] : []));
  if (points.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...points.map(([x = 0]) => x)), y: Math.min(...points.map(([, y = 0]) => y)) };
}

/** Read a fragment. Text comes from anywhere, so that everything about it is looked at before it is believed. */
function readFragment(text: string): Fragment | "not-ours" | "newer" | "broken" | "empty" {
  if (!text.trim()) return "empty";
  if (text.length > MAX_TEXT || !text.includes(FRAGMENT)) return "not-ours";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "not-ours";
  }
  if (!isRecord(value) || value.format !== FRAGMENT) return "not-ours";
  if (value.version !== 1) return "newer";
  if (!isFragmentPart(value) || !isRecordOf(value.schemes, isFragmentPart)) return "broken";
  if (!isRecordOf(value.uses, isText)) return "broken";
  const { blocks, notes, inputs, outputs } = value as unknown as Fragment;
  const count = (blocks?.length ?? 0) + (notes?.length ?? 0) + Object.keys({ ...inputs, ...outputs }).length;
  return count === 0 ? "empty" : (value as unknown as Fragment);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf = (value: unknown, good: (item: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(good));
const isRecordOf = (value: unknown, good: (item: unknown) => boolean): boolean =>
  value === undefined || (isRecord(value) && Object.values(value).every(good));
const isText = (value: unknown): boolean => typeof value === "string";
const isNumbers = (value: unknown): boolean => isListOf(value, (item) => typeof item === "number");
const isAny = (): boolean => true;
const isPlace = (value: unknown): boolean => isRecord(value) && isNumbers(value.position) && isNumbers(value.size);

function isFragmentPart(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isPort = (port: unknown) => isRecord(port) && isNumbers(port.shape);
  const isBlock = (b: unknown) =>
    isRecord(b) &&
    isText(b.id) &&
    isText(b.type) &&
    isNumbers(b.shape) &&
    isRecordOf(b.parameters, isAny) &&
    isRecordOf(b.inputs, isAny);
  const isWire = (wire: unknown) => isRecord(wire) && isText(wire.from) && isText(wire.to);
  const { ui } = value;
  const isUi = (u: unknown) =>
    isRecord(u) && isRecordOf(u.blocks, isPlace) && isRecordOf(u.inputs, isPlace) && isRecordOf(u.outputs, isPlace) &&
    isListOf(u.notes, isPlace) && isRecordOf(u.wires, (points) => isListOf(points, isNumbers)); // biome-ignore format: one condition
  return (
    isRecordOf(value.inputs, isPort) &&
    isRecordOf(value.outputs, isPort) &&
    isListOf(value.blocks, isBlock) &&
    isListOf(value.wires, isWire) &&
    isListOf(value.notes, (note) => isRecord(note) && isText(note.text)) &&
    (ui === undefined || isUi(ui))
  );
}
