/** Paths of hands in the scene, drawn up to the time of the clock. */

import { useEffect } from "react";
import type { Player } from "@/model/review/player";
import { piece, pieceAt, type Trail } from "@/model/review/trail";
import type { SceneView } from "@/scene/SceneView";
import type { Letter } from "./Key";

export interface ShownTrail {
  letter: Letter;
  trail: Trail;
  /** The time of this attempt at a time of the clock. */
  timeOf: (time: number) => number;
}

/** One path: the pieces before the time are whole, the piece at the time grows. */
class Growing {
  readonly #view: SceneView;
  readonly #shown: ShownTrail;
  #reached = -1;
  #time = Number.NaN;

  constructor(view: SceneView, shown: ShownTrail) {
    this.#view = view;
    this.#shown = shown;
  }

  #id(index: number): string {
    return `review.${this.#shown.letter}.${index}`;
  }

  draw(clock: number): void {
    const { trail, timeOf, letter } = this.#shown;
    const time = timeOf(clock);
    if (time === this.#time) return;
    this.#time = time;
    const at = pieceAt(trail, time);
    for (let i = Math.max(0, this.#reached); i < at; i++) {
      this.#view.setPath(this.#id(i), piece(trail, i, Number.POSITIVE_INFINITY), letter);
    }
    for (let i = at + 1; i <= this.#reached; i++) this.#view.setPath(this.#id(i), null);
    this.#view.setPath(this.#id(at), piece(trail, at, time), letter);
    this.#reached = at;
  }

  clear(): void {
    for (let i = 0; i <= this.#reached; i++) this.#view.setPath(this.#id(i), null);
    this.#reached = -1;
  }
}

/** Args: ready: Whether the scene is there; paths take their width from its size. */
export function useTrails(view: SceneView | null, ready: boolean, player: Player, trails: readonly ShownTrail[]): void {
  useEffect(() => {
    if (!view || !ready) return;
    const growing = trails.map((shown) => new Growing(view, shown));
    const draw = () => {
      for (const one of growing) one.draw(player.time);
    };
    draw();
    const end = player.onMove(draw);
    return () => {
      end();
      for (const one of growing) one.clear();
    };
  }, [view, ready, player, trails]);
}
