/** What the rows of a sweep say: asked for again when there are more of them, but not more often than the server can say. */

import { useEffect, useRef, useState } from "react";
import { pauseAfter } from "@/model/sweeps/watching";
import { type Polled, usePolled } from "./usePolled";

const never = () => null;

/**
 * @param question Must be stable.
 * @param done Runs that are done: more of them have another answer.
 */
export function useOfRows<T>(question: () => Promise<T>, done: number): Polled<T> {
  const took = useRef(0);
  const answered = useRef(0);
  const [asked, setAsked] = useState(done);
  const polled = usePolled(question, (_, time) => {
    took.current = time;
    answered.current = performance.now();
    return never();
  });
  const { refresh } = polled;
  useEffect(() => {
    if (done === asked) return;
    const wait = Math.max(0, answered.current + pauseAfter(took.current) - performance.now());
    const timer = setTimeout(() => {
      setAsked(done);
      refresh();
    }, wait);
    return () => clearTimeout(timer);
  }, [done, asked, refresh]);
  return polled;
}
