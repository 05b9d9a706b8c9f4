/** What differs between two schemes, in words and as marks for the canvas. */

import type { SchemeDocument } from "@/gen/documents";
import { levelNames, levelOf, type Part, wireKey } from "@/model/scheme/document";
import type { DiffMark } from "../canvas/nodes";

export interface Change {
  kind: "added" | "removed" | "changed";
  level: string;
  /** Block, port or wire. */
  thing: string;
  /** 'kp 80 → 120', if one can tell. */
  detail: string;
}

/** Changes from one document to another; how things are drawn does not count. */
export function changesOf(before: SchemeDocument, after: SchemeDocument): Change[] {
  const levels = [...new Set([...levelNames(before), ...levelNames(after)])];
  return [
    ...fields("", { step: before.step, description: before.description }, { step: after.step, description: after.description }),
    ...levels.flatMap((level) => {
      const [one, two] = [things(levelOf(before, level)), things(levelOf(after, level))];
      return fields(level, one, two);
    }),
  ];
}

function things(part: Part | undefined): Record<string, unknown> {
  if (!part) return {};
  return Object.fromEntries([
    ...(part.blocks ?? []).map((block) => [block.id, block]),
    ...Object.entries(part.inputs ?? {}).map(([name, port]) => [`→ ${name}`, port]),
    ...Object.entries(part.outputs ?? {}).map(([name, port]) => [`${name} →`, port]),
    ...(part.wires ?? []).map((wire) => [wireKey(wire), wire]),
    ...(part.notes ?? []).map((note, index) => [`# ${index + 1}`, note]),
  ]) as Record<string, unknown>;
}

function fields(level: string, before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  const found: Change[] = [];
  for (const thing of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[thing], after[thing]];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    if (old === undefined) found.push({ kind: "added", level, thing, detail: "" });
    else if (now === undefined) found.push({ kind: "removed", level, thing, detail: "" });
    else found.push({ kind: "changed", level, thing, detail: detail(old, now) });
  }
  return found;
}

const written = (value: unknown): string => {
  const text = value === undefined ? "–" : typeof value === "string" ? value : (JSON.stringify(value) ?? "–");
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
};

function detail(old: unknown, now: unknown): string {
  if (typeof old !== "object" || typeof now !== "object" || old === null || now === null) return `${written(old)} → ${written(now)}`;
  const [one, two] = [old as Record<string, unknown>, now as Record<string, unknown>];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(two)])].filter((key) => JSON.stringify(one[key]) !== JSON.stringify(two[key]));
  return keys
    .map((key) => {
      const [a, b] = [one[key], two[key]];
      if (key === "parameters" || key === "inputs") return detail(a ?? {}, b ?? {});
      return `${key} ${written(a)} → ${written(b)}`;
    })
    .join(", ");
}

/** Marks for what is on the canvas after the changes. */
export function marksOf(changes: readonly Change[]): Map<string, DiffMark> {
  const name = (thing: string) => (thing.startsWith("→ ") ? thing.slice(2) : thing.endsWith(" →") ? thing.slice(0, -2) : thing);
  return new Map(changes.map(({ kind, level, thing }) => [`${level} ${name(thing)}`, kind]));
}
