import { useCallback, useRef, useState } from "react";
import type { DocumentState } from "@/gen/messages";
import { LinkError } from "@/link/http";
import { showToast } from "@/ui";
import { type Words, words } from "@/words";
import type { Documents } from "./documents";
import type { EditedStore } from "./edited";

export interface Saves<D> {
  /** The document as the server has it. */
  state: DocumentState;
  saving: boolean;
  /** Somebody else's version, when both have changed. */
  theirs: { version: string; doc: D } | null;
  save: (overwrite?: boolean) => Promise<boolean>;
  settle: () => void;
}

/** Which part of the words speaks of the kind of document. */
export type Speaking = (words: Words) => { failed: string; copyMade: (name: string) => string };

/** Saving with versions: what somebody else saved meanwhile is never lost unasked. `speaking` must be stable. */
export function useSaves<D>(
  documents: Documents<D>,
  name: string,
  store: EditedStore<D>,
  first: DocumentState,
  speaking: Speaking,
): Saves<D> {
  const [state, setState] = useState(first);
  const [saving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<Saves<D>["theirs"]>(null);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const known = useRef(first);
  const once = useCallback(
    async (overwrite: boolean): Promise<boolean> => {
      const { doc, saved } = store.getState();
      const s = speaking(words());
      setSaving(true);
      try {
        const made = await documents.save(name, doc, saved?.version ?? null, overwrite);
        store.getState().markSaved(made.version, doc);
        // what was changed while it was saved is a draft still
        if (!store.getState().dirty) documents.drafts.drop(name);
        const { own, shipped } = known.current;
        if (!own && shipped) showToast({ kind: "ok", title: s.copyMade(name) });
        known.current = made;
        setState(made);
        return true;
      } catch (error) {
        if (error instanceof LinkError && error.code === "conflict") {
          const other = await documents.fetch(name).catch(() => null);
          if (other && documents.isOne(other.document)) {
            setTheirs({ version: other.version, doc: other.document });
            return false;
          }
        }
        showToast({ kind: "error", title: s.failed, text: error instanceof Error ? error.message : String(error) });
        return false;
      } finally {
        setSaving(false);
      }
    },
    [documents, name, store, speaking],
  );
  // one after another: a second save that began before the first was answered would be a conflict with oneself
  const save = useCallback(
    (overwrite = false): Promise<boolean> => {
      const made = before.current.then(() => once(overwrite));
      before.current = made;
      return made;
    },
    [once],
  );
  const settle = useCallback(() => setTheirs(null), []);
  return { state, saving, theirs, save, settle };
}
