import { describe, expect, it } from "vitest";
import { beginning } from "./showing";

const node = (id: string, x: number, y: number) => ({ id, position: { x, y } });

describe("a scheme that does not fit at a readable size", () => {
  const nodes = [node("block:pd", 600, 0), node("input:angle", 0, 300), node("input:speed", 0, 900)];

  it("begins where signals come in", () => {
    const at = beginning(nodes, { x: 0, y: 0, width: 3000, height: 2000 }, 1000, 700, 0.8);
    expect(at).toEqual({ x: -0, y: 64 - 300 * 0.8 });
  });

  it("is in the middle of the side that has room", () => {
    const at = beginning(nodes, { x: 0, y: 100, width: 3000, height: 500 }, 1000, 700, 0.8);
    expect(at).toEqual({ x: -0, y: (100 - 100) * 0.8 });
  });

  it("begins at its leftmost block without inputs, and does not look below its end", () => {
    const sources = [node("block:sine", 0, 1900), node("block:scope", 500, 0)];
    const at = beginning(sources, { x: 0, y: 0, width: 3000, height: 2000 }, 1000, 700, 1);
    expect(at.y).toBe(64 - 1300);
  });
});
