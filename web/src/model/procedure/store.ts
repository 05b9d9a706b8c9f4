/** The procedure that is being edited. */

import { create } from "zustand";
import type { ProcedureDocument } from "@/gen/documents";
import type { ProcedurePlan } from "@/gen/messages";
import { same } from "../document/same";
import { type DocumentState, documentPart } from "../document/store";

export interface ProcedureEdits extends DocumentState<ProcedureDocument, ProcedurePlan> {
  /** Change the document; steps in a row with the same key, such as a drag or presses of an arrow, are one. */
  edit(name: string, how: (doc: ProcedureDocument) => ProcedureDocument, mergeKey?: string): void;
}

export function createProcedureStore(doc: ProcedureDocument, version: string) {
  return create<ProcedureEdits>((set, get) => {
    const viewed = { view: {}, within: () => ({}) };
    const { state, step } = documentPart<ProcedureDocument, ProcedurePlan, object>(set, get, { version, doc }, viewed);
    return { ...state, edit: (name, how, mergeKey) => void step(name, how(get().doc), mergeKey) };
  });
}

export type ProcedureStore = ReturnType<typeof createProcedureStore>;

/** Parts of a procedure that people are told of by name. */
export const PARTS = ["knots", "inserted", "speed", "force", "limits", "retract"] as const;
export type ProcedurePart = (typeof PARTS)[number] | "other";

/** In which parts two procedures differ. */
export function difference(one: ProcedureDocument, two: ProcedureDocument): ProcedurePart[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(two)]) as Set<keyof ProcedureDocument>;
  const found = new Set<ProcedurePart>();
  for (const key of keys) {
    if (!same(one[key], two[key])) found.add(PARTS.find((part) => part === key) ?? "other");
  }
  return [...PARTS, "other" as const].filter((part) => found.has(part));
}
