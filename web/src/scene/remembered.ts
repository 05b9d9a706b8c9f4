/** What was said to one who draws and is still true: said again to another one who takes over. */

import type { Marked } from "./markings";
import type { ToRenderer } from "./protocol";

/** What only holds for the moment, or for that one's own canvases. */
const PASSING = ["begin", "poses", "pointer", "camera", "camera-size", "end"] as const;
type Passing = (typeof PASSING)[number];
/** What comes before everything else. */
const FIRST = ["size", "insets", "view", "scene"] as const;

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

  /** All of it: first what the eye is placed by, then the scene, by whose size trails are drawn. */
  *all(): Generator<ToRenderer> {
    const first = FIRST.flatMap((kind) => this.#kept.get(kind) ?? []);
    for (const said of first) yield said.do === "view" ? { ...said, smooth: false } : said;
    for (const said of this.#kept.values()) {
      if (said.do === "path") yield { ...said, points: said.points?.slice() ?? null };
      else if (!first.includes(said)) yield said;
    }
    yield { do: "mark", change: this.#marked };
  }
}
