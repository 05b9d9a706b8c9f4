import { expect, it } from "vitest";
import { lower, Pace, qualityFor } from "./quality";

it("pictures are made coarser in steps, until nothing is left to give", () => {
  const fine = qualityFor("NVIDIA GeForce", 2);
  const ratios = [fine];
  for (let next = lower(fine); next !== ratios.at(-1); next = lower(next)) ratios.push(next);
  expect(ratios.map(({ ratio }) => ratio)).toEqual([2, 1, 0.5]);
});

it("says after enough pictures whether most were late, and begins anew", () => {
  const pace = new Pace();
  const told = (delay: number) => Array.from({ length: 40 }, () => pace.late(delay)).filter((said) => said !== null);
  expect(told(120)).toEqual([true]);
  expect(told(8)).toEqual([false]);
});
