/** A look at a design, a moment after every change; the newest answer wins, and the last one stays meanwhile. */

import { useEffect, useState } from "react";
import type { MangoDesign, MangoLook } from "@/gen/messages";
import { api } from "@/link/http";
import { saidBy, useLanguage } from "@/words";

/** Time without a change after which the server is asked [ms]: short, for the drawing follows the sliders. */
const PAUSE = 40;

export interface Look {
  /** The last design that can be; null before the first answer. */
  good: MangoLook | null;
  /** Why the present one cannot be, or could not be looked at; empty if it can. */
  problem: string;
  /** Whether what is shown is that of the present design. */
  current: boolean;
}

export function useLook(design: MangoDesign): Look {
  const language = useLanguage();
  const [look, setLook] = useState<Look>({ good: null, problem: "", current: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language asks the same again
  useEffect(() => {
    let wanted = true;
    setLook((last) => ({ ...last, current: false }));
    const ask = async () => {
      try {
        const found = await api.post<MangoLook>("/api/mango/look", design);
        if (wanted)
          setLook((last) => ({ good: found.problem ? last.good : found, problem: found.problem, current: true }));
      } catch (error) {
        if (wanted) setLook((last) => ({ ...last, problem: saidBy(error), current: true }));
      }
    };
    const timer = setTimeout(ask, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [design, language]);
  return look;
}
