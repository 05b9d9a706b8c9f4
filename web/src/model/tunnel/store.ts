/** The tunnel that is being edited. */

import { create } from "zustand";
import type { TunnelDocument } from "@/gen/documents";
import type { TunnelPlan } from "@/gen/messages";
import { type DocumentState, documentPart } from "../document/store";

export interface TunnelEdits extends DocumentState<TunnelDocument, TunnelPlan> {
  /** Change the document; steps in a row with the same key, such as a drag, are one. */
  edit(name: string, how: (doc: TunnelDocument) => TunnelDocument, mergeKey?: string): void;
}

export function createTunnelStore(doc: TunnelDocument, version: string) {
  return create<TunnelEdits>((set, get) => {
    const viewed = { view: {}, within: () => ({}) };
    const { state, step } = documentPart<TunnelDocument, TunnelPlan, object>(set, get, { version, doc }, viewed);
    return { ...state, edit: (name, how, mergeKey) => void step(name, how(get().doc), mergeKey) };
  });
}
