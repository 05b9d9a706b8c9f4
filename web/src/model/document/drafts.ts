/** Unsaved changes of documents that outlive the page. */

import { same } from "./same";
import type { DocumentStore } from "./store";

export interface Draft<D> {
  /** Version of the saved document it was made from. */
  version: string;
  /** When it was written [ms since 1970]. */
  when: number;
  document: D;
}

/** Where drafts lie: the storage of the browser, or a stand-in. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Drafts of one kind of document, by name. */
export interface Drafts<D> {
  read(name: string): Draft<D> | null;
  keep(name: string, draft: Draft<D>): void;
  drop(name: string): void;
}

/**
 * Drafts of a kind of document.
 *
 * @param isOne Whether something found is such a document: the page that wrote it may have been an older one.
 * @param shelf Asked at every use, because a browser may forbid it.
 */
export function draftsOf<D>(kind: string, isOne: (value: unknown) => value is D, shelf: () => Shelf): Drafts<D> {
  const place = (name: string) => `pult.draft.${kind}.${name}`;
  return {
    read(name) {
      try {
        const found: unknown = JSON.parse(shelf().getItem(place(name)) ?? "null");
        if (typeof found !== "object" || found === null) return null;
        const { version, when, document } = found as Partial<Draft<unknown>>;
        return typeof version === "string" && typeof when === "number" && isOne(document)
          ? { version, when, document }
          : null;
      } catch {
        return null;
      }
    },
    keep(name, draft) {
      try {
        shelf().setItem(place(name), JSON.stringify(draft));
      } catch {
        // it is full or forbidden: the guard before leaving still asks
      }
    },
    drop(name) {
      try {
        shelf().removeItem(place(name));
      } catch {
        // nothing was kept then
      }
    },
  };
}

/** Time without a change after which a draft is written [ms]. */
const PAUSE = 400;

/** The draft of a document, if it says something else than the document that was opened. */
export function leftDraft<D>(drafts: Drafts<D>, name: string, opened: D): Draft<D> | null {
  const draft = drafts.read(name);
  return draft && !same(draft.document, opened) ? draft : null;
}

export interface DraftKeeper {
  /** Write at once what is not saved; whether there is anything. */
  readonly flush: () => boolean;
  readonly end: () => void;
}

/** Keeps unsaved changes as a draft, and drops it once they are saved or taken back. */
export function keepDrafts<D>(drafts: Drafts<D>, name: string, store: DocumentStore<D>): DraftKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    const { dirty, doc, saved } = store.getState();
    if (dirty) drafts.keep(name, { version: saved.version, when: Date.now(), document: doc });
    else drafts.drop(name);
  };
  const flush = () => {
    clearTimeout(timer);
    if (!store.getState().dirty) return false;
    write();
    return true;
  };
  const stop = store.subscribe((state, before) => {
    if (state.doc === before.doc && state.dirty === before.dirty) return;
    clearTimeout(timer);
    timer = setTimeout(write, PAUSE);
  });
  return {
    flush,
    end: () => {
      flush();
      stop();
    },
  };
}
