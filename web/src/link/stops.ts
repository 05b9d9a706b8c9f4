/** Why the robot is stopped. */

import { useEffect, useState, useSyncExternalStore } from "react";
import type { SessionStatus } from "../gen/documents";
import { ask, hub, useLive } from "./live";

/** Kinds of stops, as the session calls them. */
export type StopKind = "stop" | "link" | "enable";

export interface Stops {
  stopped: boolean;
  /** Whether somebody pressed the stop: then it wants its release before Start. */
  pressed: boolean;
  /** Whether it is stopped for want of an operator: Start ends that. */
  absent: boolean;
}

const KINDS: readonly string[] = ["stop", "link", "enable"] satisfies StopKind[];
const NONE: readonly StopKind[] = [];

/** The kinds in what a session says of itself. */
export function kindsOf(status: Pick<SessionStatus, "stops">): readonly StopKind[] {
  return Object.keys(status.stops).filter((kind): kind is StopKind => KINDS.includes(kind));
}

/** Asks the session why it is stopped. */
export async function askStops(): Promise<readonly StopKind[]> {
  const answer = await ask({ do: "status" });
  return answer.ok && answer.value ? kindsOf(answer.value) : NONE;
}

const subscribe = (listener: () => void): (() => void) => hub.subscribe(listener);

/** Asks the session for the reasons whenever something happened to them. */
export function useStops(): Stops {
  const stopped = useSyncExternalStore(subscribe, () => hub.frame?.stopped ?? false);
  const link = useLive((live) => live.link);
  const news = useLive(
    ({ events }) => events.findLast(({ kind }) => /^(stop|released|armed|reset)$/.test(kind)) ?? null,
  );
  const [kinds, setKinds] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news alone make it ask again
  useEffect(() => {
    if (link !== "open" || !stopped) return setKinds(NONE);
    let ended = false;
    void askStops().then((found) => !ended && setKinds(found));
    return () => {
      ended = true;
    };
  }, [stopped, link, news]);
  return { stopped, pressed: stopped && kinds.includes("stop"), absent: stopped && kinds.includes("link") };
}
