import { useState } from "react";
import type { RecordEntry } from "@/gen/messages";
import { Button, Dialog, showToast } from "@/ui";
import { saidBy, useWords } from "@/words";

export interface RemoveDialogProps {
  entry: RecordEntry | null;
  title: string;
  remove: (name: string) => Promise<void>;
  onRemoved: (name: string) => void;
  onClose: () => void;
}

/** Asks once before a record is deleted. */
export function RemoveDialog({ entry, title, remove, onRemoved, onClose }: RemoveDialogProps) {
  const words = useWords();
  const w = words.review;
  const [busy, setBusy] = useState(false);
  const act = async () => {
    if (!entry) return;
    setBusy(true);
    try {
      await remove(entry.name);
      showToast({ kind: "ok", title: w.removed });
      onRemoved(entry.name);
    } catch (error) {
      showToast({ kind: "error", title: w.removeFailed, text: saidBy(error) });
    }
    setBusy(false);
    onClose();
  };
  return (
    <Dialog
      open={entry !== null}
      onClose={onClose}
      title={w.removeTitle}
      width={420}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="danger" busy={busy} onClick={() => void act()} data-testid="review-remove-yes">
            {w.remove}
          </Button>
        </>
      }
    >
      <p>{entry && w.removeText(title, entry.name)}</p>
    </Dialog>
  );
}
