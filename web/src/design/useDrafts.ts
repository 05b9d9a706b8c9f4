import { useEffect, useState } from "react";
import type { Editor } from "@/editor/context";
import { type Draft, dropDraft, keepDraft, readDraft } from "./drafts";

const PAUSE = 400;

/** Keeps unsaved changes in the browser; what was left there before is given back to be offered. */
export function useDrafts({ name, store }: Editor, version: string): { found: Draft | null; settle: () => void } {
  const [found, setFound] = useState<Draft | null>(() => readDraft(name));
  useEffect(() => {
    let timer = 0;
    const write = () => {
      const { dirty, doc, saved } = store.getState();
      if (dirty) keepDraft(name, { version: saved?.version ?? version, when: Date.now(), document: doc });
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
  }, [name, store, version]);
  return { found, settle: () => setFound(null) };
}
