/** Scenes of sessions and records. */

import type { Scene } from "../gen/messages";
import { api } from "./http";

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
