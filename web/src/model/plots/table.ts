/** Lines over one common column of times, as a chart wants them. */

import { columnTimes, columnWidth, decimate, everyPoint, type Point } from "./decimate";
import type { Series } from "./source";

export interface Table {
  readonly times: ArrayLike<number> & Iterable<number>;
  readonly lines: Point[][];
}

const sameTimes = (one: readonly number[], two: readonly number[]): boolean =>
  one.length === two.length && one.every((time, i) => time === two[i]);

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
  const lists = each.flatMap((one) => (one ? [one.times] : []));
  const [first = [], ...rest] = lists;
  // Points beyond the edges are always there, so that a chart without values has a time axis.
  const edges = [Math.min(from, first[0] ?? from) - 1, Math.max(to, first.at(-1) ?? to) + 1] as const;
  if (rest.every((times) => sameTimes(first, times))) {
    const times = [edges[0], ...first, edges[1]];
    const lines = each.map((one) => (one ? [undefined, ...one.points, undefined] : new Array<Point>(times.length)));
    return { times, lines };
  }
  const inner = [...new Set(lists.flat())].sort((a, b) => a - b);
  const times = [Math.min(edges[0], (inner[0] ?? 0) - 1), ...inner, Math.max(edges[1], (inner.at(-1) ?? 0) + 1)];
  const places = new Map(times.map((time, i) => [time, i]));
  const lines = each.map((one) => {
    const line = new Array<Point>(times.length);
    one?.times.forEach((time, i) => {
      const place = places.get(time);
      if (place !== undefined) line[place] = one.points[i];
    });
    return line;
  });
  return { times, lines };
}
