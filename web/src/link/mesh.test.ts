import { expect, test } from "vitest";
import { MESH_HEAD_SIZE, writeMeshHead } from "../gen/binary";
import { readMesh } from "./mesh";

test("a mesh is read as the server packs it", () => {
  const buffer = new ArrayBuffer(MESH_HEAD_SIZE + 4 * (9 + 9 + 3));
  writeMeshHead(new DataView(buffer), { vertices: 3, faces: 1 });
  new Float32Array(buffer, MESH_HEAD_SIZE).set([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  new Uint32Array(buffer, MESH_HEAD_SIZE + 4 * 18).set([0, 1, 2]);
  const { vertices, normals, faces } = readMesh(buffer);
  expect([...vertices]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  expect([...normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  expect([...faces]).toEqual([0, 1, 2]);
});
