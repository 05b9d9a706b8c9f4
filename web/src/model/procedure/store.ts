/** The procedure that is being edited, with its history. */

import { create } from "zustand";
import type { ProcedureDocument } from "@/gen/documents";
import { History } from "../scheme/history";

export interface ProcedureEdits {
  readonly doc: ProcedureDocument;
  readonly saved: { readonly version: string; readonly doc: ProcedureDocument };
  readonly dirty: boolean;
  readonly undoable: boolean;
  /** Change the document; steps in a row with the same key, such as a drag or presses of an arrow, are one. */
  change(make: (doc: ProcedureDocument) => ProcedureDocument, key?: string): void;
  undo(): void;
  markSaved(version: string, doc?: ProcedureDocument): void;
}

const same = (one: ProcedureDocument, two: ProcedureDocument): boolean =>
  one === two || JSON.stringify(one) === JSON.stringify(two);

export function createProcedureStore(doc: ProcedureDocument, version: string) {
  const history = new History<ProcedureDocument>();
  return create<ProcedureEdits>((set, get) => {
    const take = (next: ProcedureDocument) =>
      set({ doc: next, dirty: !same(get().saved.doc, next), undoable: history.length > 0 });
    return {
      doc,
      saved: { version, doc },
      dirty: false,
      undoable: false,
      change: (make, key) => {
        const before = get().doc;
        const next = make(before);
        if (next === before) return;
        history.push("", before, next, key);
        take(next);
      },
      undo: () => {
        const back = history.undo();
        if (back) take(back);
      },
      markSaved: (saved, as) => {
        const now = get().doc;
        const kept = as ?? now;
        set({ saved: { version: saved, doc: kept }, dirty: !same(kept, now) });
      },
    };
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
    if (JSON.stringify(one[key]) !== JSON.stringify(two[key])) found.add(PARTS.find((part) => part === key) ?? "other");
  }
  return [...PARTS, "other" as const].filter((part) => found.has(part));
}
