/** Saving a document with versions: what somebody else saved meanwhile is never lost unasked. */

import { createStore } from "zustand/vanilla";
import type { DocumentEntry, DocumentState as Kept } from "@/gen/messages";
import type { Drafts } from "./drafts";
import type { DocumentStore } from "./store";

/** Where documents of one kind are kept. */
export interface Library<D> {
  readonly drafts: Drafts<D>;
  /** Whether something is such a document, as far as its head tells. */
  isOne(value: unknown): value is D;
  list(): Promise<DocumentEntry[]>;
  fetch(name: string): Promise<Kept>;
  /** Refused with the code 'conflict' if another version than the given one is there. */
  save(name: string, document: D, version: string | null, overwrite?: boolean): Promise<Kept>;
  /** A copy with everything that it needs. */
  make(name: string, template: string): Promise<Kept>;
  /** A document as an editor shows it, such as with places for everything; not everybody needs that. */
  prepared?(document: D, kept: Kept): Promise<D>;
}

export interface SavingState<D> {
  /** The document as it is kept. */
  readonly kept: Kept;
  readonly saving: boolean;
  /** Somebody else's version, when both have changed. */
  readonly theirs: { readonly kept: Kept; readonly doc: D } | null;
}

/** What people are told. */
export interface Told {
  /** A shipped document was changed: its first save made a copy of one's own. */
  copyMade(): void;
  failed(error: unknown): void;
}

const isConflict = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "conflict";

export type Saving<D extends object> = ReturnType<typeof createSaving<D>>;

export function createSaving<D extends object>(library: Library<D>, store: DocumentStore<D>, kept: Kept, told: Told) {
  const { name } = kept;
  const state = createStore<SavingState<D>>(() => ({ kept, saving: false, theirs: null }));
  let before: Promise<unknown> = Promise.resolve();

  const once = async (overwrite: boolean): Promise<boolean> => {
    const { doc, saved } = store.getState();
    state.setState({ saving: true });
    try {
      const made = await library.save(name, doc, saved.version, overwrite);
      store.getState().markSaved(made.version, doc);
      // what was changed while it was saved is a draft still
      if (!store.getState().dirty) library.drafts.drop(name);
      const { own, shipped } = state.getState().kept;
      if (!own && shipped) told.copyMade();
      state.setState({ kept: made });
      return true;
    } catch (error) {
      if (!isConflict(error) || !(await foundTheirs())) told.failed(error);
      return false;
    } finally {
      state.setState({ saving: false });
    }
  };
  // one after another: a second save that began before the first was answered would be a conflict with oneself
  const save = (overwrite = false): Promise<boolean> => {
    const made = before.then(() => once(overwrite));
    before = made;
    return made;
  };
  const foundTheirs = async (): Promise<boolean> => {
    const other = await library.fetch(name).catch(() => null);
    if (!other || !library.isOne(other.document)) return false;
    state.setState({ theirs: { kept: other, doc: other.document } });
    return true;
  };
  const settle = () => state.setState({ theirs: null });
  /** What is edited here is given up or kept elsewhere: leaving asks nothing, and nothing comes back. */
  const letGo = () => {
    store.getState().markSaved(store.getState().saved.version);
    library.drafts.drop(name);
    settle();
  };
  const copy = async (fresh: string): Promise<string> =>
    (await library.save(fresh, { ...store.getState().doc, name: fresh }, null)).name;
  const free = async (base: string): Promise<string> => {
    const entries = await library.list();
    const taken = entries.map((entry) => entry.name);
    return freeName(base, taken);
  };

  return {
    state,
    save,
    /** Leaves a conflict as it is. */
    settle,
    /** Their version in place of ours, as one step that can be undone. */
    async takeTheirs(step: string): Promise<void> {
      const { theirs } = state.getState();
      if (!theirs) return;
      const doc = (await library.prepared?.(theirs.doc, theirs.kept)) ?? theirs.doc;
      store.getState().replaceDoc(doc, step);
      store.getState().markSaved(theirs.kept.version, doc);
      library.drafts.drop(name);
      state.setState({ kept: theirs.kept, theirs: null });
    },
    overwriteTheirs(): Promise<boolean> {
      settle();
      return save(true);
    },
    /** Ours under a free name, theirs under this one; the name. */
    async keepCopy(): Promise<string> {
      const made = await copy(await free(`${name}-copy`));
      letGo();
      return made;
    },
    /** What is shown goes on under another name; the name. */
    async saveAs(fresh: string): Promise<string> {
      const made = await copy(fresh);
      letGo();
      return made;
    },
    /** What is shown under a free name; what was not saved stays a draft of this one. The name. */
    async duplicate(): Promise<string> {
      const fresh = await free(name);
      return store.getState().dirty ? copy(fresh) : (await library.make(fresh, name)).name;
    },
  };
}

/** A free name near one. */
export function freeName(base: string, taken: readonly string[]): string {
  const all = new Set(taken);
  if (!all.has(base)) return base;
  for (let n = 2; ; n++) if (!all.has(`${base}-${n}`)) return `${base}-${n}`;
}
