/** Meshes of a scene, fetched a few at a time and told as they come. */

import type { MeshData } from "../link/mesh";

export interface MeshProgress {
  done: number;
  all: number;
}

/** Requests under way at once: as many as a browser opens connections to one address. */
export const AT_ONCE = 6;

/**
 * Fetches meshes until all are there or the signal ends it; they may arrive in another order than they were asked for.
 *
 * A mesh that fails is left as its box; the number of such meshes is returned.
 */
export async function loadMeshes(
  numbers: readonly number[],
  load: (number: number) => Promise<MeshData>,
  arrived: (number: number, data: MeshData) => void,
  told: (progress: MeshProgress) => void,
  signal: AbortSignal,
  atOnce = AT_ONCE,
): Promise<number> {
  let failed = 0;
  let done = 0;
  if (numbers.length > 0) told({ done, all: numbers.length });
  const left = numbers.values();
  const fetchThem = async (): Promise<void> => {
    for (const number of left) {
      const data = await load(number).catch(() => null);
      if (signal.aborted) return;
      if (data) arrived(number, data);
      else failed += 1;
      done += 1;
      told({ done, all: numbers.length });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, numbers.length) }, fetchThem));
  return failed;
}
