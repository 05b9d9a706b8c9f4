import { expect, test } from "vitest";
import { Elsewhere, RETURN, SIGN, SILENT } from "./elsewhere";

test("a window is there as long as it gives signs", () => {
  const panel = new Elsewhere();
  expect(panel.there("", 0)).toBe(false);
  for (let now = 0; now < 20 * SIGN; now += SIGN) {
    panel.hear("c", now);
    expect(panel.there("", now + SIGN)).toBe(true);
  }
  expect(panel.there("", 20 * SIGN + SILENT)).toBe(false);
});

test("a hidden window that still operates is there without signs", () => {
  const panel = new Elsewhere();
  panel.hear("c", 0);
  expect(panel.there("c", 100 * SILENT)).toBe(true);
  expect(panel.there("other", 100 * SILENT)).toBe(false);
});

test("a window that is loaded anew is waited for, one that is closed is not missed for long", () => {
  const panel = new Elsewhere();
  panel.hear("c", 0);
  panel.leave(1000);
  expect(panel.there("", 1000 + RETURN / 2)).toBe(true);
  expect(panel.there("c", 1001 + RETURN)).toBe(false);
  panel.hear("d", 1000 + RETURN / 2);
  expect(panel.there("d", 1001 + RETURN)).toBe(true);
});

test("a window that was told to close is gone at once", () => {
  const panel = new Elsewhere();
  panel.hear("c", 0);
  panel.end();
  expect(panel.there("c", 1)).toBe(false);
});
