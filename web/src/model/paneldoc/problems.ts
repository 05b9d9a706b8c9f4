/** What is wrong with a panel: what the server finds, and what only a look at the drawing tells. */

import type { PanelDocument } from "../../gen/documents";
import type { FaultMessage } from "../../gen/messages";
import { boxes, PICTURE, sizeOf } from "./document";
import { outside, overlap } from "./geometry";

/** Pairs of things that lie over each other. */
export function overlaps(doc: PanelDocument): [string, string][] {
  const all = boxes(doc);
  const found: [string, string][] = [];
  all.forEach(([one, box], index) => {
    for (const [two, other] of all.slice(index + 1)) if (overlap(box, other)) found.push([one, two]);
  });
  return found;
}

/** Things that do not lie inside the panel. */
export function outsiders(doc: PanelDocument): string[] {
  const size = sizeOf(doc);
  return boxes(doc)
    .filter(([, box]) => outside(box, size))
    .map(([name]) => name);
}

/** What a fault is about: an element (with one of its options), the picture, or '' for the panel itself. */
export function aboutOf(doc: PanelDocument, { place }: Pick<FaultMessage, "place">): { name: string; option: string } {
  if (place.startsWith("picture")) return { name: doc.picture ? PICTURE : "", option: "" };
  if (!place.startsWith("elements.")) return { name: "", option: "" };
  const rest = place.slice("elements.".length);
  const name = Object.keys(doc.elements)
    .filter((known) => rest === known || rest.startsWith(`${known}.`) || rest.startsWith(`${known}[`))
    .sort((a, b) => b.length - a.length)[0];
  if (name === undefined) return { name: "", option: "" };
  const inner = rest.slice(name.length + 1);
  const element = doc.elements[name];
  const options = element && "options" in element && !Array.isArray(element.options) ? element.options : {};
  const option = Object.keys(options)
    .filter((known) => inner === `options.${known}` || inner.startsWith(`options.${known}.`))
    .sort((a, b) => b.length - a.length)[0];
  return { name, option: option ?? "" };
}
