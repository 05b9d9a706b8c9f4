/** Following a pointer from its press to its release. */

const FAR = 3;

export interface Tracked {
  /** The pointer is so far from where it was pressed [px]; only once it has really moved. */
  move: (dx: number, dy: number, event: PointerEvent) => void;
  /** Let go, or called off by Esc or by the system. */
  end: (how: { moved: boolean; cancelled: boolean }, event: PointerEvent | KeyboardEvent) => void;
}

export function track(down: { clientX: number; clientY: number; pointerId: number }, { move, end }: Tracked): void {
  let moved = false;
  const moving = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!moved && Math.hypot(dx, dy) < FAR) return;
    moved = true;
    move(dx, dy, event);
  };
  const ending = (event: PointerEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.pointerId !== down.pointerId) return;
    window.removeEventListener("pointermove", moving);
    window.removeEventListener("pointerup", ending);
    window.removeEventListener("pointercancel", ending);
    window.removeEventListener("keydown", ending, true);
    end({ moved, cancelled: event.type !== "pointerup" }, event);
  };
  window.addEventListener("pointermove", moving);
  window.addEventListener("pointerup", ending);
  window.addEventListener("pointercancel", ending);
  window.addEventListener("keydown", ending, true);
}
