/** The panel that is being edited, with its history and what is selected. */

import { create } from "zustand";
import type { PanelDocument } from "../../gen/documents";
import { History } from "../scheme/history";
import { PICTURE } from "./document";

/** A mark on the picture: an option of an element. */
export interface Mark {
  readonly element: string;
  readonly option: string;
}

interface Snapshot {
  readonly doc: PanelDocument;
  readonly selection: readonly string[];
  readonly mark: Mark | null;
}

export interface PanelState extends Snapshot {
  readonly saved: { readonly version: string; readonly doc: PanelDocument } | null;
  readonly dirty: boolean;
  readonly undoName: string;
  readonly redoName: string;

  /** Change the document; steps with the same merge key become one until `seal`. Whether anything changed. */
  edit(name: string, how: (doc: PanelDocument) => PanelDocument, mergeKey?: string): boolean;
  /** Change the document, and select something of the new one. */
  make(name: string, how: (doc: PanelDocument) => [PanelDocument, readonly string[]]): void;
  seal(): void;
  undo(): void;
  redo(): void;
  select(names: readonly string[]): void;
  toggle(name: string): void;
  selectMark(mark: Mark | null): void;
  markSaved(version: string, doc?: PanelDocument): void;
}

/** What of a selection is still there. */
function existing({ doc, selection, mark }: Snapshot): Pick<Snapshot, "selection" | "mark"> {
  const there = selection.filter((name) => (name === PICTURE ? Boolean(doc.picture) : name in doc.elements));
  const element = mark && doc.elements[mark.element];
  const known = element && "options" in element && !Array.isArray(element.options) && mark.option in element.options;
  return {
    selection: there.length === selection.length ? selection : there,
    mark: known ? mark : null,
  };
}

const same = (a: PanelDocument, b: PanelDocument): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

export function createPanelStore(doc: PanelDocument, version: string | null) {
  const history = new History<Snapshot>();
  return create<PanelState>((set, get) => {
    const take = (next: Snapshot) => {
      const { saved } = get();
      set({
        ...next,
        ...existing(next),
        dirty: !saved || !same(saved.doc, next.doc),
        undoName: history.undoName,
        redoName: history.redoName,
      });
    };
    const step = (name: string, next: Snapshot, mergeKey = "") => {
      const { doc: before, selection, mark } = get();
      if (before === next.doc) return false;
      history.push(name, { doc: before, selection, mark }, next, mergeKey);
      take(next);
      return true;
    };
    return {
      doc,
      selection: [],
      mark: null,
      saved: version === null ? null : { version, doc },
      dirty: version === null,
      undoName: "",
      redoName: "",
      edit: (name, how, mergeKey) => {
        const { doc: before, selection, mark } = get();
        return step(name, { doc: how(before), selection, mark }, mergeKey);
      },
      make: (name, how) => {
        const [made, selection] = how(get().doc);
        step(name, { doc: made, selection, mark: null });
      },
      seal: () => history.seal(),
      undo: () => {
        const back = history.undo();
        if (back) take(back);
      },
      redo: () => {
        const next = history.redo();
        if (next) take(next);
      },
      select: (selection) => set({ selection: [...new Set(selection)], mark: null }),
      toggle: (name) =>
        set(({ selection }) => ({
          selection: selection.includes(name) ? selection.filter((other) => other !== name) : [...selection, name],
          mark: null,
        })),
      selectMark: (mark) => set({ mark, selection: mark ? [mark.element] : [] }),
      markSaved: (saved, as) => {
        const now = get().doc;
        const kept = as ?? now;
        set({ saved: { version: saved, doc: kept }, dirty: !same(kept, now) });
      },
    };
  });
}

export type PanelStore = ReturnType<typeof createPanelStore>;
