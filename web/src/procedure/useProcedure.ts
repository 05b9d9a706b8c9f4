/** A procedure being edited: its document, its plan, its rehearsal. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { Opened } from "@/documents/documents";
import { type Edited as EditedDocument, useDocument } from "@/documents/useDocument";
import type { ProcedureDocument } from "@/gen/documents";
import type { Job, ProcedurePlan, ProcedureState } from "@/gen/messages";
import { api } from "@/link/http";
import { cancel, finish } from "@/link/jobs";
import type { Checking } from "@/model/document/checking";
import { createProcedureStore, type ProcedureEdits } from "@/model/procedure/store";
import { showToast } from "@/ui";
import { saidBy, useLanguage, words } from "@/words";
import { procedures } from "./documents";

const CHECKING: Checking<ProcedureDocument, ProcedurePlan> = {
  ask: (document) => api.post("/api/procedures/plan", { document }),
  // a plan costs more than a look at a document
  pause: 300,
};

export interface Edited
  extends EditedDocument<ProcedureDocument, ProcedureEdits>,
    Pick<ProcedureEdits, "doc" | "edit"> {
  /** The plan of what is edited; null while it is being looked at, and if that failed. */
  plan: ProcedurePlan | null;
  /** Why the plan could not be looked at. */
  planError: string;
  /** The last plan, which stays to be seen meanwhile. */
  seen: ProcedurePlan | null;
  state: ProcedureState | null;
  /** The rehearsal that goes on. */
  job: Job | null;
  rehearse: () => Promise<void>;
  cancel: () => void;
}

export function useProcedure(opened: Opened<ProcedureDocument>): Edited {
  const edited = useDocument(procedures, opened, createProcedureStore, CHECKING);
  const { name, store } = edited;
  const { doc, edit, check, checked, checking, checkFailed, saved } = store();
  const planError = checking ? "" : checkFailed;
  const plan = checked === doc && !checking && !planError ? check : null;
  const seen = useRef<ProcedurePlan | null>(null);
  if (check?.expected) seen.current = check;
  const [state, setState] = useState<ProcedureState | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const language = useLanguage();

  const look = useCallback(async () => {
    setState(await api.get<ProcedureState>(`/api/procedures/${encodeURIComponent(name)}`));
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version, or language, is asked for anew
  useEffect(() => {
    look().catch((error: unknown) => showToast({ id: "state", kind: "error", title: saidBy(error) }));
  }, [look, saved.version, language]);

  const { save: put } = edited;
  const save = useCallback(
    // what is saved as it is stays so: a shipped one that nobody changed needs no copy
    () => (store.getState().dirty ? put() : Promise.resolve(true)),
    [store, put],
  );
  const rehearse = useCallback(async () => {
    if (!(await save())) return;
    try {
      const begun = await api.post<Job>(`/api/procedures/${encodeURIComponent(name)}/rehearse`);
      await finish(begun, (now) => setJob(now.state === "running" ? now : null));
    } catch (error) {
      showToast({ kind: "error", title: words().procedure.failed, text: saidBy(error) });
    } finally {
      setJob(null);
      await look().catch(() => undefined);
    }
  }, [save, name, look]);
  const end = useCallback(() => {
    if (job) void cancel(job).catch(() => undefined);
  }, [job]);
  return { ...edited, doc, edit, plan, planError, seen: seen.current, state, job, save, rehearse, cancel: end };
}
