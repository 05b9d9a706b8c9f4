/** What elements of a panel are for, by their names: which keys and which signs they get. */

import type { PanelDocument } from "../../gen/documents";
import { elementsOf } from "./elements";

/** One thing that can be picked on a panel. */
export interface Pick {
  element: string;
  name: string;
}

/** Keys that pick effectors, in the order right hand, left hand, head. */
export const EFFECTOR_KEYS = ["KeyH", "KeyJ", "KeyK"] as const;
/** Most joints that have a key: the digits. */
const DIGITS = 9;

/** Joints or effectors, in the order of the document. */
export function optionsOf(panel: PanelDocument, type: "joints" | "effectors"): Pick[] {
  return elementsOf(panel, type).flatMap(([element, found]) =>
    Object.keys(found.options).map((name) => ({ element, name })),
  );
}

/** The selector that chooses the mode: the one called so, else one whose name ends so, else the first. */
export function modeSelector(panel: PanelDocument): string | undefined {
  const names = elementsOf(panel, "selector").map(([name]) => name);
  return names.find((name) => name === "mode") ?? names.find((name) => /(^|_)mode$/i.test(name)) ?? names[0];
}

/** The side of a thing by its name; empty for those in the middle. */
export function sideOf(name: string): "right" | "left" | "" {
  const found = /(?:^|_)(right|left)(?:_|$)/i.exec(name)?.[1]?.toLowerCase();
  return found === "right" || found === "left" ? found : "";
}

const ROLES: readonly ((name: string) => boolean)[] = [
  (name) => sideOf(name) === "right",
  (name) => sideOf(name) === "left",
  (name) => /(^|_)head(_|$)/i.test(name),
];

/** Effectors by key: right hand, left hand, head where they are told apart by their names, the rest in order. */
export function effectorKeys(panel: PanelDocument): Map<string, Pick> {
  const rest = optionsOf(panel, "effectors");
  const places: (Pick | undefined)[] = ROLES.map((fits) => {
    const at = rest.findIndex(({ name }) => fits(name));
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  });
  const found = new Map<string, Pick>();
  EFFECTOR_KEYS.forEach((key, index) => {
    const effector = places[index] ?? rest.shift();
    if (effector) found.set(key, effector);
  });
  return found;
}

/**
 * Joints by digit: all of them, or those of one arm where a robot has two.
 *
 * Args:
 *   picked: Names of what is picked now: its side decides whose joints the digits mean.
 */
export function digitJoints(panel: PanelDocument, picked: readonly string[]): Pick[] {
  const joints = optionsOf(panel, "joints");
  if (!joints.some(({ name }) => sideOf(name))) return joints.slice(0, DIGITS);
  const [first = ""] = picked;
  const usual = sideOf(effectorKeys(panel).get("KeyH")?.name ?? "") || "right";
  const side = first ? sideOf(first) : usual;
  return joints.filter(({ name }) => sideOf(name) === side).slice(0, DIGITS);
}

/**
 * What stands in the rings of the joints: numbers; on a robot with two arms numbers along each arm, and a letter for
 * joints in the middle ("N" neck; "W1", "W2" a waist of two joints).
 */
export function jointSigns(panel: PanelDocument): Map<string, string> {
  const names = optionsOf(panel, "joints").map(({ name }) => name);
  const paired = names.some((name) => sideOf(name));
  const group = (name: string) => (paired ? sideOf(name) || name.split("_")[0] || name : "");
  const counts = new Map<string, number>();
  const all = names.map((name) => {
    const number = (counts.get(group(name)) ?? 0) + 1;
    counts.set(group(name), number);
    return { name, number };
  });
  return new Map(
    all.map(({ name, number }) => {
      if (!paired || sideOf(name)) return [name, String(number)];
      const letter = group(name).charAt(0).toUpperCase();
      return [name, (counts.get(group(name)) ?? 0) > 1 ? letter + number : letter];
    }),
  );
}
