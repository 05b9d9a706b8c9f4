/** Waiting for a session that is being prepared: the first compilation may take minutes on a slow machine. */

import type { SessionInfo } from "../gen/messages";

/** A link that is lost for longer is not waited for [ms]. */
export const LOST = 60_000;

/** What is to be done about a session that somebody wants started. */
export type Waiting = "wait" | "start" | "over" | { failed: string };

/** What the page knows of the session that it shows. */
export interface Seen {
  id: string;
  link: "idle" | "connecting" | "open" | "lost";
  /** When the link was lost [ms]. */
  lostAt: number;
  session: Pick<SessionInfo, "id" | "state" | "reason"> | null;
}

/**
 * What to do now. There is no limit of time: as long as the session says that it starts or compiles, it is waited for.
 *
 * Args:
 *   id: The session that is waited for.
 *   seen: What the page knows.
 *   now: On the clock of `performance.now` [ms].
 */
export function waitingFor(id: string, seen: Seen, now: number): Waiting {
  const { session, link, lostAt } = seen;
  if (seen.id !== id) return "over"; // the page shows another one by now
  if (link === "lost" && now - lostAt > LOST) return { failed: "" };
  if (link !== "open" || session?.id !== id) return "wait";
  switch (session.state) {
    case "starting":
    case "compiling":
      return "wait";
    case "ready":
      return "start";
    case "running":
      return "over";
    default:
      return { failed: session.reason };
  }
}
