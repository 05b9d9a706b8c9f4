import { useEffect, useState } from "react";
import type { Draft, Drafts } from "@/model/drafts";
import type { EditedStore } from "./edited";

const PAUSE = 400;

export interface FoundDraft<D> {
  found: Draft<D> | null;
  settle: () => void;
}

/** Keeps unsaved changes in the browser; what was left there before is given back to be offered. */
export function useDrafts<D>(drafts: Drafts<D>, name: string, store: EditedStore<D>, version: string): FoundDraft<D> {
  const [found, setFound] = useState<Draft<D> | null>(() => {
    const draft = drafts.read(name);
    return draft && JSON.stringify(draft.document) !== JSON.stringify(store.getState().doc) ? draft : null;
  });
  useEffect(() => {
    let timer = 0;
    const write = () => {
      const { dirty, doc, saved } = store.getState();
      if (dirty) drafts.keep(name, { version: saved?.version ?? version, when: Date.now(), document: doc });
      else drafts.drop(name);
    };
    const stop = store.subscribe((state, before) => {
      if (state.doc === before.doc && state.dirty === before.dirty) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(write, PAUSE);
    });
    const leaving = (event: BeforeUnloadEvent) => {
      if (!store.getState().dirty) return;
      write();
      event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => {
      window.clearTimeout(timer);
      if (store.getState().dirty) write();
      window.removeEventListener("beforeunload", leaving);
      stop();
    };
  }, [drafts, name, store, version]);
  return { found, settle: () => setFound(null) };
}
