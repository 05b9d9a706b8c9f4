import type { Editor } from "@/editor/context";
import { Button, Dialog } from "@/ui";
import { useFormat, useWords } from "@/words";
import { type Draft, dropDraft } from "./drafts";

/** Offers changes that were left unsaved. */
export function DraftDialog({
  editor,
  draft,
  version,
}: {
  editor: Editor;
  draft: { found: Draft | null; settle: () => void };
  version: string;
}) {
  const w = useWords();
  const d = w.design.draft;
  const format = useFormat();
  const { found, settle } = draft;
  const restore = () => {
    if (found) editor.store.getState().replaceDoc(found.document, w.design.steps.restore);
    settle();
  };
  const discard = () => {
    dropDraft(editor.name);
    settle();
  };
  return (
    <Dialog
      open={found !== null}
      onClose={restore}
      title={d.title}
      actions={
        <>
          <Button onClick={discard} data-testid="draft-discard">
            {d.discard}
          </Button>
          <Button variant="primary" onClick={restore} data-testid="draft-restore" data-autofocus="">
            {d.restore}
          </Button>
        </>
      }
    >
      <p>{d.text(format.ago(found?.when ?? 0))}</p>
      {found && found.version !== version && <p>{d.older}</p>}
    </Dialog>
  );
}
