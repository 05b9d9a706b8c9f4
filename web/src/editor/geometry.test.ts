import { describe, expect, it } from "vitest";
import type { PortInfo } from "@/gen/messages";
import { type BlockLook, blockFace, FIRST, PITCH, ROUND } from "./geometry";

const port = (name: string): PortInfo => ({
  name, kind: "number", shape: [], unit: "1", quantity: "number", description: "", optional: false, default: null, through: true,
}); // biome-ignore format: a list

const look = (more: Partial<BlockLook>): BlockLook => ({
  id: "pd",
  kind: "pd",
  type: "control.pd",
  shape: [],
  facts: { inputs: [port("wanted"), port("angle"), port("speed")], outputs: [port("y")] },
  lines: [],
  flipped: false,
  signs: "",
  ...more,
});

describe("faces of blocks", () => {
  it("ports lie on the raster that keeps wires straight, inputs left and outputs right", () => {
    const face = blockFace(look({}));
    expect(face.inputs.map(({ x, y }) => [x, y])).toEqual([0, 1, 2].map((row) => [0, FIRST + row * PITCH]));
    expect(face.outputs.map(({ x }) => x)).toEqual([face.width]);
    expect(face.width % 20).toBe(0);
    expect([...face.inputs, ...face.outputs].every(({ y }) => y % 12 === 0)).toBe(true);
  });
  it("a flipped block has its inputs on the right", () => {
    const face = blockFace(look({ flipped: true }));
    expect(face.inputs.every((pin) => pin.side === "right" && pin.x === face.width)).toBe(true);
    expect(face.outputs.every((pin) => pin.side === "left")).toBe(true);
  });
  it("a sum of two is a circle with its signs, level with the first port of a box", () => {
    const face = blockFace(
      look({ type: "arithmetic.sum", signs: "+-", facts: { inputs: [port("x1"), port("x2")], outputs: [port("y")] } }),
    );
    expect([face.round, face.width, face.height]).toEqual([true, ROUND, ROUND]);
    expect(face.inputs.map(({ side, label }) => [side, label])).toEqual([["left", "+"], ["bottom", "−"]]); // biome-ignore format: a table
    expect(face.dy + (face.outputs[0]?.y ?? 0)).toBe(FIRST);
  });
  it("a sum of four is a box like others", () => {
    const inputs = ["x1", "x2", "x3", "x4"].map(port);
    expect(
      blockFace(look({ type: "arithmetic.sum", signs: "++++", facts: { inputs, outputs: [port("y")] } })).round,
    ).toBe(false);
  });
});
