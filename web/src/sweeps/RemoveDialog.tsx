import { useState } from "react";
import type { SweepEntry } from "@/gen/messages";
import { api } from "@/link/http";
import { navigate, pathOf } from "@/shell/router";
import { Button, Dialog, showToast } from "@/ui";
import { saidBy, useFormat, useWords } from "@/words";
import { sweepPath } from "./paths";
import css from "./Sweeps.module.css";

/** Asks once before a sweep is deleted, and says what goes with it. */
export function RemoveDialog({ entry, onClose }: { entry: SweepEntry | null; onClose: () => void }) {
  const words = useWords();
  const w = words.sweeps;
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const act = async () => {
    if (!entry) return;
    setBusy(true);
    try {
      await api.remove(sweepPath(entry.name));
      showToast({ kind: "ok", title: w.removed });
      navigate(pathOf("sweeps"), { replace: true });
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
      width={440}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="danger" busy={busy} onClick={() => void act()} data-testid="remove-sweep-yes">
            {w.remove}
          </Button>
        </>
      }
    >
      {entry && (
        <div className={css.stack}>
          <p>{w.removeText(entry.name, w.runs(entry.success.runs), format.bytes(entry.size))}</p>
          {entry.records > 0 && <p>{w.removeRecords(entry.records)}</p>}
          <p className={css.quiet}>{w.removeStays}</p>
        </div>
      )}
    </Dialog>
  );
}
