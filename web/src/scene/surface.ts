/** Stands in for the picture's element where there is no page: the eye and picking listen to it as they would to that. */

import type { PointerSaid } from "./protocol";

export class Surface extends EventTarget {
  clientWidth = 1;
  clientHeight = 1;
  /** Written by the controls; the page has styles of its own. */
  readonly style = { cursor: "", touchAction: "" };
  /** Events bubble up to here. */
  readonly ownerDocument = new EventTarget();

  /** As the controls of three want it. */
  get element(): HTMLElement {
    return this as unknown as HTMLElement;
  }

  getBoundingClientRect(): { left: number; top: number; width: number; height: number } {
    return { left: 0, top: 0, width: this.clientWidth, height: this.clientHeight };
  }

  /** The page captures the pointer itself. */
  setPointerCapture(): void {}
  releasePointerCapture(): void {}

  /** Let something happen that happened on the page. */
  happen({ kind, x, y, ...rest }: PointerSaid): void {
    const at = { clientX: x, clientY: y, pageX: x, pageY: y, offsetX: x, offsetY: y };
    const event = () => Object.assign(new Event(kind), at, rest);
    if (kind !== "keydown" && kind !== "keyup") this.dispatchEvent(event());
    if (kind !== "pointerleave") this.ownerDocument.dispatchEvent(event());
  }
}
