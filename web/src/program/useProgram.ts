/** A program being edited: its document, and what a look at the whole of it has found. */

import { useRef } from "react";
import type { Opened } from "@/documents/documents";
import { type Edited as EditedDocument, useDocument } from "@/documents/useDocument";
import type { ProgramDocument } from "@/gen/documents";
import type { ProgramPlan } from "@/gen/messages";
import { api } from "@/link/http";
import type { Checking } from "@/model/document/checking";
import { createProgramStore, type ProgramEdits } from "@/model/program/store";
import { programs } from "./documents";

const CHECKING: Checking<ProgramDocument, ProgramPlan> = {
  ask: (document) => api.post("/api/programs/plan", { document }),
  pause: 120,
};

export interface Edited extends EditedDocument<ProgramDocument, ProgramEdits>, Pick<ProgramEdits, "doc" | "edit"> {
  /** The plan of what is edited; null while it is being looked at, and if that failed. */
  plan: ProgramPlan | null;
  /** The last plan, which stays to be seen meanwhile. */
  seen: ProgramPlan | null;
  /** Why the plan could not be looked at. */
  planError: string;
}

export function useProgram(opened: Opened<ProgramDocument>): Edited {
  const edited = useDocument(programs, opened, createProgramStore, CHECKING);
  const { doc, edit, check, checked, checking, checkFailed } = edited.store();
  const planError = checking ? "" : checkFailed;
  const plan = checked === doc && !checking && !planError ? check : null;
  const seen = useRef<ProgramPlan | null>(null);
  if (plan) seen.current = plan;
  return { ...edited, doc, edit, plan, planError, seen: seen.current };
}
