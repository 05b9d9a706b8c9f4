import { useCallback, useEffect, useMemo, useState } from "react";
import type { Editor, Where } from "@/editor/context";
import { mayControl, runsNow, startWhenReady } from "@/editor/running";
import type { SchemeDocument } from "@/gen/documents";
import type { Applied, StartSession } from "@/gen/messages";
import { LinkError } from "@/link/http";
import { applyScheme, startSession, useLive } from "@/link/live";
import { dismissToast, showToast } from "@/ui";
import { saidBy, words } from "@/words";

export interface Runs {
  busy: boolean;
  /** Whether the session runs something older than what is edited. */
  pending: boolean;
  running: () => boolean;
  start: (where: Where) => Promise<void>;
  apply: () => Promise<void>;
}

/** Names of blocks, the first few. */
const few = (names: readonly string[]) => (names.length > 6 ? `${names.slice(0, 6).join(", ")} …` : names.join(", "));

/** Running the scheme, and putting changes into the session that runs it. */
export function useRuns({ name, store, view }: Editor, save: () => Promise<boolean>): Runs {
  const [busy, setBusy] = useState(false);
  const applied = view((now) => now.applied);
  const setApplied = useCallback((document: SchemeDocument | null) => view.setState({ applied: document }), [view]);
  const doc = store((state) => state.doc);
  const runs = useLive((live) => live.session?.scheme === name);
  useEffect(() => {
    if (!runs) setApplied(null);
    else if (!view.getState().applied) setApplied(store.getState().saved.doc);
  }, [runs, store, view, setApplied]);

  const start = useCallback(
    async (where: Where) => {
      const r = words().design.run;
      const { dirty, faults, checked, doc: now } = store.getState();
      if (checked === now && faults.errors > 0) {
        showToast({ kind: "error", title: r.failed, text: r.faulty });
        return;
      }
      setBusy(true);
      try {
        if (dirty && !(await save())) return;
        const wanted: StartSession = where.bench
          ? { scheme: name, bench: true }
          : where.exercise
            ? { exercise: where.exercise, variant: where.variant }
            : { world: where.world, scheme: name, panel: where.panel };
        const session = await startSession(wanted);
        startWhenReady(session.id);
        setApplied(store.getState().doc);
      } catch (error) {
        showToast({ kind: "error", title: r.failed, text: saidBy(error) });
      } finally {
        setBusy(false);
      }
    },
    [name, store, save, setApplied],
  );

  const apply = useCallback(async () => {
    const r = words().design.run;
    if (!(await mayControl())) {
      showToast({ id: "applied", kind: "error", title: r.applyFailed, text: r.notMine });
      return;
    }
    const wanted = store.getState().doc;
    setBusy(true);
    try {
      const made = await applyScheme<Applied>(wanted, (job) => {
        if (job.state === "running") showToast({ id: "apply", kind: "info", title: r.applying, text: job.detail });
      });
      dismissToast("apply");
      setApplied(wanted);
      showToast({
        id: "applied",
        kind: "ok",
        title: r.applied,
        text: r.appliedText(made.kept.length, few(made.fresh)),
      });
    } catch (error) {
      dismissToast("apply");
      const faults = error instanceof LinkError ? error.faults : [];
      const why = faults[0]?.message ?? saidBy(error);
      showToast({ id: "applied", kind: "error", title: r.applyFailed, text: `${why} ${r.lastGoodStays}` });
      const [fault] = faults;
      if (fault?.place || fault?.block) store.getState().reveal(fault); // else it is not about the scheme
    } finally {
      setBusy(false);
    }
  }, [store, setApplied]);

  return useMemo(
    () => ({ busy, pending: runs && applied !== null && applied !== doc, running: () => runsNow(name), start, apply }),
    [busy, runs, applied, doc, name, start, apply],
  );
}
