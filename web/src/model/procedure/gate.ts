/** What may be done with a procedure now, and if not, why. */

import type { ProcedurePlan, ProcedureState } from "@/gen/messages";

export interface Standing {
  /** Whether it has changes that are not saved. */
  dirty: boolean;
  /** The plan of what is edited; null while it is being looked at. */
  plan: ProcedurePlan | null;
  /** Whether the plan could not be looked at. */
  planFailed: boolean;
  /** What the server knows of its rehearsal; null while that is asked. */
  state: ProcedureState | null;
  /** Whether it is being rehearsed. */
  rehearsing: boolean;
}

/** Why something cannot be done: one of the page's own reasons, or the words of the server. */
export type Why =
  | { key: "checking" | "planFailed" | "marks" | "faults" | "rehearsing" | "changed" }
  | { said: string }
  | null;

function planned({ plan, planFailed }: Standing): Why {
  if (!plan) return { key: planFailed ? "planFailed" : "checking" };
  if (plan.faults.length > 0) return { key: "faults" };
  return plan.ok ? null : { key: "marks" };
}

/** Why it cannot be rehearsed; null if it can. */
export function notRehearsable(standing: Standing): Why {
  return standing.rehearsing ? { key: "rehearsing" } : planned(standing);
}

/** Why the robot may not do it; null if it may. The server decides again when it is asked to. */
export function notRunnable(standing: Standing): Why {
  if (standing.rehearsing) return { key: "rehearsing" };
  if (standing.dirty) return { key: "changed" };
  const why = planned(standing);
  if (why) return why;
  if (!standing.state) return { key: "checking" };
  return standing.state.problem ? { said: standing.state.problem } : null;
}
