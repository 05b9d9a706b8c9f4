/** What was said to one who draws and is still true: said again to another one who takes over. */

import type { Marked } from "./markings";
import type { ToRenderer } from "./protocol";

/** What only holds for the moment, or for that one's own canvases. */
const PASSING = ["begin", "poses", "pointer", "camera", "camera-size", "end"] as const;
type Passing = (typeof PASSING)[number];

export class Remembered {
  #kept = new Map<string, ToRenderer>();
  #marked: Partial<Marked> = {};

  /** Remember something; what it replaces is forgotten. */
  note(said: ToRenderer): void {
    if (PASSING.includes(said.do as Passing)) return;
    if (said.do === "mark") {
      this.#marked = { ...this.#marked, ...said.change };
      return;
    }
    const key = said.do === "path" ? `path ${said.id}` : said.do;
    this.#kept.delete(key);
    if (said.do === "path") {
      // its points are handed over when it is said
      if (said.points) this.#kept.set(key, { ...said, points: said.points.slice() });
    } else this.#kept.set(key, said);
  }

  /** All of it in an order that makes sense: sizes of trails are those of the scene. */
  *all(): Generator<ToRenderer> {
    const scene = this.#kept.get("scene");
    if (scene) yield scene;
    for (const said of this.#kept.values()) {
      if (said.do === "path") yield { ...said, points: said.points?.slice() ?? null };
      else if (said !== scene) yield said;
    }
    yield { do: "mark", change: this.#marked };
  }
}
