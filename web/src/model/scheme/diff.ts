import type { BlockDocument, NoteDocument, PortDocument, SchemeDocument } from "@/gen/documents";
import { isSubScheme, levelNames, levelOf, type Part, wireKey } from "./document";
import { DEFAULT_STEP } from "./edit-drawing";

/** A value before and after; undefined where it is not set. */
export interface Detail {
  /** 'parameters.kp', 'inputs.x', 'type', 'unit', 'text', 'position', ... */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One difference between two schemes. */
export interface Difference {
  readonly level: string;
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly what: "block" | "wire" | "input" | "output" | "note" | "scheme" | "step" | "name" | "description";
  /** Block id, wire key, port name, text of the note, name of the sub-scheme; '' for the scheme itself. */
  readonly name: string;
  readonly details: readonly Detail[];
}

/** What makes the second scheme another one than the first. How they are drawn counts only if asked for. */
export function diffSchemes(a: SchemeDocument, b: SchemeDocument, options: { layout?: boolean } = {}): Difference[] {
  if (a === b) return [];
  const found: Difference[] = [];
  const say = (what: Difference["what"], before: unknown, after: unknown) => {
    if (before !== after)
      found.push({ level: "", kind: "changed", what, name: "", details: [{ field: what, before, after }] });
  };
  say("name", a.name ?? "", b.name ?? "");
  say("step", a.step ?? DEFAULT_STEP, b.step ?? DEFAULT_STEP);
  for (const level of new Set([...levelNames(a), ...levelNames(b)])) {
    const [before, after] = [levelOf(a, level), levelOf(b, level)];
    if (before === after) continue;
    if (!before || !after) {
      found.push({ level, kind: before ? "removed" : "added", what: "scheme", name: level, details: [] });
      continue;
    }
    found.push(...diffLevel(level, before, after, options.layout ?? false));
  }
  return found;
}

function diffLevel(level: string, a: Part, b: Part, layout: boolean): Difference[] {
  const description = details({ description: a.description ?? "" }, { description: b.description ?? "" });
  const named = (
    what: Difference["what"],
    name: string,
    kind: Difference["kind"],
    list: readonly Detail[] = [],
  ): Difference => ({
    level,
    kind,
    what,
    name,
    details: list,
  });
  const found: Difference[] = description.length ? [named("description", "", "changed", description)] : [];
  const compare = <T>(
    what: Difference["what"],
    before: Map<string, T>,
    after: Map<string, T>,
    of: (x: T, y: T) => Detail[],
  ) => {
    for (const name of before.keys()) if (!after.has(name)) found.push(named(what, name, "removed"));
    for (const [name, now] of after) {
      const old = before.get(name);
      if (old === undefined) found.push(named(what, name, "added"));
      else if (old !== now) {
        const list = of(old, now);
        if (list.length > 0) found.push(named(what, name, "changed", list));
      }
    }
  };
  compare("block", blocksOf(a), blocksOf(b), blockDetails);
  compare("wire", wiresOf(a), wiresOf(b), () => []);
  compare("input", portsOf(a.inputs), portsOf(b.inputs), portDetails);
  compare("output", portsOf(a.outputs), portsOf(b.outputs), portDetails);
  compare("note", notesOf(a.notes), notesOf(b.notes), () => []);
  if (layout) found.push(...moves(level, a, b));
  return found;
}

const blocksOf = (part: Part) => new Map((part.blocks ?? []).map((block) => [block.id, block]));
const wiresOf = (part: Part) => new Map((part.wires ?? []).map((wire) => [wireKey(wire), true]));
const portsOf = (ports: Record<string, PortDocument> | undefined) => new Map(Object.entries(ports ?? {}));

/** Notes by their text; the same text twice is two notes. */
function notesOf(notes: readonly NoteDocument[] = []): Map<string, true> {
  const found = new Map<string, true>();
  for (const { text } of notes) {
    let name = text;
    while (found.has(name)) name += " ";
    found.set(name, true);
  }
  return found;
}

function blockDetails(a: BlockDocument, b: BlockDocument): Detail[] {
  const own = details({ type: a.type, shape: a.shape ?? [] }, { type: b.type, shape: b.shape ?? [] });
  // Of a block that became another type the old parameters say nothing.
  if (a.type !== b.type && !(isSubScheme(a) && isSubScheme(b))) return own;
  return [
    ...own,
    ...details(a.parameters ?? {}, b.parameters ?? {}, "parameters."),
    ...details(a.inputs ?? {}, b.inputs ?? {}, "inputs."),
  ];
}

function portDetails(a: PortDocument, b: PortDocument): Detail[] {
  const full = (port: PortDocument) => ({ kind: "number", unit: "1", shape: [], description: "", ...port });
  return details(full(a), full(b));
}

function details(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>, prefix = ""): Detail[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    JSON.stringify(a[key]) === JSON.stringify(b[key]) ? [] : [{ field: prefix + key, before: a[key], after: b[key] }],
  );
}

function moves(level: string, a: Part, b: Part): Difference[] {
  const found: Difference[] = [];
  for (const [kind, what] of [
    ["blocks", "block"],
    ["inputs", "input"],
    ["outputs", "output"],
  ] as const) {
    const [before, after] = [a.ui?.[kind] ?? {}, b.ui?.[kind] ?? {}];
    const there = new Set(kind === "blocks" ? (a.blocks ?? []).map((block) => block.id) : Object.keys(a[kind] ?? {}));
    for (const [name, place] of Object.entries(after)) {
      const list = there.has(name) ? details({ ...before[name] }, { ...place }) : [];
      if (list.length > 0) found.push({ level, kind: "moved", what, name, details: list });
    }
  }
  const bends = details(a.ui?.wires ?? {}, b.ui?.wires ?? {});
  for (const { field, before, after } of bends) {
    found.push({ level, kind: "moved", what: "wire", name: field, details: [{ field: "bends", before, after }] });
  }
  return found;
}
