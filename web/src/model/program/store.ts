/** The program that is being edited. */

import { create } from "zustand";
import type { ProgramDocument } from "@/gen/documents";
import type { ProgramPlan } from "@/gen/messages";
import { type DocumentState, documentPart } from "../document/store";

export interface ProgramEdits extends DocumentState<ProgramDocument, ProgramPlan> {
  /** Change the document; steps in a row with the same key, such as a drag, are one. */
  edit(name: string, how: (doc: ProgramDocument) => ProgramDocument, mergeKey?: string): void;
}

export function createProgramStore(doc: ProgramDocument, version: string) {
  return create<ProgramEdits>((set, get) => {
    const viewed = { view: {}, within: () => ({}) };
    const { state, step } = documentPart<ProgramDocument, ProgramPlan, object>(set, get, { version, doc }, viewed);
    return { ...state, edit: (name, how, mergeKey) => void step(name, how(get().doc), mergeKey) };
  });
}
