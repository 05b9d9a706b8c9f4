/** What a stick moves: which selection it needs as the panel is set, and which one to begin with. */

import type { PanelDocument } from "../../gen/documents";
import { followsStreams } from "./copying";
import { elementsOf, type PanelValue } from "./elements";
import { digitJoints, modeSelector, optionsOf, sideOf } from "./roles";

/** In a mode of this name the stick turns the selected joints; in all others it moves the selected effector. */
const JOINT_BY_JOINT = "command";

/** What is known of the task. */
export interface Aim {
  /** Elements of the panel that reach the scheme. */
  acting: readonly string[];
  /** Body or site that the exercise is done with; empty if it says none. */
  effector: string;
  /** Body or site of each effector of the panel, by name. */
  places: Readonly<Record<string, string>>;
}

/** Reads what an element of the panel is set to. */
export type Read = (name: string) => PanelValue | undefined;

const bare = (place: string): string => place.replace(/^(site|body)[:.]/, "");

const isPicked = (value: PanelValue | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === "string";

/** Whether the stick moves joints, an effector, or nothing that can be selected, as the panel is set. */
export function movedBy(panel: PanelDocument, read: Read, acting: readonly string[]): "joints" | "effectors" | null {
  const selector = modeSelector(panel);
  const mode = selector === undefined ? undefined : read(selector);
  if (elementsOf(panel, "joystick").length === 0 || followsStreams(panel, mode)) return null;
  const there = (type: "joints" | "effectors") => elementsOf(panel, type).map(([name]) => name);
  const acts = (type: "joints" | "effectors") => there(type).some((name) => acting.includes(name));
  if (acts("joints") && (mode === JOINT_BY_JOINT || !acts("effectors"))) return "joints";
  if (acts("effectors") || there("effectors").length > 0) return "effectors";
  return there("joints").length > 0 ? "joints" : null;
}

/**
 * What to select before the robot is started, so that the stick moves it: nothing if something is selected that the
 * stick moves. Else the effector that the exercise is done with, by its place or its side, or the only or first one;
 * where the stick turns joints, the first joint on that side.
 */
export function firstSelection(panel: PanelDocument, read: Read, aim: Aim): Record<string, PanelValue> {
  const wanted = movedBy(panel, read, aim.acting);
  if (wanted === null || elementsOf(panel, wanted).some(([name]) => isPicked(read(name)))) return {};
  const effectors = optionsOf(panel, "effectors");
  const place = bare(aim.effector);
  const effector =
    effectors.find(({ name }) => name === place || bare(aim.places[name] ?? "") === place) ??
    effectors.find(({ name }) => sideOf(name) !== "" && sideOf(name) === sideOf(place)) ??
    effectors[0];
  const changes: Record<string, PanelValue> = {};
  for (const [name] of elementsOf(panel, "joints")) changes[name] = [];
  for (const [name] of elementsOf(panel, "effectors")) changes[name] = null;
  if (wanted === "effectors") {
    if (!effector) return {};
    changes[effector.element] = effector.name;
    return changes;
  }
  const joint = digitJoints(panel, effector ? [effector.name] : [])[0] ?? optionsOf(panel, "joints")[0];
  if (!joint) return {};
  changes[joint.element] = [joint.name];
  return changes;
}
