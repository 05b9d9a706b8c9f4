/** Meshes of a scene, fetched one by one and told as they come. */

import type { MeshData, SceneSource } from "../link/scene";

export type MeshLoader = (source: SceneSource, number: number) => Promise<MeshData>;

export interface MeshProgress {
  done: number;
  all: number;
}

/**
 * Fetches meshes in order until all are there or the signal ends it.
 *
 * A mesh that fails is left as its box; the number of such meshes is returned.
 */
export async function loadMeshes(
  numbers: readonly number[],
  load: (number: number) => Promise<MeshData>,
  arrived: (number: number, data: MeshData) => void,
  told: (progress: MeshProgress) => void,
  signal: AbortSignal,
): Promise<number> {
  let failed = 0;
  let done = 0;
  if (numbers.length > 0) told({ done, all: numbers.length });
  for (const number of numbers) {
    const data = await load(number).catch(() => null);
    if (signal.aborted) return failed;
    if (data) arrived(number, data);
    else failed += 1;
    done += 1;
    told({ done, all: numbers.length });
  }
  return failed;
}
