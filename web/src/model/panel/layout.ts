/** Where the elements of a panel go. */

import type { PanelDocument } from "../../gen/documents";
import type { PanelElement } from "./elements";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Names of elements by their part in the console, in the order of the document. */
export interface Groups {
  lamps: string[];
  picks: string[];
  choices: string[];
  sticks: string[];
  readings: string[];
  levels: string[];
  buttons: string[];
}

const GROUP: Record<PanelElement["type"], keyof Groups> = {
  lamp: "lamps",
  joints: "picks",
  effectors: "picks",
  cameras: "picks",
  selector: "choices",
  joystick: "sticks",
  gauge: "readings",
  indicator: "readings",
  slider: "levels",
  entry: "levels",
  point: "buttons",
  button: "buttons",
  switch: "buttons",
};

/** Elements sorted into the parts of a console. */
export function groupsOf(panel: PanelDocument, names: readonly string[]): Groups {
  const groups: Groups = { lamps: [], picks: [], choices: [], sticks: [], readings: [], levels: [], buttons: [] };
  for (const name of names) {
    const element = panel.elements[name];
    if (element) groups[GROUP[element.type]].push(name);
  }
  return groups;
}

const SIZE = [376, 720] as const;
/** Least part of its written height to which a panel is pressed before it scrolls. */
const LEAST = 0.8;
const MOST = 1.12;

/** Least heights of elements [px]: words, what is set, and room for a finger. */
const NEEDS: Record<PanelElement["type"], number> = {
  lamp: 32, joints: 0, effectors: 0, cameras: 0, selector: 48, joystick: 162, gauge: 30, indicator: 18, slider: 36,
  entry: 46, point: 42, button: 42, switch: 42,
}; // biome-ignore format: a table

/** Least part of its height to which a panel can be pressed before elements run into those below them; at most 1. */
function leastPress(panel: PanelDocument, tall: number): number {
  const placed = Object.values(panel.elements).flatMap(({ type, position, size }) => {
    const [x = 0, y = 0] = position ?? [];
    return position && size ? [{ type, x, y, end: x + (size[0] ?? 0) }] : [];
  });
  const parts = placed.map(({ type, x, y, end }) => {
    const below = placed.filter((other) => other.y > y && other.x < end && x < other.end).map((other) => other.y);
    return NEEDS[type] / (Math.min(tall, ...below) - y);
  });
  return Math.min(1, Math.max(0, ...parts));
}

/** Names of the elements that are folded away. */
export function foldedOf(panel: PanelDocument): ReadonlySet<string> {
  return new Set((panel.folds ?? []).flatMap((fold) => fold.elements));
}

/** Height of the heading of a fold [px]; css has the same. */
const FOLD = 34;

export interface Plan {
  height: number;
  picture: Box | null;
  placed: ReadonlyMap<string, Box>;
  /** Elements without a place that are not folded away, to be laid out in order. */
  rest: string[];
}

/**
 * Boxes of the elements in a console of a size [px]: stretched to its width, and to its height within reason. Headings
 * of folds have their room below.
 */
export function planOf(panel: PanelDocument, width: number, space: number): Plan {
  const height = space - FOLD * (panel.folds?.length ?? 0);
  const folded = foldedOf(panel);
  const [wide = SIZE[0], tall = SIZE[1]] = panel.size ?? SIZE;
  const across = width / wide;
  const down = Math.min(MOST, Math.max(Math.min(LEAST, across), leastPress(panel, tall), height / tall));
  const box = (position: readonly number[], size: readonly number[]): Box => ({
    left: Math.round((position[0] ?? 0) * across),
    top: Math.round((position[1] ?? 0) * down),
    width: Math.round((size[0] ?? 0) * across),
    height: Math.round((size[1] ?? 0) * down),
  });
  const placed = new Map<string, Box>();
  const rest: string[] = [];
  for (const [name, element] of Object.entries(panel.elements)) {
    if (folded.has(name)) continue;
    if (element.position && element.size) placed.set(name, box(element.position, element.size));
    else if (!(isPick(element) && panel.picture)) rest.push(name);
  }
  const picture = panel.picture;
  const scale = picture?.scale ?? 1;
  const drawn = picture?.size?.map((part) => part * scale);
  return {
    height: placed.size > 0 || drawn ? Math.round(tall * down) : 0,
    picture: picture && drawn && placed.size > 0 ? box(picture.position ?? [0, 0], drawn) : null,
    placed,
    rest,
  };
}

export function isPick(element: PanelElement): boolean {
  return element.type === "joints" || element.type === "effectors" || element.type === "cameras";
}
