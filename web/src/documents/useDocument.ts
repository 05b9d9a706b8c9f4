import { useCallback, useEffect, useMemo, useState } from "react";
import { type StoreApi, type UseBoundStore, useStore } from "zustand";
import { api } from "@/link/http";
import { type Checking, type Checks, keepChecked } from "@/model/document/checking";
import { type Draft, keepDrafts, leftDraft } from "@/model/document/drafts";
import { createSaving, type Saving, type SavingState } from "@/model/document/saving";
import type { DocumentState } from "@/model/document/store";
import { usePlace } from "@/shell/topbar";
import { showToast } from "@/ui";
import { saidBy, useWords, words } from "@/words";
import type { DocumentKind, Opened } from "./documents";
import { useSavedChip } from "./Saved";

/** A document that is being edited, with all that is around it. */
export interface Edited<D extends object, S> extends Omit<Saving<D>, "state">, SavingState<D> {
  readonly kind: DocumentKind<D>;
  readonly name: string;
  readonly store: UseBoundStore<StoreApi<S>>;
  readonly dirty: boolean;
  /** Changes that were left unsaved, to be offered. */
  readonly draft: Draft<D> | null;
  readonly takeDraft: (draft: Draft<D>) => void;
  readonly dropDraft: () => void;
  readonly checkNow: () => void;
}

/**
 * Edits a document: drafts, saving, conflicts, checks.
 *
 * @param make The store of its editor; made once for one opening.
 * @param checking Must be stable while it asks the same.
 */
export function useDocument<D extends object, C, S extends DocumentState<D, C>>(
  kind: DocumentKind<D>,
  { kept, doc }: Opened<D>,
  make: (doc: D, version: string) => UseBoundStore<StoreApi<S>>,
  checking: Checking<D, C>,
): Edited<D, S> {
  const { name } = kept;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for one opening of the document
  const store = useMemo(() => make(doc, kept.version), [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const { state, ...saving } = useMemo(() => {
    const speaking = () => kind.words(words()).save;
    return createSaving<D>(kind, store, kept, {
      copyMade: () => showToast({ kind: "ok", title: speaking().copyMade(name) }),
      failed: (error) => showToast({ kind: "error", title: speaking().failed, text: saidBy(error) }),
    });
  }, [kind, store]);
  const [draft, setDraft] = useState<Draft<D> | null>(() => leftDraft(kind.drafts, name, doc));
  const [checks, setChecks] = useState<Checks | null>(null);

  useEffect(() => {
    const keeper = keepDrafts(kind.drafts, name, store);
    const leaving = (event: BeforeUnloadEvent) => {
      if (keeper.flush()) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => {
      window.removeEventListener("beforeunload", leaving);
      keeper.end();
    };
  }, [kind, name, store]);
  useEffect(() => {
    const kept = keepChecked(store, checking);
    setChecks(kept);
    return kept.end;
  }, [store, checking]);
  useEffect(() => {
    void api.post("/api/recent", { kind: kind.kind, name }).catch(() => undefined);
  }, [kind, name]);

  const takeDraft = (found: Draft<D>) => {
    store.getState().replaceDoc(found.document, words().documents.steps.restore);
    setDraft(null);
  };
  const dropDraft = () => {
    kind.drafts.drop(name);
    setDraft(null);
  };
  const checkNow = useCallback(() => checks?.now(), [checks]);
  const dirty = store((now) => now.dirty);
  return { ...useStore(state), ...saving, kind, name, store, dirty, draft, takeDraft, dropDraft, checkNow };
}

/** Says in the top bar which document is edited, and what of it is saved. */
export function useDocumentPlace<D extends object, S>({ kind, name, dirty, kept }: Edited<D, S>, label = name): void {
  const { list, save } = kind.words(useWords());
  const chip = useSavedChip(dirty, kept, save);
  usePlace([{ label: list.title, href: kind.pathTo() }, { label }], chip);
}
