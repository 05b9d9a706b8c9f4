import { describe, expect, it } from "vitest";
import { sample } from "../model/scene/sample";
import { type FromRenderer, type ToRenderer, transfersOf } from "./protocol";

const to: ToRenderer[] = [
  { do: "size", width: 640, height: 400 },
  { do: "scene", scene: sample, source: "sessions/1", number: 1 },
  { do: "poses", poses: new Float32Array(7), tick: 3, lit: [true], ghost: new Float32Array(14) },
  { do: "poses", poses: null, tick: -1, lit: null, ghost: null },
  { do: "mark", change: { selected: [{ kind: "joint", name: "q1" }], labels: ["Shoulder"] } },
  { do: "ghost", scene: sample, colour: "b" },
  { do: "path", id: "a", points: new Float32Array(6), colour: "a" },
  { do: "path", id: "a", points: null, colour: "a" },
  { do: "camera", name: "eye" },
];
const from: FromRenderer[] = [
  { type: "drawn", tick: 3, sight: new Float32Array(16), points: new Float32Array(4) },
  { type: "tags", tags: [{ id: "target", text: "Here", look: "quiet", reach: 40 }] },
  { type: "pick", thing: { kind: "joint", name: "q1" }, point: [0.1, 0, 0.4] },
];

/** All arrays of numbers in a message. */
const arrays = (said: object): Float32Array[] => Object.values(said).filter((value) => value instanceof Float32Array);

describe("messages between the page and who draws", () => {
  it.each([...to, ...from])("are plain data, and arrays of numbers are handed over (%#)", (said) => {
    const numbers = arrays(said);
    const lengths = numbers.map((values) => values.length);
    const heard = structuredClone(said, { transfer: transfersOf(said) });
    expect(arrays(heard).map((values) => values.length)).toEqual(lengths);
    expect(numbers.every((values) => values.byteLength === 0)).toBe(true);
    for (const [name, value] of Object.entries(said)) {
      if (!(value instanceof Float32Array)) expect(heard[name as keyof typeof heard]).toEqual(value);
    }
  });
});
