import { describe, expect, it } from "vitest";
import type { PanelValue } from "./elements";
import { InputMixer } from "./mixer";

function made() {
  const sent: Record<string, PanelValue>[] = [];
  const frames: (() => void)[] = [];
  const mixer = new InputMixer({ send: (values) => sent.push(values), schedule: (run) => frames.push(run) });
  mixer.configure(new Map([["stick", 3]]));
  const frame = () => {
    for (const run of frames.splice(0)) run();
  };
  return { mixer, sent, frame };
}

describe("the input mixer", () => {
  it("sends one message a frame, with the newest values", () => {
    const { mixer, sent, frame } = made();
    for (let i = 1; i <= 10; i++) mixer.move("pointer", "stick", [i / 10, 0, 0]);
    mixer.set({ mode: "rate" });
    expect(sent).toEqual([]);
    frame();
    expect(sent).toEqual([{ stick: [1, 0, 0], mode: "rate" }]);
    frame();
    expect(sent).toHaveLength(1);
  });

  it("never loses the last value: neutral follows even within one frame", () => {
    const { mixer, sent, frame } = made();
    mixer.move("keys", "stick", [1, 0, 0]);
    frame();
    mixer.move("keys", "stick", [0.5, 0, 0]);
    mixer.move("keys", "stick", [0, 0, 0]);
    frame();
    expect(sent.at(-1)).toEqual({ stick: [0, 0, 0] });
  });

  it("gives the stick to the source that left its centre last, and back when that lets go", () => {
    const { mixer, frame, sent } = made();
    mixer.move("gamepad", "stick", [0.4, 0, 0]);
    mixer.move("pointer", "stick", [0, 0.7, 0]);
    mixer.move("gamepad", "stick", [0.5, 0, 0]);
    expect(mixer.holder("stick")).toBe("pointer");
    frame();
    expect(sent).toEqual([{ stick: [0, 0.7, 0] }]);
    mixer.move("pointer", "stick", [0, 0, 0]);
    expect(mixer.holder("stick")).toBe("gamepad");
    expect(mixer.deflection("stick")).toEqual([0.5, 0, 0]);
  });

  it("sends neutral without waiting for a frame, and wants a held stick centred before it counts again", () => {
    const { mixer, sent, frame } = made();
    mixer.move("gamepad", "stick", [1, 0, 0]);
    frame();
    mixer.neutral();
    expect(sent.at(-1)).toEqual({ stick: [0, 0, 0] });
    mixer.move("gamepad", "stick", [0.9, 0, 0]);
    frame();
    expect(mixer.waitsForCentre("gamepad")).toBe(true);
    expect(sent.at(-1)).toEqual({ stick: [0, 0, 0] });
    mixer.move("gamepad", "stick", [0, 0, 0]);
    mixer.move("gamepad", "stick", [0.3, 0, 0]);
    frame();
    expect(sent.at(-1)).toEqual({ stick: [0.3, 0, 0] });
  });

  it("passes nothing on without link; a stick held meanwhile must be centred after it is back", () => {
    const { mixer, sent, frame } = made();
    mixer.close();
    mixer.move("gamepad", "stick", [1, 0, 0]);
    mixer.set({ mode: "rate" });
    mixer.press("keys", "grip", true);
    frame();
    expect(sent).toEqual([]);
    mixer.reopen();
    mixer.move("gamepad", "stick", [1, 0, 0]);
    frame();
    expect(sent).toEqual([]);
    mixer.move("gamepad", "stick", [0, 0, 0]);
    mixer.move("gamepad", "stick", [0.6, 0, 0]);
    frame();
    expect(sent).toEqual([{ stick: [0.6, 0, 0] }]);
  });

  it("lets go of the stick and the buttons when the link is lost", () => {
    const { mixer, sent, frame } = made();
    mixer.move("keys", "stick", [1, 0, 0]);
    mixer.press("pointer", "grip", true);
    frame();
    mixer.close();
    expect(sent.at(-1)).toEqual({ stick: [0, 0, 0], grip: false });
    expect(mixer.held("grip")).toBe(false);
  });

  it("keeps a button on while any source holds it, and shows the session even the shortest press", () => {
    const { mixer, sent, frame } = made();
    mixer.press("pointer", "grip", true);
    mixer.press("pointer", "grip", false);
    frame();
    expect(sent.map((values) => values.grip)).toEqual([true, false]);
    mixer.press("keys", "grip", true);
    mixer.press("gamepad", "grip", true);
    mixer.press("keys", "grip", false);
    frame();
    expect(mixer.held("grip")).toBe(true);
    mixer.press("gamepad", "grip", false);
    frame();
    expect(sent.at(-1)).toEqual({ grip: false });
  });

  it("keeps deflections inside -1 to 1 and takes noise for rest", () => {
    const { mixer } = made();
    mixer.move("gamepad", "stick", [4, -4, 1e-6]);
    expect(mixer.deflection("stick")).toEqual([1, -1, 0]);
    mixer.move("gamepad", "stick", [Number.NaN, 0, 0]);
    expect(mixer.holder("stick")).toBeUndefined();
  });

  it("says once more how a stick is held, but presses no button again", () => {
    const { mixer, sent, frame } = made();
    mixer.move("pointer", "stick", [0.5, 0, 0]);
    mixer.press("pointer", "grip", true);
    frame();
    sent.length = 0;
    mixer.repeat();
    expect(sent).toEqual([{ stick: [0.5, 0, 0] }]);
    mixer.move("pointer", "stick", [0, 0, 0]);
    frame();
    sent.length = 0;
    mixer.repeat();
    expect(sent).toEqual([]);
  });
});
