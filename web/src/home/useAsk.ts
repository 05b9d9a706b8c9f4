import { useCallback, useEffect, useState } from "react";
import { useLanguage } from "@/words";

/** Something asked of the server: loading, there, or failed with words for people. */
export interface Asked<T> {
  value: T | null;
  error: string;
  again: () => void;
}

/** Asks when the component appears, and again when it is told to; the last answer stays while it is asked anew. */
export function useAsk<T>(ask: () => Promise<T>): Asked<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState("");
  const [round, setRound] = useState(0);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the round is there to ask again, and so is the language
  useEffect(() => {
    let current = true;
    ask().then(
      (found) => {
        if (!current) return;
        setValue(found);
        setError("");
      },
      (failure: unknown) => {
        if (current) setError(failure instanceof Error ? failure.message : String(failure));
      },
    );
    return () => {
      current = false;
    };
  }, [ask, round, language]);
  return { value, error, again: useCallback(() => setRound((n) => n + 1), []) };
}
