import { expect, test } from "vitest";
import { leastGap } from "./marks";

test("the nearest two decide, wherever they stand in the list", () => {
  expect(leastGap([[0, 0], [30, 40], [100, 0], [103, 4]])).toBe(5); // biome-ignore format: points
  expect(leastGap([[7, 7]])).toBe(Number.POSITIVE_INFINITY);
  expect(leastGap([])).toBe(Number.POSITIVE_INFINITY);
});
