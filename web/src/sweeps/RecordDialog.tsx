import { useCallback, useEffect, useRef, useState } from "react";
import type { Job, SweepRecord, SweepRun } from "@/gen/messages";
import { api, LinkError } from "@/link/http";
import { cancel, finish } from "@/link/jobs";
import { navigate, pathOf } from "@/shell/router";
import { Button, Dialog, Progress, showToast } from "@/ui";
import { saidBy, useWords, words } from "@/words";
import { sweepPath } from "./paths";
import css from "./Sweeps.module.css";

export interface Recording {
  /** Whether a run is being done again. */
  busy: boolean;
  /** Do a run again with a record, and open that in Review. */
  show: (run: SweepRun) => void;
  stop: () => void;
}

const review = (record: string) => navigate(`${pathOf("review", record)}?play=1`);

/** Runs of a sweep in Review: those without a record are done again first, one at a time. */
export function useRecord(sweep: string): Recording {
  const [busy, setBusy] = useState(false);
  const job = useRef<Job | null>(null);
  const round = useRef(0);
  const stop = useCallback(() => {
    round.current++;
    setBusy(false);
    if (job.current?.state === "running") cancel(job.current).catch(() => undefined);
    job.current = null;
  }, []);
  // whoever leaves does not wait for it
  useEffect(() => stop, [stop]);
  const show = useCallback(
    async (run: SweepRun) => {
      if (run.record) return review(run.record);
      stop();
      const mine = ++round.current;
      setBusy(true);
      try {
        const begun = await api.post<Job>(`${sweepPath(sweep)}/runs/${run.key}/record`);
        const made = await finish<SweepRecord>(begun, (now) => {
          if (mine === round.current) job.current = now;
        });
        if (mine !== round.current) return;
        if (!made.same) showToast({ id: "run", kind: "caution", title: words().sweeps.record.differs });
        review(made.record);
      } catch (error) {
        if (mine !== round.current) return;
        setBusy(false);
        if (error instanceof LinkError && error.code === "cancelled") return;
        showToast({ id: "run", kind: "error", title: words().sweeps.record.failed, text: saidBy(error) });
      }
    },
    [sweep, stop],
  );
  return { busy, show: (run) => void show(run), stop };
}

/** A run is done again. */
export function RecordDialog({ record }: { record: Recording }) {
  const w = useWords();
  return (
    <Dialog
      open={record.busy}
      onClose={record.stop}
      title={w.sweeps.record.title}
      width={420}
      actions={<Button onClick={record.stop}>{w.common.cancel}</Button>}
    >
      <div className={css.stack}>
        <Progress label={w.sweeps.record.running} />
        <p>{w.sweeps.record.text}</p>
      </div>
    </Dialog>
  );
}
