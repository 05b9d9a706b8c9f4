/** Gives poses to whoever draws: the newest, and the next ones only when those were taken. */

import type { Scene } from "../gen/messages";
import { litLamps } from "../model/scene/lamps";
import type { PosesSaid } from "./protocol";
import type { Moment } from "./told";

export class PoseFeed {
  source: () => Moment | null = () => null;
  /** Poses of another attempt. */
  ghost: () => ArrayLike<number> | null = () => null;
  /** Whose lamps are lit by signals. */
  scene: Scene | null = null;
  readonly #give: (said: PosesSaid) => void;
  #asked = false;
  #given = false;
  #newer = false;

  constructor(give: (said: PosesSaid) => void) {
    this.#give = give;
  }

  /** There may be new poses. */
  refresh(): void {
    if (this.#asked) return;
    this.#asked = true;
    // frames come in batches: of one, the last is given
    queueMicrotask(() => {
      this.#asked = false;
      this.#next();
    });
  }

  /** What was given last was taken. */
  taken(): void {
    this.#given = false;
    if (this.#newer) this.#next();
  }

  /** Somebody else takes them from now on. */
  restart(): void {
    this.#given = false;
    this.refresh();
  }

  #next(): void {
    this.#newer = this.#given;
    if (this.#given) return;
    const moment = this.source();
    const ghost = this.ghost();
    if (!moment && !ghost) return;
    this.#given = true;
    const lamps = this.scene?.lamps.length ? this.scene : null;
    // copies: what is given is handed over, and who made it may write the next ones into the same place
    this.#give({
      poses: moment && Float32Array.from(moment.poses),
      tick: moment?.tick ?? -1,
      lit: moment?.values && lamps ? litLamps(lamps, moment.values) : null,
      ghost: ghost && Float32Array.from(ghost),
    });
  }
}
