import { useCallback, useEffect, useState } from "react";

/** Something asked of the server: not there yet, there, or refused. */
export type Asked<T> =
  | { state: "waiting"; value?: undefined; error?: undefined }
  | { state: "there"; value: T; error?: undefined }
  | { state: "failed"; value?: undefined; error: string };

/** Asks once, and again on `retry`; an answer that comes after leaving is dropped. `question` must be stable. */
export function useAsked<T>(question: () => Promise<T>): Asked<T> & { retry: () => void } {
  const [asked, setAsked] = useState<Asked<T>>({ state: "waiting" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again
  useEffect(() => {
    let wanted = true;
    setAsked((now) => (now.state === "there" ? now : { state: "waiting" }));
    question().then(
      (value) => wanted && setAsked({ state: "there", value }),
      (error: unknown) =>
        wanted && setAsked({ state: "failed", error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [question, round]);
  const retry = useCallback(() => setRound((now) => now + 1), []);
  return { ...asked, retry };
}
