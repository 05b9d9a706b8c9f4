import { Button, Dialog } from "@/ui";
import { useFormat, type Words } from "@/words";
import type { FoundDraft } from "./useDrafts";

/** Props of {@link DraftDialog}. */
export interface DraftDialogProps<D> {
  draft: FoundDraft<D>;
  words: Words["paneleditor"]["draft"];
  /** Version that is saved now. */
  version: string;
  onRestore: (document: D) => void;
  onDiscard: () => void;
}

/** Offers changes that were left unsaved. */
export function DraftDialog<D>({ draft, words: d, version, onRestore, onDiscard }: DraftDialogProps<D>) {
  const format = useFormat();
  const { found, settle } = draft;
  const restore = () => {
    if (found) onRestore(found.document);
    settle();
  };
  const discard = () => {
    onDiscard();
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
