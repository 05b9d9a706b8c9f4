/** What hands do at a panel, told by the values of its elements alone: for whoever watches a pilot. */

import type { PanelDocument } from "../../gen/documents";
import type { PanelValue } from "./elements";
import { sameValue } from "./values";

export type Doing =
  | { kind: "stick"; name: string; deflection: readonly number[] }
  | { kind: "press"; name: string }
  | { kind: "set"; name: string; value: PanelValue };

export type PanelState = ReadonlyMap<string, PanelValue>;

/**
 * What is done now. A hand holds one thing at a time; what is set and let go at once counts until the next thing is done.
 *
 * Args:
 *   panel: The panel.
 *   before: What its elements were set to.
 *   now: What they are set to.
 *   last: What was done before.
 */
export function doingAt(panel: PanelDocument, before: PanelState, now: PanelState, last: Doing | null): Doing | null {
  let held: Doing | null = null;
  let set: Doing | null = null;
  for (const [name, value] of now) {
    const type = panel.elements[name]?.type;
    if (type === "joystick" && Array.isArray(value)) {
      const deflection = value as readonly number[];
      if (deflection.some((part) => part !== 0)) held ??= { kind: "stick", name, deflection };
    } else if (type === "button") {
      if (value === true) held = { kind: "press", name };
    } else if (before.has(name) && !sameValue(before.get(name), value)) {
      set = { kind: "set", name, value };
    }
  }
  return set ?? held ?? (last?.kind === "set" ? last : null);
}
