import { useCallback, useEffect, useState } from "react";
import { saidBy } from "@/words";

/** Something asked of the server: not there yet, there, or refused; a refusal leaves what was there before. */
export type Asked<T> =
  | { state: "waiting"; value?: undefined; error?: undefined }
  | { state: "there"; value: T; error?: undefined }
  | { state: "failed"; value?: T | undefined; error: string };

const WAITING = { state: "waiting" } as const;

/**
 * Asks once, and again on `retry`; the last answer stays meanwhile, and one that comes after leaving is dropped.
 *
 * @param question Must be stable: another one has another answer.
 * @param again Asked anew when it changes, such as the language of the answer.
 */
export function useAsked<T>(question: () => Promise<T>, again?: unknown): Asked<T> & { retry: () => void } {
  const [last, setLast] = useState<{ question: unknown; asked: Asked<T> }>({ question, asked: WAITING });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again
  useEffect(() => {
    let wanted = true;
    const known = (now: typeof last) => (now.question === question ? now.asked.value : undefined);
    setLast((now) => (known(now) === undefined ? { question, asked: WAITING } : now));
    question().then(
      (value) => wanted && setLast({ question, asked: { state: "there", value } }),
      (error: unknown) =>
        wanted && setLast((now) => ({ question, asked: { state: "failed", value: known(now), error: saidBy(error) } })),
    );
    return () => {
      wanted = false;
    };
  }, [question, round, again]);
  const retry = useCallback(() => setRound((now) => now + 1), []);
  return { ...(last.question === question ? last.asked : WAITING), retry };
}
