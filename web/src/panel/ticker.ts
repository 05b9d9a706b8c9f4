/** One loop of animation frames for everything on the panel that shows live values. */

import { useEffect, useRef } from "react";
import { alive } from "@/link/live";

export type Draw = (now: number, elapsed: number) => void;

/** Figures that people read are written so often [ms]: faster ones nobody can read. */
const READ = 100;
/** Without a graphics card needles move so often [ms]: what changes in every picture costs as much as the scene. */
const PLAIN = 66;

/** How often needles move [ms]; at every frame where that costs nothing. */
export const needlePace = (): number => (document.documentElement.hasAttribute("data-plain") ? PLAIN : 0);

interface Drawn {
  draw: { current: Draw };
  pace: () => number;
  last: number;
}

const drawn = new Set<Drawn>();
let running = 0;

function tick(now: number): void {
  for (const one of drawn) {
    const elapsed = now - one.last;
    if (elapsed < one.pace()) continue;
    one.last = now;
    alive(); // what is drawn may take long where the machine is busy
    one.draw.current(now, elapsed);
  }
  running = drawn.size > 0 ? requestAnimationFrame(tick) : 0;
}

const always = (): number => 0;
/** To be given to {@link useTicker} for figures. */
export const toRead = (): number => READ;

/**
 * Calls `draw` at every frame while the component is on the page. It must not set React state each time.
 *
 * With `pace` there is at least that time between two calls [ms]; it must be the same function each time.
 */
export function useTicker(draw: Draw, pace: () => number = always): void {
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    const one: Drawn = { draw: latest, pace, last: performance.now() - READ };
    drawn.add(one);
    if (running === 0) running = requestAnimationFrame(tick);
    return () => {
      drawn.delete(one);
    };
  }, [pace]);
}

/** Writes a text only when it changed: layout stays untouched otherwise. */
export function write(node: Element | null, text: string): void {
  if (node && node.textContent !== text) node.textContent = text;
}

/** Sets an attribute only when it changed. */
export function put(node: Element | null, name: string, value: string): void {
  if (node && node.getAttribute(name) !== value) node.setAttribute(name, value);
}
