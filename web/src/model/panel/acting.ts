/** What acts as the panel is set, and why the rest does not: said by the panel's document, or found from the scheme. */

import type { PanelDocument } from "../../gen/documents";
import { elementsOf, type PanelElement, type PanelValue, selectorOptions } from "./elements";

type Text = string | Record<string, string>;
type Read = (name: string) => PanelValue | undefined;

/** Why something moves nothing now. */
export type Idle =
  /** It acts in other positions of a selector. */
  | { kind: "position"; selector: Text; positions: Text[] }
  /** The scheme that runs does not listen to it. */
  | { kind: "scheme" }
  /** In the words of the panel. */
  | { kind: "said"; reason: Text };

/** Elements that do nothing where no input of the scheme is bound to them; others may be there for judge or picture. */
const HEARD: readonly PanelElement["type"][] = ["joints", "effectors", "joystick", "selector", "slider", "entry"];

const fits = (positions: Readonly<Record<string, readonly string[]>>, read: Read): boolean =>
  Object.entries(positions).every(([selector, wanted]) => wanted.includes(String(read(selector) ?? "")));

/** Effectors by which nothing else is told apart are there to be seen: where joints do not act either. */
function isHeard(panel: PanelDocument, name: string, type: PanelElement["type"], acting: readonly string[]): boolean {
  if (acting.length === 0 || !HEARD.includes(type) || acting.includes(name)) return true;
  return type === "effectors" && !elementsOf(panel, "joints").some(([joints]) => acting.includes(joints));
}

/**
 * Why an element does nothing as the panel is set; null if it acts.
 *
 * Args:
 *   acting: Elements that reach the scheme; empty if that is not known.
 */
export function idleBecause(panel: PanelDocument, name: string, read: Read, acting: readonly string[]): Idle | null {
  const element = panel.elements[name];
  if (!element) return null;
  if (!isHeard(panel, name, element.type, acting)) return { kind: "scheme" };
  for (const [selector, wanted] of Object.entries(element.acts_in ?? {})) {
    if (fits({ [selector]: wanted }, read)) continue;
    const asked = panel.elements[selector];
    const words = new Map(asked?.type === "selector" ? selectorOptions(asked) : []);
    return {
      kind: "position",
      selector: asked?.label || selector,
      positions: wanted.map((position) => words.get(position) ?? position),
    };
  }
  return null;
}

/** Why an axis of a joystick moves nothing; null if it acts. */
export function idleAxis(panel: PanelDocument, name: string, axis: number, read: Read): Idle | null {
  const element = panel.elements[name];
  if (element?.type !== "joystick") return null;
  const found = element.idle?.find((idle) => idle.axis === "xyz"[axis] && fits(idle.when ?? {}, read));
  return found ? { kind: "said", reason: found.reason } : null;
}
