import { useEffect, useState } from "react";
import type { PanelStore } from "@/model/paneldoc/store";
import { type Draft, dropDraft, keepDraft, readDraft } from "./documents";

const PAUSE = 400;

/** Keeps unsaved changes in the browser; what was left there before is given back to be offered. */
export function useDrafts(name: string, store: PanelStore): { found: Draft | null; settle: () => void } {
  const [found, setFound] = useState<Draft | null>(() => {
    const draft = readDraft(name);
    return draft && JSON.stringify(draft.document) !== JSON.stringify(store.getState().doc) ? draft : null;
  });
  useEffect(() => {
    let timer = 0;
    const write = () => {
      const { dirty, doc, saved } = store.getState();
      if (dirty) keepDraft(name, { version: saved?.version ?? "", when: Date.now(), document: doc });
      else dropDraft(name);
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
  }, [name, store]);
  return { found, settle: () => setFound(null) };
}
