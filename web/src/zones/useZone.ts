/** The work zone a moment after every change; the newest answer wins, and the last one stays meanwhile. */

import { useEffect, useState } from "react";
import type { ZoneLook, ZoneQuery } from "@/gen/messages";
import { api } from "@/link/http";
import { saidBy, useLanguage } from "@/words";

/** Time without a change after which the server is asked [ms]: short, for the drawing follows the slider. */
const PAUSE = 30;

export interface Zone {
  /** The newest answer; null before the first. */
  look: ZoneLook | null;
  /** Why the server could not be asked; empty if it could. */
  problem: string;
}

export function useZone(query: ZoneQuery): Zone {
  const language = useLanguage();
  const [zone, setZone] = useState<Zone>({ look: null, problem: "" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language asks the same again
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      try {
        const look = await api.post<ZoneLook>("/api/zones/look", query);
        if (wanted) setZone({ look, problem: "" });
      } catch (error) {
        if (wanted) setZone((last) => ({ ...last, problem: saidBy(error) }));
      }
    };
    const timer = setTimeout(ask, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [query, language]);
  return zone;
}
