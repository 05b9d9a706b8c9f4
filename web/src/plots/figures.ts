/** Values of lines as people read them. */

import { decimalsFor, type Line } from "@/model/plots/lines";
import { type SignalSource, valueAt } from "@/model/plots/source";
import type { Format, Words } from "@/words";

/** The value of a line at a time in the unit that people see; the newest if the time is null. */
export function lineValue(source: SignalSource, line: Line, time: number | null): number {
  if (time === null) return line.scale * (source.last(line.name) ?? Number.NaN);
  return line.scale * valueAt(source.history(line.name, time - 0.05, time + 0.05), time, 0.1);
}

/** A value without its unit. */
export function figure(value: number, line: Line, format: Format, words: Words): string {
  if (Number.isNaN(value)) return "–";
  if (line.boolean) return value > 0.5 ? words.common.yes : words.common.no;
  const decimals = decimalsFor(line.shown);
  const size = Math.abs(value);
  if (size >= 1e6) return format.compact(value, 4);
  return format.number(value, size >= 1000 ? Math.min(decimals, 1) : decimals);
}

/** The unit of a line in the language of the page. */
export const unitText = (line: Line, format: Format): string => (line.boolean ? "" : format.unit(line.shown));

/** A value with its unit, for readers. */
export const spoken = (value: number, line: Line, format: Format, words: Words): string =>
  [figure(value, line, format, words), unitText(line, format)].filter(Boolean).join(" ");
