/** Drawing at the next frame of the screen, and only when there is something new. */

import { useEffect, useRef } from "react";
import type { SignalSource } from "@/model/plots/source";
import type { ViewStore } from "@/model/plots/view";

/** Calls `draw` once at the next frame, however often it was asked, and not more often than `least` ms. */
export class Redraw {
  /** The least time between two drawings [ms]. */
  least = 0;
  readonly #draw: () => void;
  #asked = 0;
  #waits: ReturnType<typeof setTimeout> | undefined;
  #last = Number.NEGATIVE_INFINITY;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  ask(): void {
    if (this.#asked || this.#waits !== undefined) return;
    const wait = this.#last + this.least - performance.now();
    if (wait > 8) this.#waits = setTimeout(() => this.#request(), wait - 8);
    else this.#request();
  }

  /** Ask without waiting. */
  hurry(): void {
    if (this.#asked) return;
    clearTimeout(this.#waits);
    this.#request();
  }

  #request(): void {
    this.#waits = undefined;
    this.#asked = requestAnimationFrame((now) => {
      this.#asked = 0;
      this.#last = now;
      this.#draw();
    });
  }

  end(): void {
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#waits);
  }
}

/** Draws figures that follow a source and its view: at once with the cursor, ten times a second with the values. */
export function useRedraw(source: SignalSource, view: ViewStore, draw: () => void): void {
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
    draw();
  });
  useEffect(() => {
    const redraw = new Redraw(() => latest.current());
    redraw.least = 100;
    const ends = [source.subscribe(() => redraw.ask()), view.subscribe(() => redraw.hurry()), () => redraw.end()];
    redraw.ask();
    return () => {
      for (const end of ends) end();
    };
  }, [source, view]);
}

/** Writes a text only when it changed: layout stays untouched otherwise. */
export function write(node: Element | null, text: string): void {
  if (node && node.textContent !== text) node.textContent = text;
}
