/** Why the robot is stopped. */

import { useEffect, useState } from "react";
import { ask, useLive } from "@/link/live";
import { useStopped } from "./status";

export interface Stops {
  stopped: boolean;
  /** Whether the enabling switch alone holds it: that is no stop to be released, but a switch to be put on. */
  onlyEnable: boolean;
}

const ENABLE = "the enabling switch is released";

function reasonsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null || !("reasons" in value) || !Array.isArray(value.reasons)) return [];
  return value.reasons.filter((reason): reason is string => typeof reason === "string");
}

/** Asks the session for the reasons whenever something happened to them. */
export function useStops(): Stops {
  const stopped = useStopped();
  const link = useLive((live) => live.link);
  const news = useLive(
    ({ events }) => events.findLast(({ kind }) => /^(stop|released|armed|reset)$/.test(kind)) ?? null,
  );
  const [reasons, setReasons] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news alone make it ask again
  useEffect(() => {
    if (link !== "open" || !stopped) return setReasons([]);
    let ended = false;
    void ask({ do: "status" }).then((answer) => {
      if (!ended && answer.ok) setReasons(reasonsOf(answer.value));
    });
    return () => {
      ended = true;
    };
  }, [stopped, link, news]);
  return { stopped, onlyEnable: stopped && reasons.length === 1 && reasons[0] === ENABLE };
}
