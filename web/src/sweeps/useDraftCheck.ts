/** The check of a new sweep, a moment after every change; the newest answer wins. */

import { useCallback, useEffect, useState } from "react";
import type { SweepCheck } from "@/gen/messages";
import { api } from "@/link/http";
import { draftOf, type Faults, type Form, placed } from "@/model/sweeps/draft";
import { saidBy, useLanguage } from "@/words";

/** Time without a change after which it is checked [ms]. */
const PAUSE = 300;
const NONE: Faults = { fields: {}, lines: {}, others: [] };

export interface Checked {
  /** Null before the first answer. */
  check: SweepCheck | null;
  faults: Faults;
  /** The answer is that to an older form. */
  checking: boolean;
  /** Why it could not be checked. */
  failed: string;
  retry: () => void;
}

export function useDraftCheck(form: Form): Checked {
  const language = useLanguage();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState({ check: null as SweepCheck | null, faults: NONE, failed: "" });
  const [checking, setChecking] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language or round asks the same again
  useEffect(() => {
    if (!form.exercise) return;
    let wanted = true;
    setChecking(true);
    const ask = async () => {
      const { draft, lines } = draftOf(form);
      try {
        const check = await api.post<SweepCheck>("/api/sweeps/draft", draft);
        if (wanted) setFound({ check, faults: placed(check.faults, lines), failed: "" });
      } catch (error) {
        if (wanted) setFound({ check: null, faults: NONE, failed: saidBy(error) });
      }
      if (wanted) setChecking(false);
    };
    const timer = setTimeout(ask, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [form, language, round]);
  const retry = useCallback(() => setRound((now) => now + 1), []);
  return { ...found, checking, retry };
}
