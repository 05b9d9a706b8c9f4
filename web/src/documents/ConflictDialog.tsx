import type { ReactNode } from "react";
import { navigate } from "@/shell/router";
import { Button, Dialog, showToast } from "@/ui";
import type { Words } from "@/words";
import { type Documents, freeName } from "./documents";
import type { EditedStore } from "./edited";
import type { Saves } from "./useSaves";

/** Props of {@link ConflictDialog}. */
export interface ConflictDialogProps<D> {
  documents: Documents<D>;
  name: string;
  store: EditedStore<D>;
  saves: Saves<D>;
  words: Pick<
    Words["paneleditor"]["save"],
    "conflictTitle" | "conflictText" | "takeTheirs" | "keepCopy" | "overwrite" | "failed"
  >;
  /** Put their document in place of ours, as one step; the document as it is then shown. */
  onTake: (theirs: D) => D | Promise<D>;
  /** The document under another name. */
  renamed: (document: D, name: string) => D;
  pathTo: (name: string) => string;
  /** What differs. */
  children: ReactNode;
}

/** Both have changed the document: shows what differs and asks whose version stays. */
export function ConflictDialog<D>(props: ConflictDialogProps<D>) {
  const { documents, name, store, saves, words: s, onTake, renamed, pathTo, children } = props;
  const { theirs, settle } = saves;
  const overwrite = () => {
    settle();
    void saves.save(true);
  };
  const take = async () => {
    if (!theirs) return;
    const doc = await onTake(theirs.doc);
    store.getState().markSaved(theirs.version, doc);
    documents.drafts.drop(name);
    settle();
  };
  const copy = async () => {
    try {
      const names = (await documents.list()).map((entry) => entry.name);
      const fresh = freeName(`${name}-copy`, names);
      await documents.save(fresh, renamed(store.getState().doc, fresh), null);
      if (theirs) store.getState().markSaved(theirs.version);
      documents.drafts.drop(name);
      settle();
      navigate(pathTo(fresh));
    } catch (error) {
      showToast({ kind: "error", title: s.failed, text: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Dialog
      open={theirs !== null}
      onClose={settle}
      title={s.conflictTitle}
      width={640}
      actions={
        <>
          <Button onClick={() => void take()} data-testid="conflict-theirs">
            {s.takeTheirs}
          </Button>
          <Button onClick={() => void copy()} data-testid="conflict-copy">
            {s.keepCopy}
          </Button>
          <Button variant="danger" onClick={overwrite} data-testid="conflict-overwrite">
            {s.overwrite}
          </Button>
        </>
      }
    >
      <p>{s.conflictText}</p>
      {children}
    </Dialog>
  );
}
