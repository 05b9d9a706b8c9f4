/** Meshes of scenes. Fetched where pictures are drawn, which may be a worker: this knows nothing of the page. */

import type { SceneSource } from "./scene";

export interface MeshData {
  vertices: Float32Array;
  normals: Float32Array;
  faces: Uint32Array;
}

/** Read a mesh as the server packs it: two counts, then vertices, normals and faces. */
export function readMesh(buffer: ArrayBuffer): MeshData {
  const [vertices = 0, faces = 0] = new Uint32Array(buffer, 0, 2);
  return {
    vertices: new Float32Array(buffer, 8, 3 * vertices),
    normals: new Float32Array(buffer, 8 + 12 * vertices, 3 * vertices),
    faces: new Uint32Array(buffer, 8 + 24 * vertices, 3 * faces),
  };
}

export async function fetchMesh(source: SceneSource, number: number): Promise<MeshData> {
  const answer = await fetch(`/api/${source}/meshes/${number}`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`The server answered ${answer.status} to a request for mesh ${number}.`);
  return readMesh(await answer.arrayBuffer());
}
