import { type RefObject, useLayoutEffect } from "react";
import { type Box, clearOf, holes, stopBoxes } from "./clear";

/** Where a floating box opens beside its anchor. */
export type Side = "top" | "bottom" | "left" | "right";

/** How it lines up with the anchor along that side. */
export type Align = "start" | "centre" | "end";

const MARGIN = 8;

/** The corner of a floating box: beside the anchor, flipped where there is no room, kept inside the window. */
export function placed(
  anchor: Box,
  box: { width: number; height: number },
  window: Box,
  side: Side,
  align: Align,
  gap = 6,
) {
  const room = {
    top: anchor.top - window.top,
    bottom: window.top + window.height - (anchor.top + anchor.height),
    left: anchor.left - window.left,
    right: window.left + window.width - (anchor.left + anchor.width),
  };
  const opposite = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;
  const upright = side === "top" || side === "bottom";
  const need = (upright ? box.height : box.width) + gap + MARGIN;
  const used = room[side] < need && room[opposite[side]] > room[side] ? opposite[side] : side;
  const along = (start: number, size: number, own: number) =>
    align === "start" ? start : align === "end" ? start + size - own : start + (size - own) / 2;
  let left = upright ? along(anchor.left, anchor.width, box.width) : 0;
  let top = upright ? 0 : along(anchor.top, anchor.height, box.height);
  if (used === "top") top = anchor.top - gap - box.height;
  if (used === "bottom") top = anchor.top + anchor.height + gap;
  if (used === "left") left = anchor.left - gap - box.width;
  if (used === "right") left = anchor.left + anchor.width + gap;
  const inside = (at: number, size: number, from: number, room: number) =>
    Math.max(from + MARGIN, Math.min(at, from + room - size - MARGIN));
  return {
    left: inside(left, box.width, window.left, window.width),
    top: inside(top, box.height, window.top, window.height),
  };
}

/** Shows a `popover="manual"` element in the top layer beside its anchor while `open`. */
export function usePlaced(
  open: boolean,
  anchor: RefObject<Element | null>,
  box: RefObject<HTMLElement | null>,
  side: Side,
  align: Align,
) {
  useLayoutEffect(() => {
    const element = box.current;
    if (!open || !element) return;
    const put = () => {
      if (!anchor.current) return;
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const room = { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
      const stops = stopBoxes();
      const at = clearOf(placed(anchor.current.getBoundingClientRect(), size, room, side, align), size, stops, room);
      element.style.left = `${at.left}px`;
      element.style.top = `${at.top}px`;
      element.style.clipPath = holes({ ...at, ...size }, stops);
    };
    if (!element.matches(":popover-open")) element.showPopover();
    put();
    const grown = new ResizeObserver(put);
    grown.observe(element);
    window.addEventListener("resize", put);
    window.addEventListener("scroll", put, true);
    return () => {
      grown.disconnect();
      window.removeEventListener("resize", put);
      window.removeEventListener("scroll", put, true);
      if (element.matches(":popover-open")) element.hidePopover();
    };
  }, [open, anchor, box, side, align]);
}
