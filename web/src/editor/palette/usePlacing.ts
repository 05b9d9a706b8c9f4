/** A block on its way from the palette to the canvas. */

import { create } from "zustand";

export interface Placing {
  /** Block type; empty if nothing is on its way. */
  type: string;
  /** Where the pointer is in the window [px]. */
  x: number;
  y: number;
  /** Whether it is over the canvas. */
  over: boolean;
}

export const usePlacing = create<Placing>(() => ({ type: "", x: 0, y: 0, over: false }));

const FAR = 4;

/**
 * Begins when an item of the palette is pressed; once it has moved a little, the block follows the pointer. Esc calls
 * it off. `dropped` hears where it was let go.
 */
export function carry(
  down: { clientX: number; clientY: number; pointerId: number },
  type: string,
  dropped: (type: string, x: number, y: number) => void,
): void {
  let carrying = false;
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    if (!carrying && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
    carrying = true;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    usePlacing.setState({
      type,
      x: event.clientX,
      y: event.clientY,
      over: under?.closest("[data-canvas]") !== null && under !== null,
    });
  };
  const end = (event: PointerEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Escape" || !carrying) return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.pointerId !== down.pointerId) return;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    window.removeEventListener("keydown", end, true);
    const { over, x, y } = usePlacing.getState();
    usePlacing.setState({ type: "", over: false });
    if (!carrying) return;
    if (event.type === "pointerup" && over) dropped(type, x, y);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  window.addEventListener("keydown", end, true);
}
