import { describe, expect, it } from "vitest";
import type { MeshData } from "../link/mesh";
import { loadMeshes, type MeshProgress } from "./meshes";

const data: MeshData = { vertices: new Float32Array(), normals: new Float32Array(), faces: new Uint32Array() };

/** A server that answers when it is told to. */
function served() {
  const open = new Map<number, (data: MeshData | null) => void>();
  let most = 0;
  const load = (number: number) =>
    new Promise<MeshData>((resolve, reject) => {
      open.set(number, (found) => (found ? resolve(found) : reject(new Error("lost"))));
      most = Math.max(most, open.size);
    });
  const answer = async (number: number, found: MeshData | null = data) => {
    open.get(number)?.(found);
    open.delete(number);
    await new Promise((next) => setTimeout(next));
  };
  return { load, answer, asked: () => [...open.keys()], most: () => most };
}

function loading(numbers: number[], atOnce: number) {
  const server = served();
  const arrived: number[] = [];
  const told: MeshProgress[] = [];
  const end = new AbortController();
  const done = loadMeshes(
    numbers,
    server.load,
    (number) => arrived.push(number),
    (progress) => told.push(progress),
    end.signal,
    atOnce,
  );
  return { ...server, arrived, told, end, done };
}

describe("meshes", () => {
  it("are asked for a few at a time, and the next as soon as one has come", async () => {
    const { answer, asked, most, arrived, told, done } = loading([10, 11, 12, 13, 14], 3);
    expect(asked()).toEqual([10, 11, 12]);
    await answer(12);
    expect(asked()).toEqual([10, 11, 13]);
    for (const number of [11, 10, 13, 14]) await answer(number);
    expect(await done).toBe(0);
    expect(most()).toBe(3);
    expect(arrived).toEqual([12, 11, 10, 13, 14]);
    expect(told.map((one) => one.done)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(told.every((one) => one.all === 5)).toBe(true);
  });

  it("that are lost are counted and do not hold up the others", async () => {
    const { answer, arrived, told, done } = loading([1, 2, 3], 2);
    await answer(1, null);
    await answer(3);
    await answer(2);
    expect(await done).toBe(1);
    expect(arrived).toEqual([3, 2]);
    expect(told.at(-1)).toEqual({ done: 3, all: 3 });
  });

  it("are neither shown nor asked for after the end", async () => {
    const { answer, asked, arrived, end, done } = loading([1, 2, 3, 4], 2);
    await answer(1);
    end.abort();
    await answer(2);
    await answer(3);
    expect(await done).toBe(0);
    expect(asked()).toEqual([]);
    expect(arrived).toEqual([1]);
  });

  it("of a scene without any are none", async () => {
    const { told, done } = loading([], 6);
    expect(await done).toBe(0);
    expect(told).toEqual([]);
  });
});
