/** A procedure being edited: its document with undo, its plan, its rehearsal. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ProcedureDocument } from "@/gen/documents";
import type { DocumentState, Job, ProcedurePlan, ProcedureState } from "@/gen/messages";
import { api } from "@/link/http";
import { cancel, finish } from "@/link/jobs";
import { showToast } from "@/ui";
import { useLanguage, words } from "@/words";
import { procedures } from "./documents";

/** Time without a change after which the plan is looked at [ms]. */
const PAUSE = 300;
const MOST_STEPS = 100;

export interface Edited {
  name: string;
  doc: ProcedureDocument;
  dirty: boolean;
  own: boolean;
  /** The plan of what is edited; null while it is being looked at. */
  plan: ProcedurePlan | null;
  /** The last plan, which stays to be seen meanwhile. */
  seen: ProcedurePlan | null;
  state: ProcedureState | null;
  /** The rehearsal that goes on. */
  job: Job | null;
  saving: boolean;
  change: (make: (doc: ProcedureDocument) => ProcedureDocument, key?: string) => void;
  undo: (() => void) | null;
  save: () => Promise<boolean>;
  rehearse: () => Promise<void>;
  cancel: () => void;
}

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function useProcedure(first: DocumentState, start: ProcedureDocument): Edited {
  const { name } = first;
  const [saved, setSaved] = useState({ version: first.version, doc: start, own: first.own });
  const [doc, setDoc] = useState(start);
  const [past, setPast] = useState<{ doc: ProcedureDocument; key: string }[]>([]);
  const [plan, setPlan] = useState<ProcedurePlan | null>(null);
  const [seen, setSeen] = useState<ProcedurePlan | null>(null);
  const [state, setState] = useState<ProcedureState | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const [saving, setSaving] = useState(false);
  const language = useLanguage();
  const newest = useRef(doc);
  newest.current = doc;

  const change = useCallback<Edited["change"]>((make, key = "") => {
    const before = newest.current;
    const next = make(before);
    if (next === before) return;
    newest.current = next;
    setDoc(next);
    // a drag, or several presses of an arrow, is one step
    setPast((steps) =>
      key && steps.at(-1)?.key === key ? steps : [...steps.slice(-MOST_STEPS), { doc: before, key }],
    );
  }, []);

  const undo = useMemo(() => {
    const last = past.at(-1);
    if (!last) return null;
    return () => {
      setPast((steps) => steps.slice(0, -1));
      setDoc(last.doc);
    };
  }, [past]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language asks anew, for its words
  useEffect(() => {
    let current = true;
    setPlan(null);
    const timer = setTimeout(() => {
      api.post<ProcedurePlan>("/api/procedures/plan", { document: doc }).then(
        (found) => {
          if (!current) return;
          setPlan(found);
          if (found.expected) setSeen(found);
        },
        (error: unknown) => current && showToast({ id: "plan", kind: "error", title: text(error) }),
      );
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [doc, language]);

  const look = useCallback(async () => {
    setState(await api.get<ProcedureState>(`/api/procedures/${encodeURIComponent(name)}`));
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version, or language, is asked for anew
  useEffect(() => {
    look().catch((error: unknown) => showToast({ id: "state", kind: "error", title: text(error) }));
  }, [look, saved.version, language]);

  const save = useCallback(async (): Promise<boolean> => {
    setSaving(true);
    try {
      const now = newest.current;
      const made = await procedures.save(name, now, saved.version);
      if (!saved.own) showToast({ kind: "ok", title: words().procedure.copyMade(name) });
      setSaved({ version: made.version, doc: now, own: made.own });
      return true;
    } catch (error) {
      showToast({ kind: "error", title: words().procedure.saveFailed, text: text(error) });
      return false;
    } finally {
      setSaving(false);
    }
  }, [name, saved]);

  const dirty = doc !== saved.doc && JSON.stringify(doc) !== JSON.stringify(saved.doc);
  const rehearse = useCallback(async () => {
    if (dirty && !(await save())) return;
    try {
      const begun = await api.post<Job>(`/api/procedures/${encodeURIComponent(name)}/rehearse`);
      await finish(begun, (now) => setJob(now.state === "running" ? now : null));
    } catch (error) {
      showToast({ kind: "error", title: words().procedure.failed, text: text(error) });
    } finally {
      setJob(null);
      await look().catch(() => undefined);
    }
  }, [dirty, save, name, look]);

  const end = useCallback(() => {
    if (job) void cancel(job).catch(() => undefined);
  }, [job]);
  return {
    name,
    doc,
    dirty,
    own: saved.own,
    plan,
    seen,
    state,
    job,
    saving,
    change,
    undo,
    save,
    rehearse,
    cancel: end,
  };
}
