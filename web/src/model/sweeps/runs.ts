/** The table of runs: which of them are asked for. */

export const PAGE = 50;
export type Outcome = "all" | "success" | "failed";

export interface Wanted {
  offset: number;
  /** Column; empty for the order in which they were done. */
  sort: string;
  descending: boolean;
  outcome: Outcome;
  /** Cause of failure; empty for all. */
  cause: string;
}

export const ALL: Wanted = { offset: 0, sort: "", descending: false, outcome: "all", cause: "" };

/** The question as it is sent. */
export function queryOf(wanted: Wanted): string {
  const query = new URLSearchParams({ offset: String(wanted.offset), limit: String(PAGE) });
  if (wanted.sort) query.set("sort", wanted.sort);
  if (wanted.descending) query.set("descending", "true");
  if (wanted.outcome !== "all") query.set("outcome", wanted.outcome);
  if (wanted.cause) query.set("cause", wanted.cause);
  return query.toString();
}

/** A press on the head of a column: up, then down, then as they were done. */
export function sortedBy(wanted: Wanted, column: string): Wanted {
  if (wanted.sort !== column) return { ...wanted, offset: 0, sort: column, descending: false };
  if (!wanted.descending) return { ...wanted, offset: 0, descending: true };
  return { ...wanted, offset: 0, sort: "", descending: false };
}

/** Another page, within what there is. */
export function paged(wanted: Wanted, pages: number, total: number): Wanted {
  const last = Math.max(0, Math.floor((total - 1) / PAGE) * PAGE);
  return { ...wanted, offset: Math.min(last, Math.max(0, wanted.offset + pages * PAGE)) };
}
