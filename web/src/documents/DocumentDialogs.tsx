import { type ReactNode, useMemo } from "react";
import type { DocumentState } from "@/model/document/store";
import { navigate } from "@/shell/router";
import { Button, Dialog, showToast } from "@/ui";
import { saidBy, useFormat, useWords, type Words } from "@/words";
import type { Edited } from "./useDocument";

/** Props of {@link DocumentDialogs}. */
export interface DocumentDialogsProps<D extends object, S> {
  edited: Edited<D, S>;
  /** What differs between their version and ours; nothing if they say the same. Must be stable. */
  differences: (theirs: D, ours: D, w: Words) => ReactNode;
}

/** What is asked around every editor: whose version stays, and whether a draft comes back. */
export function DocumentDialogs<D extends object, S extends DocumentState<D>>(props: DocumentDialogsProps<D, S>) {
  return (
    <>
      <ConflictDialog {...props} />
      <DraftDialog edited={props.edited} />
    </>
  );
}

/** Both have changed the document: shows what differs and asks whose version stays. */
function ConflictDialog<D extends object, S extends DocumentState<D>>(props: DocumentDialogsProps<D, S>) {
  const { edited, differences } = props;
  const { kind, store, theirs } = edited;
  const w = useWords();
  const { save: s } = kind.words(w);
  const found = useMemo(
    () => theirs && differences(theirs.doc, store.getState().doc, w),
    [theirs, store, differences, w],
  );
  const copy = async () => {
    try {
      navigate(kind.pathTo(await edited.keepCopy()));
    } catch (error) {
      showToast({ kind: "error", title: s.failed, text: saidBy(error) });
    }
  };
  return (
    <Dialog
      open={theirs !== null}
      onClose={edited.settle}
      title={s.conflictTitle}
      width={640}
      actions={
        <>
          <Button onClick={() => void edited.takeTheirs(w.documents.steps.take)} data-testid="conflict-theirs">
            {s.takeTheirs}
          </Button>
          <Button onClick={() => void copy()} data-testid="conflict-copy">
            {s.keepCopy}
          </Button>
          <Button variant="danger" onClick={() => void edited.overwriteTheirs()} data-testid="conflict-overwrite">
            {s.overwrite}
          </Button>
        </>
      }
    >
      <p>{s.conflictText}</p>
      {found ?? <p>{s.same}</p>}
    </Dialog>
  );
}

/** Offers changes that were left unsaved. */
function DraftDialog<D extends object, S>({ edited }: { edited: Edited<D, S> }) {
  const { kind, kept, draft } = edited;
  const { draft: d } = kind.words(useWords());
  const format = useFormat();
  const restore = () => draft && edited.takeDraft(draft);
  return (
    <Dialog
      open={draft !== null}
      onClose={restore}
      title={d.title}
      actions={
        <>
          <Button onClick={edited.dropDraft} data-testid="draft-discard">
            {d.discard}
          </Button>
          <Button variant="primary" onClick={restore} data-testid="draft-restore" data-autofocus="">
            {d.restore}
          </Button>
        </>
      }
    >
      <p>{d.text(format.ago(draft?.when ?? 0))}</p>
      {draft && draft.version !== kept.version && <p>{d.older}</p>}
    </Dialog>
  );
}
