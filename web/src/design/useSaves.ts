import { useCallback, useRef, useState } from "react";
import type { Editor } from "@/editor/context";
import type { SchemeDocument } from "@/gen/documents";
import type { DocumentState } from "@/gen/messages";
import { LinkError } from "@/link/http";
import { showToast } from "@/ui";
import { words } from "@/words";
import { fetchScheme, isScheme, saveScheme } from "./documents";

export interface Saves {
  /** The document as the server has it. */
  state: DocumentState;
  saving: boolean;
  /** Somebody else's version, when both have changed. */
  theirs: { version: string; doc: SchemeDocument } | null;
  save: (overwrite?: boolean) => Promise<boolean>;
  settle: () => void;
}

/** Saving with versions: what somebody else saved meanwhile is never lost unasked. */
export function useSaves(editor: Editor, first: DocumentState): Saves {
  const { name, store, view } = editor;
  const [state, setState] = useState(first);
  const [saving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<Saves["theirs"]>(null);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const once = useCallback(
    async (overwrite: boolean): Promise<boolean> => {
      const { doc, saved } = store.getState();
      const s = words().design.save;
      setSaving(true);
      try {
        const made = await saveScheme(name, doc, saved?.version ?? null, overwrite);
        store.getState().markSaved(made.version, doc);
        setState((was) => {
          if (!was.own && was.shipped) showToast({ kind: "ok", title: s.copyMade(name) });
          return made;
        });
        return true;
      } catch (error) {
        if (error instanceof LinkError && error.code === "conflict") {
          const other = await fetchScheme(name).catch(() => null);
          if (other && isScheme(other.document)) {
            setTheirs({ version: other.version, doc: other.document });
            view.setState({ dialog: "conflict" });
            return false;
          }
        }
        showToast({ kind: "error", title: s.failed, text: error instanceof Error ? error.message : String(error) });
        return false;
      } finally {
        setSaving(false);
      }
    },
    [name, store, view],
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
  const settle = useCallback(() => {
    setTheirs(null);
    view.setState({ dialog: "" });
  }, [view]);
  return { state, saving, theirs, save, settle };
}
