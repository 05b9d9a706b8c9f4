/** Something of the server that changes while one looks at it. */

import { useCallback, useEffect, useRef, useState } from "react";
import { saidBy } from "@/words";

export interface Polled<T> {
  /** The newest answer; a refusal leaves it. */
  value: T | undefined;
  error: string;
  /** Ask now. */
  refresh: () => void;
}

/**
 * Asks, and again some time after each answer; the newest question wins.
 *
 * @param question Must be stable: another one has another answer.
 * @param pause Time until it is asked again [ms], from the answer and how long it took [ms]; null: only by `refresh`.
 */
export function usePolled<T>(
  question: () => Promise<T>,
  pause: (value: T | undefined, took: number) => number | null,
): Polled<T> {
  const [last, setLast] = useState<{ question: unknown; value: T | undefined; error: string }>({
    question,
    value: undefined,
    error: "",
  });
  const [round, setRound] = useState(0);
  const when = useRef(pause);
  when.current = pause;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const begun = performance.now();
      let value: T | undefined;
      try {
        value = await question();
        if (wanted) setLast({ question, value, error: "" });
      } catch (error) {
        const text = saidBy(error);
        if (wanted) {
          setLast((now) => ({ question, value: now.question === question ? now.value : undefined, error: text }));
        }
      }
      const next = when.current(value, performance.now() - begun);
      if (wanted && next !== null) timer = setTimeout(ask, next);
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [question, round]);
  const refresh = useCallback(() => setRound((now) => now + 1), []);
  const mine = last.question === question;
  return { value: mine ? last.value : undefined, error: mine ? last.error : "", refresh };
}
