/** The panel that is being edited, with what is selected of it. */

import { create } from "zustand";
import type { PanelDocument } from "../../gen/documents";
import type { CheckResult } from "../../gen/messages";
import { type DocumentState, documentPart } from "../document/store";
import { PICTURE } from "./document";

/** A mark on the picture: an option of an element. */
export interface Mark {
  readonly element: string;
  readonly option: string;
}

interface PanelView {
  readonly selection: readonly string[];
  readonly mark: Mark | null;
}

export interface PanelState extends DocumentState<PanelDocument, CheckResult>, PanelView {
  /** Change the document; steps with the same merge key become one until `seal`. Whether anything changed. */
  edit(name: string, how: (doc: PanelDocument) => PanelDocument, mergeKey?: string): boolean;
  /** Change the document, and select something of the new one. */
  make(name: string, how: (doc: PanelDocument) => [PanelDocument, readonly string[]]): void;
  select(names: readonly string[]): void;
  toggle(name: string): void;
  selectMark(mark: Mark | null): void;
}

/** What of a selection is still there. */
function existing(doc: PanelDocument, { selection, mark }: PanelView): PanelView {
  const there = selection.filter((name) => (name === PICTURE ? Boolean(doc.picture) : name in doc.elements));
  const element = mark && doc.elements[mark.element];
  const known = element && "options" in element && !Array.isArray(element.options) && mark.option in element.options;
  return {
    selection: there.length === selection.length ? selection : there,
    mark: known ? mark : null,
  };
}

export function createPanelStore(doc: PanelDocument, version: string) {
  return create<PanelState>((set, get) => {
    const viewed = { view: { selection: [], mark: null } as PanelView, within: existing };
    const { state, step } = documentPart<PanelDocument, CheckResult, PanelView>(set, get, { version, doc }, viewed);
    return {
      ...state,
      edit: (name, how, mergeKey) => step(name, how(get().doc), mergeKey),
      make: (name, how) => {
        const [made, selection] = how(get().doc);
        step(name, made, "", { selection, mark: null });
      },
      select: (selection) => set({ selection: [...new Set(selection)], mark: null }),
      toggle: (name) =>
        set(({ selection }) => ({
          selection: selection.includes(name) ? selection.filter((other) => other !== name) : [...selection, name],
          mark: null,
        })),
      selectMark: (mark) => set({ mark, selection: mark ? [mark.element] : [] }),
    };
  });
}

export type PanelStore = ReturnType<typeof createPanelStore>;
