/** Tags over the picture: words at points of the scene, with lines that lead to them. */

import { type Cover, placeTags, type TagBox } from "../model/scene/tags";
import type { TagText } from "./protocol";
import css from "./Tags.module.css";

interface Shown {
  item: TagText;
  element: HTMLElement;
  line: SVGLineElement | null;
  width: number;
  height: number;
}

const SVG = "http://www.w3.org/2000/svg";

export class Tags {
  readonly element = document.createElement("div");
  #lines = document.createElementNS(SVG, "svg");
  #shown = new Map<string, Shown>();
  #spots = new Map<string, number>();
  /** Those that are shown, in their order. */
  #order: readonly TagText[] = [];

  constructor() {
    this.element.className = css.tags ?? "";
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.#lines);
  }

  /** Show these and nothing else. */
  set(items: readonly TagText[]): void {
    this.#order = items;
    const wanted = new Set(items.map((item) => item.id));
    for (const [id, { element, line }] of this.#shown) {
      if (wanted.has(id)) continue;
      element.remove();
      line?.remove();
      this.#shown.delete(id);
      this.#spots.delete(id);
    }
    for (const item of items) {
      const known = this.#shown.get(item.id);
      const element = known?.element ?? document.createElement("span");
      const line = item.reach > 0 ? (known?.line ?? document.createElementNS(SVG, "line")) : null;
      const same = known?.item.text === item.text && known.item.look === item.look;
      if (!same) {
        element.textContent = item.text;
        element.dataset.tag = item.look;
        element.className = `${css.tag} ${css[item.look]}`;
        line?.setAttribute("class", css[`line-${item.look}`] ?? "");
      }
      if (!known) {
        element.style.visibility = "hidden"; // until its place is known
        if (line) line.style.visibility = "hidden";
        this.element.append(element);
        if (line) this.#lines.append(line);
      }
      // Read once, not in every picture: asking for sizes makes the browser lay out the page.
      const width = same ? known.width : element.offsetWidth;
      const height = same ? known.height : element.offsetHeight;
      this.#shown.set(item.id, { item, element, line, width, height });
    }
  }

  /** Put tags where their points are seen: two numbers each [px], in their order; NaN hides one. */
  place(
    points: ArrayLike<number>,
    size: { width: number; height: number },
    middle: number,
    covers: readonly Cover[],
  ): void {
    const boxes: TagBox[] = [];
    for (const [n, { id, reach }] of this.#order.entries()) {
      const shown = this.#shown.get(id);
      if (!shown) continue;
      const x = points[2 * n] ?? Number.NaN;
      const y = points[2 * n + 1] ?? Number.NaN;
      const visibility = Number.isNaN(x) ? "hidden" : "visible";
      shown.element.style.visibility = visibility;
      if (shown.line) shown.line.style.visibility = visibility;
      if (visibility === "visible") boxes.push({ id, x, y, width: shown.width, height: shown.height, reach });
    }
    for (const [n, { id, x, y, spot }] of placeTags(boxes, size, middle, this.#spots, covers).entries()) {
      const shown = this.#shown.get(id);
      const box = boxes[n];
      if (!shown || !box) continue;
      this.#spots.set(id, spot);
      shown.element.style.transform = `translate(${(x - shown.width / 2).toFixed(1)}px,${(y - shown.height / 2).toFixed(1)}px)`;
      if (shown.line) this.#lead(shown.line, box, x, y);
    }
  }

  /** A line from the edge of the tag to just before the point. */
  #lead(line: SVGLineElement, box: TagBox, x: number, y: number): void {
    const beside = Math.abs(x - box.x) > box.width / 2;
    const startX = beside ? x + (Math.sign(box.x - x) * box.width) / 2 : x;
    const startY = beside ? y : y + (Math.sign(box.y - y) * box.height) / 2;
    const away = Math.hypot(box.x - startX, box.y - startY);
    const stop = Math.max(0, 1 - 16 / Math.max(away, 1));
    line.setAttribute("x1", startX.toFixed(1));
    line.setAttribute("y1", startY.toFixed(1));
    line.setAttribute("x2", (startX + (box.x - startX) * stop).toFixed(1));
    line.setAttribute("y2", (startY + (box.y - startY) * stop).toFixed(1));
  }

  dispose(): void {
    this.element.remove();
    this.#shown.clear();
  }
}
