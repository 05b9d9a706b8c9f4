/** What the stages of the exercise aim at, from its document. */

import { useEffect, useState } from "react";
import type { StageDocument } from "@/gen/documents";
import type { DocumentState } from "@/gen/messages";
import { api } from "@/link/http";
import { useLive } from "@/link/live";

export interface Aims {
  effector: string;
  stages: readonly StageDocument[];
}

function readAims(document: unknown): Aims | null {
  if (typeof document !== "object" || document === null || !("stages" in document)) return null;
  const { stages, effector } = document as { stages: unknown; effector?: unknown };
  return Array.isArray(stages) ? { stages, effector: typeof effector === "string" ? effector : "" } : null;
}

/** What was asked for last: several parts of the page want the same. */
let asked: { session: string; aims: Promise<Aims | null> } | null = null;

function fetchAims(session: string, exercise: string): Promise<Aims | null> {
  if (asked?.session !== session) {
    const aims = api
      .get<DocumentState>(`/api/documents/exercise/${encodeURIComponent(exercise)}?whole=true`)
      .then(({ document }) => readAims(document))
      // without it the page merely shows no target
      .catch(() => null);
    asked = { session, aims };
  }
  return asked.aims;
}

/** What the stages of the exercise that runs aim at; null until it is known. */
export function useAims(): Aims | null {
  const exercise = useLive((live) => live.session?.exercise ?? "");
  const id = useLive((live) => live.id);
  const [aims, setAims] = useState<Aims | null>(null);
  useEffect(() => {
    let ended = false;
    setAims(null);
    if (exercise) void fetchAims(id, exercise).then((found) => !ended && setAims(found));
    return () => {
      ended = true;
    };
  }, [id, exercise]);
  return aims;
}
