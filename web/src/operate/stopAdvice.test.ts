import { expect, test } from "vitest";
import { en } from "@/words/en";
import { ru } from "@/words/ru";
import { STOP_REASONS, stopAdvice } from "./stopAdvice";

test.each([en, ru])("a robot that its scheme holds is told from one without power, whatever stopped it", (words) => {
  const w = words.operate.stop;
  for (const reason of STOP_REASONS) {
    const off = stopAdvice({ reason }, "Motion", w);
    expect(stopAdvice({ reason, held: true }, "Motion", w)).toBe(`${w.held} ${off}`);
    expect(off).not.toContain(w.held);
  }
  expect(stopAdvice({ reason: "enable" }, "Motion", w)).toContain("Motion");
  expect(stopAdvice(null, "", w)).toBe(w.next);
});
