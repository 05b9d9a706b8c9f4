/** Meshes of scenes. Fetched where pictures are drawn, which may be a worker: this knows nothing of the page. */

import { MESH_HEAD_SIZE, readMeshHead } from "../gen/binary";
import type { SceneSource } from "./scene";

export interface MeshData {
  vertices: Float32Array;
  normals: Float32Array;
  faces: Uint32Array;
}

/** Read a mesh as the server packs it: a `MeshHead`, then vertices, normals and faces. */
export function readMesh(buffer: ArrayBuffer): MeshData {
  const { vertices, faces } = readMeshHead(new DataView(buffer));
  const triples = (count: number) => 3 * Float32Array.BYTES_PER_ELEMENT * count;
  return {
    vertices: new Float32Array(buffer, MESH_HEAD_SIZE, 3 * vertices),
    normals: new Float32Array(buffer, MESH_HEAD_SIZE + triples(vertices), 3 * vertices),
    faces: new Uint32Array(buffer, MESH_HEAD_SIZE + triples(2 * vertices), 3 * faces),
  };
}

export async function fetchMesh(source: SceneSource, number: number): Promise<MeshData> {
  const answer = await fetch(`/api/${source}/meshes/${number}`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`The server answered ${answer.status} to a request for mesh ${number}.`);
  return readMesh(await answer.arrayBuffer());
}
