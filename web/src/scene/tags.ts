/** Tags over the picture: words at points of the scene, with lines that lead to them. */

import { type PerspectiveCamera, Vector3 } from "three";
import { placeTags, type TagBox } from "../model/scene/tags";
import css from "./Tags.module.css";

export type TagLook = "selected" | "quiet" | "warn" | "x" | "y" | "z" | "a" | "b";

export interface TagItem {
  id: string;
  text: string;
  look: TagLook;
  /** Point of the scene; null hides the tag. */
  at: (out: Vector3) => Vector3 | null;
  /** How far from the point [px]; 0 puts the tag onto it. */
  reach: number;
}

interface Shown {
  item: TagItem;
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
  #point = new Vector3();

  constructor() {
    this.element.className = css.tags ?? "";
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.#lines);
  }

  /** Show these and nothing else. */
  set(items: readonly TagItem[]): void {
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
        element.className = `${css.tag} ${css[item.look]}`;
        line?.setAttribute("class", css[`line-${item.look}`] ?? "");
      }
      if (!known) {
        this.element.append(element);
        if (line) this.#lines.append(line);
      }
      // Read once, not in every picture: asking for sizes makes the browser lay out the page.
      const width = same ? known.width : element.offsetWidth;
      const height = same ? known.height : element.offsetHeight;
      this.#shown.set(item.id, { item, element, line, width, height });
    }
  }

  /** Put tags where their points are seen now. */
  place(camera: PerspectiveCamera, width: number, height: number, middle: number): void {
    const boxes: TagBox[] = [];
    for (const [id, shown] of this.#shown) {
      const point = shown.item.at(this.#point)?.project(camera);
      const seen = point && point.z < 1 && Math.abs(point.x) < 1.1 && Math.abs(point.y) < 1.1;
      shown.element.style.visibility = seen ? "visible" : "hidden";
      if (shown.line) shown.line.style.visibility = seen ? "visible" : "hidden";
      if (!seen) continue;
      const x = (point.x * 0.5 + 0.5) * width;
      const y = (0.5 - point.y * 0.5) * height;
      boxes.push({ id, x, y, width: shown.width, height: shown.height, reach: shown.item.reach });
    }
    for (const [n, { id, x, y, spot }] of placeTags(boxes, { width, height }, middle, this.#spots).entries()) {
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
