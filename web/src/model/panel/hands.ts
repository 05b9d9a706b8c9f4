/** Buttons that open and close a hand: keys and triggers press them wherever a panel has such ones. */

import type { PanelDocument } from "../../gen/documents";
import { elementsOf } from "./elements";

const OPEN = /(^|[_\s-])(open|release)/i;
const CLOSE = /(^|[_\s-])(close|grip|grasp)/i;

/** Whether a button opens or closes a hand, by its name or its English words. */
export function handButton(panel: PanelDocument, name: string): "open" | "close" | undefined {
  const element = panel.elements[name];
  if (element?.type !== "button") return undefined;
  const label = typeof element.label === "string" ? element.label : (element.label?.en ?? "");
  if (OPEN.test(name) || /^(open|release)\b/i.test(label)) return "open";
  return CLOSE.test(name) || /^(close|grip|grasp)\b/i.test(label) ? "close" : undefined;
}

/** The button of the panel that opens, or closes, a hand: the one called so, else the first that sounds like it. */
export function findHandButton(panel: PanelDocument, which: "open" | "close"): string | undefined {
  const fitting = elementsOf(panel, "button")
    .map(([name]) => name)
    .filter((name) => handButton(panel, name) === which);
  return fitting.find((name) => name === `${which}_hand`) ?? fitting[0];
}
