/** A procedure being edited: its document with undo, drafts and saving, its plan, its rehearsal. */

import { useCallback, useEffect, useMemo, useState } from "react";
import { type FoundDraft, useDrafts } from "@/documents/useDrafts";
import { type Saves, useSaves } from "@/documents/useSaves";
import type { ProcedureDocument } from "@/gen/documents";
import type { DocumentState, Job, ProcedurePlan, ProcedureState } from "@/gen/messages";
import { api } from "@/link/http";
import { cancel, finish } from "@/link/jobs";
import { createProcedureStore, type ProcedureEdits, type ProcedureStore } from "@/model/procedure/store";
import { showToast } from "@/ui";
import { useLanguage, type Words, words } from "@/words";
import { procedures } from "./documents";

/** Time without a change after which the plan is looked at [ms]. */
const PAUSE = 300;

export interface Edited {
  name: string;
  doc: ProcedureDocument;
  dirty: boolean;
  store: ProcedureStore;
  saves: Saves<ProcedureDocument>;
  draft: FoundDraft<ProcedureDocument>;
  /** The plan of what is edited; null while it is being looked at, and if that failed. */
  plan: ProcedurePlan | null;
  /** Why the plan could not be looked at. */
  planError: string;
  planAgain: () => void;
  /** The last plan, which stays to be seen meanwhile. */
  seen: ProcedurePlan | null;
  state: ProcedureState | null;
  /** The rehearsal that goes on. */
  job: Job | null;
  change: ProcedureEdits["change"];
  undo: (() => void) | null;
  /** Saves what was changed; whether nothing unsaved is left. */
  save: () => Promise<boolean>;
  rehearse: () => Promise<void>;
  cancel: () => void;
}

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const ofProcedure = ({ procedure }: Words) => ({ failed: procedure.conflict.failed, copyMade: procedure.copyMade });

type Planned = Pick<Edited, "plan" | "planError" | "planAgain" | "seen">;

/** The plan of a document, looked at after each change. */
function usePlan(doc: ProcedureDocument): Planned {
  const [plan, setPlan] = useState<ProcedurePlan | null>(null);
  const [planError, setError] = useState("");
  const [seen, setSeen] = useState<ProcedurePlan | null>(null);
  const [round, setRound] = useState(0);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language asks anew, for its words; a round, too
  useEffect(() => {
    let current = true;
    setPlan(null);
    setError("");
    const timer = setTimeout(() => {
      api.post<ProcedurePlan>("/api/procedures/plan", { document: doc }).then(
        (found) => {
          if (!current) return;
          setPlan(found);
          if (found.expected) setSeen(found);
        },
        (error: unknown) => current && setError(text(error)),
      );
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [doc, language, round]);
  const planAgain = useCallback(() => setRound((now) => now + 1), []);
  return { plan, planError, planAgain, seen };
}

export function useProcedure(first: DocumentState, start: ProcedureDocument): Edited {
  const { name } = first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for one opening of the document
  const store = useMemo(() => createProcedureStore(start, first.version), [name]);
  const saves = useSaves(procedures, name, store, first, ofProcedure);
  const draft = useDrafts(procedures.drafts, name, store, first.version);
  const { doc, dirty, undoable, change } = store();
  const version = store((now) => now.saved.version);
  const planned = usePlan(doc);
  const [state, setState] = useState<ProcedureState | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const language = useLanguage();

  const look = useCallback(async () => {
    setState(await api.get<ProcedureState>(`/api/procedures/${encodeURIComponent(name)}`));
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version, or language, is asked for anew
  useEffect(() => {
    look().catch((error: unknown) => showToast({ id: "state", kind: "error", title: text(error) }));
  }, [look, version, language]);

  const { save: put } = saves;
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
      showToast({ kind: "error", title: words().procedure.failed, text: text(error) });
    } finally {
      setJob(null);
      await look().catch(() => undefined);
    }
  }, [save, name, look]);
  const end = useCallback(() => {
    if (job) void cancel(job).catch(() => undefined);
  }, [job]);
  const undo = undoable ? store.getState().undo : null;
  return { name, doc, dirty, store, saves, draft, ...planned, state, job, change, undo, save, rehearse, cancel: end };
}
