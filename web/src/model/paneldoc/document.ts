/** Reading a panel document: boxes, sizes, what is selected. */

import type { PanelDocument } from "../../gen/documents";
import type { PanelElement } from "../panel/elements";
import { foldedOf } from "../panel/layout";
import type { Rect } from "./geometry";
import { isPick } from "./kinds";

/** Size of panels that do not tell theirs. */
export const PANEL_SIZE: readonly [number, number] = [376, 720];

/** Stands for the picture in selections; no element can be called so. */
export const PICTURE = "@picture";

export function isPanel(value: unknown): value is PanelDocument {
  return (
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    value.format === "pult.panel" &&
    "elements" in value &&
    typeof value.elements === "object" &&
    value.elements !== null
  );
}

export function emptyPanel(name: string): PanelDocument {
  return { format: "pult.panel", version: 1, name, size: [...PANEL_SIZE], elements: {} };
}

export function sizeOf(doc: PanelDocument): readonly [number, number] {
  const [width, height] = doc.size ?? [];
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? [width, height] : PANEL_SIZE;
}

/** The box of an element; null while it has no place. */
export function boxOf(element: PanelElement | undefined): Rect | null {
  if (!element || isPick(element)) return null;
  const [x, y] = element.position ?? [];
  const [width, height] = element.size ?? [];
  return x === undefined || y === undefined || width === undefined || height === undefined
    ? null
    : { x, y, width, height };
}

/** The box of the picture; null if there is none or its size is not known. */
export function pictureBox(doc: PanelDocument): Rect | null {
  const { picture } = doc;
  const [width, height] = picture?.size ?? [];
  if (!picture || width === undefined || height === undefined) return null;
  const scale = picture.scale ?? 1;
  const [x = 0, y = 0] = picture.position ?? [];
  return { x, y, width: width * scale, height: height * scale };
}

/** The box of something that can be selected. */
export const boxFor = (doc: PanelDocument, name: string): Rect | null =>
  name === PICTURE ? pictureBox(doc) : boxOf(doc.elements[name]);

/** All boxes with their names, the picture first. */
export function boxes(doc: PanelDocument): [string, Rect][] {
  return [PICTURE, ...Object.keys(doc.elements)].flatMap((name) => {
    const box = boxFor(doc, name);
    return box ? [[name, box] as [string, Rect]] : [];
  });
}

/** Elements that have no place, though they need one; a fold lays out what is in it. */
export function unplaced(doc: PanelDocument): string[] {
  const folded = foldedOf(doc);
  return Object.entries(doc.elements)
    .filter(([name, element]) => !isPick(element) && !boxOf(element) && !folded.has(name))
    .map(([name]) => name);
}

/** Whether an element can be what enables motion. */
export const canEnable = (element: PanelElement | undefined): boolean =>
  element?.type === "button" || element?.type === "switch";
