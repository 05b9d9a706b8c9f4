/** Passes on what the pointer does over the picture. */

import type { PointerKind, PointerSaid } from "./protocol";

const said = (kind: PointerKind, event: Partial<PointerEvent & WheelEvent & KeyboardEvent>): PointerSaid => ({
  kind,
  x: event.offsetX ?? 0,
  y: event.offsetY ?? 0,
  button: event.button ?? 0,
  buttons: event.buttons ?? 0,
  pointerId: event.pointerId ?? 0,
  pointerType: event.pointerType ?? "",
  ctrlKey: event.ctrlKey ?? false,
  metaKey: event.metaKey ?? false,
  shiftKey: event.shiftKey ?? false,
  deltaY: event.deltaY ?? 0,
  deltaMode: event.deltaMode ?? 0,
  key: event.key ?? "",
});

const POINTER = ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"] as const;
/** Wheels are turned with this key held, or pinches pretend it: the eye has to know which. */
const CONTROL = "Control";

export function passPointer(canvas: HTMLElement, tell: (event: PointerSaid) => void, signal: AbortSignal): void {
  for (const kind of POINTER) canvas.addEventListener(kind, (event) => tell(said(kind, event)), { signal });
  // a drag that leaves the picture goes on turning it
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId), { signal });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    tell(said("wheel", event));
  };
  canvas.addEventListener("wheel", wheel, { signal, passive: false });
  for (const kind of ["keydown", "keyup"] as const) {
    const key = (event: KeyboardEvent) => event.key === CONTROL && tell(said(kind, event));
    document.addEventListener(kind, key, { signal, passive: true, capture: true });
  }
}
