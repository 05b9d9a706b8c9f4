/** Numbers of attempts as people read them. */

import { shownFactor, shownUnit } from "@/model/quantity";
import type { MeasureRow } from "@/model/review/compare";
import type { Format } from "@/words";

/** The unit of a measure that people see: degrees for angles, millimetres for small lengths. */
export function measureUnit({ unit, a, b }: MeasureRow): { shown: string; scale: number } {
  const most = Math.max(Math.abs(a ?? 0), Math.abs(b ?? 0));
  if (unit === "m" && most > 0 && most < 0.1) return { shown: "mm", scale: 1 / shownFactor("m", "mm") };
  return shownUnit(unit);
}

/** 'Path length, m'. */
export function measureTitle(title: string, shown: string, format: Format): string {
  const unit = format.unit(shown);
  return unit ? `${title}, ${unit}` : title;
}

/** A signed number: +3, −1. */
export function signed(value: number, text: string): string {
  return value > 0 ? `+${text}` : text;
}

/** The change of a measure: −21%, or −2 for counts. */
export function changeText({ change }: MeasureRow, scale: number, format: Format): string {
  if (!change) return "";
  if (change.kind === "count") return signed(change.value, format.compact(change.value * scale, 2));
  // Percents of four digits say less than how many times it is.
  if (change.value >= 9.995) return `×${format.compact(Math.round(1 + change.value), 3)}`;
  const percent = Math.round(100 * change.value);
  return signed(percent, `${format.number(percent, 0)}%`);
}
