/** One loop of animation frames for everything on the panel that shows live values. */

import { useEffect, useRef } from "react";

export type Draw = (now: number, elapsed: number) => void;

const drawn = new Set<{ current: Draw }>();
let running = 0;
let last = 0;

function tick(now: number): void {
  const elapsed = now - last;
  last = now;
  for (const draw of drawn) draw.current(now, elapsed);
  running = drawn.size > 0 ? requestAnimationFrame(tick) : 0;
}

/** Calls `draw` at every frame while the component is on the page. It must not set React state each time. */
export function useTicker(draw: Draw): void {
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    drawn.add(latest);
    if (running === 0) {
      last = performance.now();
      running = requestAnimationFrame(tick);
    }
    return () => {
      drawn.delete(latest);
    };
  }, []);
}

/** Writes a text only when it changed: layout stays untouched otherwise. */
export function write(node: Element | null, text: string): void {
  if (node && node.textContent !== text) node.textContent = text;
}

/** Sets an attribute only when it changed. */
export function put(node: Element | null, name: string, value: string): void {
  if (node && node.getAttribute(name) !== value) node.setAttribute(name, value);
}
