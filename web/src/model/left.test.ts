import { expect, test } from "vitest";
import { leftNow, roundedLeft } from "./left";

test("the time left is counted down from when it was told, and never below nothing", () => {
  const told = { left: 12, at: 1000 };
  expect(leftNow(told, 1000)).toBe(12);
  expect(leftNow(told, 6000)).toBe(7);
  expect(leftNow(told, 60_000)).toBe(0);
});

test("the longer it takes, the coarser it is told", () => {
  expect([0, 0.2, 9.1, 10, 10.1, 44, 89, 100, 170].map(roundedLeft)).toEqual([0, 1, 10, 10, 15, 45, 90, 120, 180]);
});
