/** Scenes of sessions and records, and their meshes. */

import type { Scene } from "../gen/messages";
import { api } from "./http";

export interface MeshData {
  vertices: Float32Array;
  normals: Float32Array;
  faces: Uint32Array;
}

/** Where a scene comes from: 'sessions/ID' or 'records/NAME'. */
export type SceneSource = string;

export function sessionScene(id: string): SceneSource {
  return `sessions/${encodeURIComponent(id)}`;
}

export function recordScene(name: string): SceneSource {
  return `records/${encodeURIComponent(name)}`;
}

export function fetchScene(source: SceneSource): Promise<Scene> {
  return api.get<Scene>(`/api/${source}/scene`);
}

export async function fetchMesh(source: SceneSource, number: number): Promise<MeshData> {
  const buffer = await api.binary(`/api/${source}/meshes/${number}`);
  const [vertices = 0, faces = 0] = new Uint32Array(buffer, 0, 2);
  return {
    vertices: new Float32Array(buffer, 8, 3 * vertices),
    normals: new Float32Array(buffer, 8 + 12 * vertices, 3 * vertices),
    faces: new Uint32Array(buffer, 8 + 24 * vertices, 3 * faces),
  };
}
