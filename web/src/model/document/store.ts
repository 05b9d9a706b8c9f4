/** A document that is being edited: its history, what of it is saved, and what the newest check says. */

import { History } from "./history";
import { same } from "./same";

export interface Saved<D> {
  readonly version: string;
  readonly doc: D;
}

/**
 * What every editor of a document keeps. Documents are never changed in place, so that the object is the revision:
 * a check is of what is shown if `checked === doc`.
 */
export interface DocumentState<D, C = unknown> {
  readonly doc: D;
  /** What was saved last, and its version. */
  readonly saved: Saved<D>;
  /** Whether the document says something else than the saved one. */
  readonly dirty: boolean;
  /** Names of what undo takes back and redo does again; empty if there is nothing. */
  readonly undoName: string;
  readonly redoName: string;
  /** The newest answer of the check, and the document that it is about. */
  readonly check: C | null;
  readonly checked: D | null;
  readonly checking: boolean;
  /** Why the newest check itself failed; empty if it did not. */
  readonly checkFailed: string;

  /** End of a drag or of a scrub: what comes next is a step of its own. */
  seal(): void;
  undo(): void;
  redo(): void;
  /** Show another document; history starts anew. */
  open(doc: D, version: string): void;
  /** Take a document from elsewhere (a draft, a layout, another version) as one step that can be undone. */
  replaceDoc(doc: D, name: string): void;
  /** The document, or an earlier state of it, is saved. */
  markSaved(version: string, doc?: D): void;
  setChecking(checking: boolean): void;
  setCheckFailed(message: string): void;
  setCheck(check: C, doc?: D): void;
}

/** Read and listened to from outside; stores of zustand are such. */
export interface Store<S> {
  getState(): S;
  subscribe(listener: (state: S, before: S) => void): () => void;
}

export type DocumentStore<D, C = unknown> = Store<DocumentState<D, C>>;

/** The newest check is of this document. */
export const checkedBy = <D, C>(check: C, doc: D) => ({ check, checked: doc, checking: false, checkFailed: "" });

/** How an editor of documents differs from others: what undo brings back besides the document. */
export interface Viewed<D, V> {
  /** What is shown at first. */
  readonly view: V;
  /** As much of a view as a document still has. */
  readonly within: (doc: D, view: V) => V;
}

/**
 * The part of an editor's store that is the same for all documents.
 *
 * Steps with the same merge key become one until a seal, a save, an undo or another step.
 *
 * @param set, get The store's own, of a state with the view in it.
 * @returns The state, and how to make a step: whether anything changed.
 */
export function documentPart<D, C, V extends object>(
  set: (part: Partial<DocumentState<D, C> & V>) => void,
  get: () => DocumentState<D, C> & V,
  { doc: first, version }: Saved<D>,
  { view: start, within }: Viewed<D, V>,
) {
  const history = new History<{ readonly doc: D; readonly view: V }>();
  const names = Object.keys(start) as (keyof V)[];
  const viewed = (): V => {
    const state = get();
    return Object.fromEntries(names.map((name) => [name, state[name]])) as V;
  };
  const show = (doc: D, view: V, saved = get().saved) => {
    const { undoName, redoName } = history;
    set({ doc, saved, dirty: !same(saved.doc, doc), undoName, redoName, ...view } as Partial<DocumentState<D, C> & V>);
  };
  const bring = (found: { readonly doc: D; readonly view: V } | undefined) => {
    if (found) show(found.doc, within(found.doc, found.view));
  };
  const put = (part: Partial<DocumentState<D, C>>) => set(part as Partial<DocumentState<D, C> & V>);

  /** Change the document, and what is shown of it if that is given. */
  const step = (name: string, doc: D, mergeKey = "", view: Partial<V> = {}): boolean => {
    const before = { doc: get().doc, view: viewed() };
    const after = { doc, view: within(doc, { ...before.view, ...view }) };
    const changes = doc !== before.doc;
    if (changes) history.push(name, before, after, mergeKey);
    if (changes || Object.keys(view).length > 0) show(doc, after.view);
    return changes;
  };

  const state: DocumentState<D, C> = {
    doc: first,
    saved: { version, doc: first },
    dirty: false,
    undoName: "",
    redoName: "",
    check: null,
    checked: null,
    checking: false,
    checkFailed: "",
    seal: () => history.seal(),
    undo: () => bring(history.undo()),
    redo: () => bring(history.redo()),
    open: (doc, saved) => {
      history.clear();
      put({ check: null, checked: null, checking: false, checkFailed: "" });
      show(doc, start, { version: saved, doc });
    },
    replaceDoc: (doc, name) => void step(name, doc),
    markSaved: (saved, doc = get().doc) => {
      history.seal();
      put({ saved: { version: saved, doc }, dirty: !same(doc, get().doc) });
    },
    setChecking: (checking) => put({ checking }),
    setCheckFailed: (checkFailed) => put({ checkFailed, checking: false }),
    setCheck: (check, doc = get().doc) => put(checkedBy(check, doc)),
  };
  return { state: { ...state, ...start }, step };
}
