import { expect, test } from "vitest";
import { en } from "@/words/en";
import { ru } from "@/words/ru";
import { STOP_REASONS, type StopData, stopAdvice, stopAfter } from "./stopAdvice";

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

test("a scheme that failed cannot hold the robot: from then on the stop no longer says that it does", () => {
  const w = en.operate.stop;
  const told = (...kinds: [string, unknown?][]) =>
    kinds.reduce<StopData | null>((stop, [kind, data = null]) => stopAfter(stop, { kind, data }), null);
  const held = { reason: "stop", held: true };
  expect(stopAdvice(told(["stop", held]), "", w)).toContain(w.held);
  expect(stopAdvice(told(["stop", held], ["physics"]), "", w)).toContain(w.held);
  const failed = told(["stop", held], ["power-off"]);
  expect(failed).not.toBeNull();
  expect(stopAdvice(failed, "", w)).toBe(w.next);
  expect(told(["stop", held], ["power-off"], ["released"])).toBeNull();
  expect(told(["power-off"])).toBeNull();
});
