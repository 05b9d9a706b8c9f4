/** What the current stage aims at, from the exercise's document. */

import { useEffect, useMemo, useState } from "react";
import type { DocumentState } from "@/gen/messages";
import { api } from "@/link/http";
import { useLive } from "@/link/live";
import type { StageTarget } from "@/scene/captions";
import { type Said, said, useLanguage } from "@/words";

interface StageDocument {
  name: string;
  target?: string;
}

interface Aims {
  effector: string;
  stages: readonly StageDocument[];
}

function readAims(document: unknown): Aims | null {
  if (typeof document !== "object" || document === null || !("stages" in document)) return null;
  const { stages, effector } = document as { stages: unknown; effector?: unknown };
  return Array.isArray(stages) ? { stages, effector: typeof effector === "string" ? effector : "" } : null;
}

export function useTarget(): StageTarget | null {
  const language = useLanguage();
  const exercise = useLive((live) => live.session?.exercise ?? "");
  const stage = useLive((live) => live.account?.stages.find(({ state }) => state === "current") ?? null);
  const name = stage?.name ?? "";
  const label = said(stage?.title as Said | undefined, language);
  const [aims, setAims] = useState<Aims | null>(null);
  useEffect(() => {
    let ended = false;
    setAims(null);
    if (!exercise) return;
    api
      .get<DocumentState>(`/api/documents/exercise/${encodeURIComponent(exercise)}?whole=true`)
      .then((state) => !ended && setAims(readAims(state.document)))
      // without it the scene merely marks no target
      .catch(() => undefined);
    return () => {
      ended = true;
    };
  }, [exercise]);
  const target = aims?.stages.find((one) => one.name === name)?.target ?? "";
  const effector = aims?.effector ?? "";
  return useMemo(
    () => (target ? { name: target, label, ...(effector ? { effector } : {}) } : null),
    [target, label, effector],
  );
}
