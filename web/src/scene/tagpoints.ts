/** Which tags there are and where their points are seen; `tags.ts` shows them on the page. */

import { type PerspectiveCamera, Vector3 } from "three";
import type { TagText } from "./protocol";

/** A tag and the point of the scene that it names. */
export interface TagItem extends TagText {
  /** Point of the scene; null hides the tag. */
  at: (out: Vector3) => Vector3 | null;
}

/** Least distance of two signs [px]. */
const ROOM = 14;

const sameText = (one: TagText, two: TagText | undefined): boolean =>
  one.id === two?.id && one.text === two.text && one.look === two.look && one.reach === two.reach;

export class TagPoints {
  #items: readonly TagItem[] = [];
  #tell: (tags: TagText[]) => void;
  #point = new Vector3();

  /** `tell` is called when there are other tags than before. */
  constructor(tell: (tags: TagText[]) => void) {
    this.#tell = tell;
  }

  /** Show these and nothing else. */
  set(items: readonly TagItem[]): void {
    const before = this.#items;
    this.#items = items;
    if (items.length === before.length && items.every((item, n) => sameText(item, before[n]))) return;
    this.#tell(items.map(({ id, text, look, reach }) => ({ id, text, look, reach })));
  }

  /** From afar signs would stand on each other: none is shown then. */
  #hideCrowded(points: Float32Array): void {
    const signs = [...this.#items.keys()].filter((n) => this.#items[n]?.look === "sign");
    const near = (a: number, b: number) =>
      Math.hypot((points[2 * a] ?? 0) - (points[2 * b] ?? 0), (points[2 * a + 1] ?? 0) - (points[2 * b + 1] ?? 0)) <
      ROOM;
    if (!signs.some((a) => signs.some((b) => b > a && near(a, b)))) return;
    for (const n of signs) points.fill(Number.NaN, 2 * n, 2 * n + 2);
  }

  /** Where the points are seen now [px], two numbers each, in the order of the tags; NaN for those out of sight. */
  seen(camera: PerspectiveCamera, width: number, height: number): Float32Array {
    const points = new Float32Array(2 * this.#items.length).fill(Number.NaN);
    for (const [n, item] of this.#items.entries()) {
      const point = item.at(this.#point)?.project(camera);
      if (!point || point.z >= 1 || Math.abs(point.x) >= 1.1 || Math.abs(point.y) >= 1.1) continue;
      points[2 * n] = (point.x * 0.5 + 0.5) * width;
      points[2 * n + 1] = (0.5 - point.y * 0.5) * height;
    }
    this.#hideCrowded(points);
    return points;
  }
}
