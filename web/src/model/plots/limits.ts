/** Limits that the panel shows on its gauges, for the charts of the same signals. */

import type { Gauge } from "../../gen/documents";
import { shownFactor } from "../quantity";
import type { Line } from "./lines";

/** A horizontal line: a value in SI units on the axis of this unit. */
export interface PlotLimit {
  readonly value: number;
  readonly unit: string;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isGauge = (value: unknown): value is Gauge => isObject(value) && value.type === "gauge";

/** Where the zones begin that gauges warn of, for the lines that are shown. */
export function panelLimits(panel: unknown, lines: readonly Line[]): PlotLimit[] {
  const elements = isObject(panel) && isObject(panel.elements) ? panel.elements : {};
  return Object.entries(elements).flatMap(([name, element]) => {
    if (!isGauge(element)) return [];
    const line = lines.find((one) => one.name === (element.signal ?? `output.${name}`));
    const [low, high] = element.end ?? [];
    if (!line || low === undefined || high === undefined) return [];
    // A zone at the top of the scale begins at its low end, one at the bottom at its high end.
    const value = high >= Math.max(...element.range) ? low : high;
    return [{ value: value * shownFactor(line.unit, element.unit ?? line.unit), unit: line.unit }];
  });
}
