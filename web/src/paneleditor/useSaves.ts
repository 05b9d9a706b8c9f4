import { useCallback, useRef, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import type { DocumentState } from "@/gen/messages";
import { LinkError } from "@/link/http";
import { isPanel } from "@/model/paneldoc/document";
import type { PanelStore } from "@/model/paneldoc/store";
import { showToast } from "@/ui";
import { words } from "@/words";
import { dropDraft, fetchPanel, savePanel } from "./documents";

export interface Saves {
  /** The document as the server has it. */
  state: DocumentState;
  saving: boolean;
  /** Somebody else's version, when both have changed. */
  theirs: { version: string; doc: PanelDocument } | null;
  save: (overwrite?: boolean) => Promise<boolean>;
  settle: () => void;
}

/** Saving with versions: what somebody else saved meanwhile is never lost unasked. */
export function useSaves(name: string, store: PanelStore, first: DocumentState): Saves {
  const [state, setState] = useState(first);
  const [saving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<Saves["theirs"]>(null);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const once = useCallback(
    async (overwrite: boolean): Promise<boolean> => {
      const { doc, saved } = store.getState();
      const s = words().paneleditor.save;
      setSaving(true);
      try {
        const made = await savePanel(name, doc, saved?.version ?? null, overwrite);
        store.getState().markSaved(made.version, doc);
        dropDraft(name);
        if (!state.own && state.shipped) showToast({ kind: "ok", title: s.copyMade(name) });
        setState(made);
        return true;
      } catch (error) {
        if (error instanceof LinkError && error.code === "conflict") {
          const other = await fetchPanel(name).catch(() => null);
          if (other && isPanel(other.document)) {
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
    [name, store, state],
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
