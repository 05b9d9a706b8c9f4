/** Which lines share a y axis: those that people see in one unit. */

import type { Line } from "./lines";

export interface Axis {
  /** The unit that people see; 'boolean' for yes and no. */
  readonly key: string;
  readonly unit: string;
  readonly side: "left" | "right";
  readonly lines: readonly Line[];
}

/** The key of the axis of a line. */
export const axisKey = (line: Line): string => (line.boolean ? "boolean" : line.shown);

/** Axes of lines, in the order in which units first come; left and right in turn. */
export function axesOf(lines: readonly Line[]): Axis[] {
  const keys = [...new Set(lines.map(axisKey))];
  return keys.map((key, i) => ({
    key,
    unit: key === "boolean" ? "1" : key,
    side: i % 2 === 0 ? "left" : "right",
    lines: lines.filter((line) => axisKey(line) === key),
  }));
}
