import { useEffect, useState } from "react";

/** Draws a component anew every so often [ms]. */
export function useTicker(every: number, on = true): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!on) return;
    const timer = window.setInterval(() => setCount((now) => now + 1), every);
    return () => window.clearInterval(timer);
  }, [every, on]);
  return count;
}
