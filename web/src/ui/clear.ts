/** Keeping what floats over the page clear of the stop buttons: nothing ever covers one. */

import { type RefObject, useLayoutEffect } from "react";

/** A rectangle in the window [px]. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Room around a stop button [px]: its ring. */
const RING = 6;
/** Time between two looks at where the stop buttons are [ms]: panes move, and menus do not notice. */
const LOOK = 250;

/** Where the stop buttons of the page are, with their rings. */
export function stopBoxes(): Box[] {
  return [...document.querySelectorAll<HTMLElement>("[data-stop]")].flatMap((stop) => {
    const { left, top, width, height } = stop.getBoundingClientRect();
    if (width === 0 || height === 0) return [];
    return [{ left: left - RING, top: top - RING, width: width + 2 * RING, height: height + 2 * RING }];
  });
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** The corner of a floating box, moved as little as is needed to cover none of some boxes; as it was if there is no room. */
export function clearOf(
  at: { left: number; top: number },
  size: { width: number; height: number },
  boxes: readonly Box[],
  window: Box,
): { left: number; top: number } {
  const covers = (left: number, top: number) => boxes.some((box) => overlap({ left, top, ...size }, box));
  if (!covers(at.left, at.top)) return at;
  const found = boxes
    .flatMap((box) => [
      { left: box.left - size.width, top: at.top },
      { left: box.left + box.width, top: at.top },
      { left: at.left, top: box.top - size.height },
      { left: at.left, top: box.top + box.height },
    ])
    .filter(
      ({ left, top }) =>
        left >= window.left &&
        top >= window.top &&
        left + size.width <= window.left + window.width &&
        top + size.height <= window.top + window.height &&
        !covers(left, top),
    )
    .sort((a, b) => far(a, at) - far(b, at));
  return found[0] ?? at;
}

const far = (a: { left: number; top: number }, b: { left: number; top: number }): number =>
  Math.abs(a.left - b.left) + Math.abs(a.top - b.top);

/** A clip path that leaves boxes free where they lie under another one; empty if none does. */
export function holes(own: Box, boxes: readonly Box[]): string {
  const under = boxes.filter((box) => overlap(own, box));
  if (under.length === 0) return "";
  const rectangle = (left: number, top: number, width: number, height: number) =>
    `M${left} ${top}h${width}v${height}h${-width}Z`;
  const cut = under.map((box) => rectangle(box.left - own.left, box.top - own.top, box.width, box.height));
  return `path(evenodd, "${rectangle(0, 0, own.width, own.height)}${cut.join("")}")`;
}

/** Cuts holes into an element that lies over the whole window, so that the stop buttons below are seen and pressed. */
export function useHoles(open: boolean, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!open) return;
    const cut = () => {
      const found = element.current;
      if (!found) return;
      const { left, top, width, height } = found.getBoundingClientRect();
      found.style.clipPath = holes({ left, top, width, height }, stopBoxes());
    };
    cut();
    const timer = window.setInterval(cut, LOOK);
    window.addEventListener("resize", cut);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("resize", cut);
    };
  }, [open, element]);
}
