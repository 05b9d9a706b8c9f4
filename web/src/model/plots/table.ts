/** Lines over one common column of times, as a chart wants them. */

import { columnTimes, columnWidth, decimate, everyPoint, type Point } from "./decimate";
import type { Series } from "./source";

export interface Table {
  readonly times: ArrayLike<number> & Iterable<number>;
  readonly lines: Point[][];
}

/** Sorted times that occur in any of the lists. */
function union(lists: readonly number[][]): number[] {
  const [first = [], ...rest] = lists;
  if (rest.every((list) => list.length === first.length && list.every((time, i) => time === first[i]))) return first;
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}

/**
 * A table of lines between two times. Few samples are kept as they are; of many the extremes in each column of pixels.
 *
 * Args:
 *   series: One for each line; undefined if it is not there yet.
 *   scales: By what each line is multiplied for people (180 / pi for angles).
 *   columns: How many columns of pixels there are.
 */
export function tableOf(
  series: readonly (Series | undefined)[],
  scales: readonly number[],
  from: number,
  to: number,
  columns: number,
): Table {
  const most = Math.max(0, ...series.map((one) => one?.times.length ?? 0));
  if (most > 2 * columns) {
    const width = columnWidth(to - from, columns);
    const first = Math.floor(from / width) - 1;
    const count = Math.floor(to / width) - first + 2;
    return {
      times: columnTimes(first, count, width),
      lines: series.map((one, i) =>
        one ? decimate(one, first, count, width, scales[i]) : new Array<Point>(3 * count),
      ),
    };
  }
  const each = series.map((one, i) => one && everyPoint(one, scales[i]));
  // The edges are always there, so that a chart without values has a time axis.
  const times = union([...each.flatMap((one) => (one ? [one.times] : []))]);
  const all = [from - (to - from), ...times.filter((time) => time > from - (to - from)), to + (to - from)];
  const places = new Map(all.map((time, i) => [time, i]));
  const lines = each.map((one) => {
    const line = new Array<Point>(all.length);
    one?.times.forEach((time, i) => {
      const place = places.get(time);
      if (place !== undefined) line[place] = one.points[i];
    });
    return line;
  });
  return { times: all, lines };
}
