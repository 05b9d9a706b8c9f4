/** What a panel says of copying: whether the robot follows streams now, and what has to be switched on for it. */

import type { PanelDocument } from "../../gen/documents";
import type { MotionInfo } from "../../gen/messages";
import { elementsOf, type PanelValue, selectorOptions } from "./elements";
import { modeSelector } from "./roles";

const COPYING = "copying";

/** Whether streams move the robot as the panel is set: it has some, and where a mode is called copying, that is chosen. */
export function followsStreams(panel: PanelDocument, mode: PanelValue | undefined): boolean {
  if (Object.keys(panel.streams ?? {}).length === 0) return false;
  const name = modeSelector(panel);
  const element = name === undefined ? undefined : panel.elements[name];
  if (element?.type !== "selector") return true;
  return mode === COPYING || !selectorOptions(element).some(([option]) => option === COPYING);
}

/** Switches without which the robot does not follow, by name: the clutch, which is called so, and what enables motion. */
export function switchesToFollow(panel: PanelDocument): string[] {
  const switches = elementsOf(panel, "switch").map(([name]) => name);
  const clutch = switches.find((name) => /(^|_)clutch$/i.test(name));
  const enable = switches.find((name) => name === panel.enable);
  return [clutch, enable].filter((name) => name !== undefined);
}

/** Name of a choice in a list: a motion may fit several streams. */
export const motionKey = ({ name, stream }: Pick<MotionInfo, "name" | "stream">): string => `${stream}/${name}`;

/** The motion to offer first: the one chosen before if it is there, else the first that fits. */
export function offered(motions: readonly MotionInfo[], chosen: string): MotionInfo | undefined {
  const fitting = motions.filter(({ stream }) => stream !== "");
  return fitting.find((motion) => motionKey(motion) === chosen) ?? fitting[0];
}
