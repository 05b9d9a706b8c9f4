import { describe, expect, it } from "vitest";
import { chordName, chordOf, RESERVED, refusal } from "./keys";

const press = (
  code: string,
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
) => chordOf({ code, key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe("keys", () => {
  it("go by place, so that a Russian layout changes nothing", () => {
    expect(press("KeyM", "m")).toBe("KeyM");
    expect(press("KeyM", "ь")).toBe("KeyM");
    expect(press("KeyZ", "Я", { ctrlKey: true, shiftKey: true })).toBe(RESERVED.redo);
  });

  it("take Command for Ctrl", () => {
    expect(press("KeyK", "k", { metaKey: true })).toBe(RESERVED.find);
  });

  it("know the question mark wherever the layout has it", () => {
    expect(press("Slash", "?", { shiftKey: true })).toBe(RESERVED.help);
    expect(press("Digit7", "?", { shiftKey: true })).toBe(RESERVED.help);
    expect(press("Slash", ",", { shiftKey: true })).toBe(RESERVED.help);
  });

  it("are refused where the page or the browser has them already", () => {
    expect(refusal("Space")).toContain("stop");
    expect(refusal("Ctrl+KeyW")).toContain("browser");
    expect(refusal("KeyM")).toBeUndefined();
  });

  it("are written as they are printed", () => {
    expect(chordName("Ctrl+KeyG")).toBe("Ctrl G");
    expect(chordName("Digit1")).toBe("1");
    expect(chordName("ArrowUp")).toBe("↑");
    expect(chordName(RESERVED.stop, "Пробел")).toBe("Пробел");
    expect(chordName(RESERVED.help)).toBe("?");
  });
});
