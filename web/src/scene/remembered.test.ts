import { describe, expect, it } from "vitest";
import { sample } from "../model/scene/sample";
import { type ToRenderer, transfersOf } from "./protocol";
import { Remembered } from "./remembered";

const joint = { kind: "joint", name: "q1" } as const;

/** Say something and remember it, as the view does. */
function told(...all: ToRenderer[]): Remembered {
  const remembered = new Remembered();
  for (const said of all) {
    remembered.note(said);
    structuredClone(said, { transfer: transfersOf(said) });
  }
  return remembered;
}

describe("what another one who draws is told", () => {
  it("is the newest of each kind; the eye is placed before the scene comes, and at once", () => {
    const insets = { left: 1, right: 2, top: 3, bottom: 4 };
    const remembered = told(
      { do: "size", width: 10, height: 10 },
      { do: "scene", scene: sample, source: "sessions/1", number: 1 },
      { do: "hurried", hurried: true },
      { do: "view", view: "top", smooth: true },
      { do: "insets", insets },
      { do: "size", width: 20, height: 10 },
    );
    const again = [...remembered.all()];
    expect(again.map((said) => said.do)).toEqual(["size", "insets", "view", "scene", "hurried", "mark"]);
    expect(again[0]).toEqual({ do: "size", width: 20, height: 10 });
    expect(again[2]).toEqual({ do: "view", view: "top", smooth: false });
  });

  it("are all marks that still hold", () => {
    const remembered = told(
      { do: "mark", change: { selected: [joint], labels: ["Shoulder"], hovered: joint } },
      { do: "mark", change: { hovered: null } },
    );
    const change = { selected: [joint], labels: ["Shoulder"], hovered: null };
    expect([...remembered.all()]).toEqual([{ do: "mark", change }]);
  });

  it("are trails with their points, as often as needed, but not those that were removed", () => {
    const path = (id: string, points: Float32Array | null): ToRenderer => ({ do: "path", id, points, colour: "a" });
    const remembered = told(path("one", Float32Array.of(1, 2, 3)), path("two", Float32Array.of(4)), path("two", null));
    for (let again = 0; again < 2; again++) {
      const [first, mark, ...rest] = [...remembered.all()];
      expect(first).toEqual(path("one", Float32Array.of(1, 2, 3)));
      expect(mark?.do).toBe("mark");
      expect(rest).toEqual([]);
      if (first) structuredClone(first, { transfer: transfersOf(first) });
    }
  });

  it("is nothing of the moment", () => {
    const remembered = told(
      { do: "poses", poses: new Float32Array(7), tick: 1, lit: null, ghost: null },
      { do: "camera", name: "eye" },
      { do: "camera-size", width: 1, height: 1 },
    );
    expect([...remembered.all()]).toEqual([{ do: "mark", change: {} }]);
  });
});
