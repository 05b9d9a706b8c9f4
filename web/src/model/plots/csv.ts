/** Signals as a table of text: a row for every sample, SI units, a decimal point whatever the language. */

import type { Line } from "./lines";
import type { Series } from "./source";

/** Times that differ by less are the same [s]: sums of steps differ in their last digits, moments by whole steps. */
const SAME = 1e-5;

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function written(value: number | undefined): string {
  // Values are kept in 32 bits: more digits than these would be made up.
  return value === undefined || Number.isNaN(value) ? "" : String(Number(value.toPrecision(7)));
}

/** The name of a column with its unit: 'sensor.angles[elbow] [rad]'. */
export const columnName = (line: Line): string => (line.unit === "1" ? line.name : `${line.name} [${line.unit}]`);

/** The table. A cell is empty where a signal has no value at that time. */
export function csvOf(lines: readonly Line[], series: readonly (Series | undefined)[]): string {
  const all = series.flatMap((one) => (one ? [...one.times] : [])).sort((a, b) => a - b);
  let newest = Number.NEGATIVE_INFINITY;
  const times = all.filter((time) => {
    const another = time > newest + SAME;
    if (another) newest = time;
    return another;
  });
  const places = series.map(() => 0);
  const rows = times.map((time) => {
    const cells = series.map((one, i) => {
      let place = places[i] ?? 0;
      while (one && (one.times[place] ?? time) < time) place += 1;
      places[i] = place;
      return one && Math.abs((one.times[place] ?? Number.POSITIVE_INFINITY) - time) <= SAME
        ? one.values[place]
        : undefined;
    });
    return { time, cells };
  });
  // A mark of missing samples has a time of its own and no values: it is no sample.
  const samples = rows.filter(({ cells }) => cells.some((value) => value !== undefined && !Number.isNaN(value)));
  const head = ["time [s]", ...lines.map(columnName)].map(quoted).join(",");
  const text = samples.map(({ time, cells }) => [String(Number(time.toFixed(6))), ...cells.map(written)].join(","));
  return `${[head, ...text].join("\n")}\n`;
}
