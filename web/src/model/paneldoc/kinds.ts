/** The kinds of elements, and what a fresh one of each is like. */

import type { PanelElement, PickElement } from "../panel/elements";

export type Kind = PanelElement["type"];

/** In the order of the palette: what selects on the picture, what the operator moves, what is shown. */
export const KINDS: readonly Kind[] = [
  "joints", "effectors", "cameras", "joystick", "button", "switch", "selector", "slider", "entry", "point", "lamp", "gauge",
  "indicator",
]; // biome-ignore format: a list

export const PICKS: readonly Kind[] = ["joints", "effectors", "cameras"];
export const CONTROLS: readonly Kind[] = ["joystick", "button", "switch", "selector", "slider", "entry", "point"];
export const DISPLAYS: readonly Kind[] = ["lamp", "gauge", "indicator"];

export function isKind(text: string): text is Kind {
  return (KINDS as readonly string[]).includes(text);
}

/** Whether it is selected on the picture: it has marks there, and no box of its own. */
export function isPick(element: PanelElement): element is PickElement {
  return element.type === "joints" || element.type === "effectors" || element.type === "cameras";
}

/** Kind of a thing of the world that an element of some kind offers. */
export const THING = { joints: "joint", effectors: "effector", cameras: "camera" } as const;

/** Width and height of a fresh element. */
export const FRESH_SIZE: Readonly<Record<Kind, readonly [number, number]>> = {
  joints: [0, 0],
  effectors: [0, 0],
  cameras: [0, 0],
  joystick: [222, 222],
  button: [160, 48],
  switch: [160, 48],
  selector: [220, 52],
  slider: [160, 58],
  entry: [160, 56],
  point: [160, 48],
  lamp: [160, 36],
  gauge: [120, 100],
  indicator: [120, 42],
};

/** Least width and height to which an element is resized. */
export const LEAST_SIZE: readonly [number, number] = [32, 24];

/** An element of a kind, without place and words. */
export function freshElement(kind: Kind): PanelElement {
  switch (kind) {
    case "joints":
    case "effectors":
    case "cameras":
      return { type: kind, options: {} };
    case "joystick":
      return { type: kind, axes: 2, return: "spring", frames: ["base"] };
    case "selector":
      return { type: kind, options: ["first", "second"] };
    case "slider":
    case "entry":
    case "gauge":
      return { type: kind, range: [0, 1] };
    case "point":
      return { type: kind, entries: ["", "", ""] };
    default:
      return { type: kind };
  }
}

/** What names of elements may be: they are names of signals. */
export const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
/** What names of parts of a robot may be. */
export const PART = /^[^\s[\]]+$/;

/** A name near one that is not taken. */
export function freshName(base: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  const stem = base.replace(/_\d+$/, "") || base;
  if (!all.has(base)) return base;
  for (let n = 2; ; n++) if (!all.has(`${stem}_${n}`)) return `${stem}_${n}`;
}
