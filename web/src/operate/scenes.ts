/** The scene of the session: fetched once, for the picture and for the panel, which works without a picture too. */

import { useCallback, useEffect, useState } from "react";
import type { Scene } from "@/gen/messages";
import { fetchScene, type SceneSource } from "@/link/scene";

let known: { key: string; scene: Promise<Scene> } | null = null;

function shared(source: SceneSource, version: number): Promise<Scene> {
  const key = `${source} ${version}`;
  if (known?.key !== key) {
    const scene = fetchScene(source);
    const mine = { key, scene };
    known = mine;
    // a failure is asked for anew
    scene.catch(() => {
      if (known === mine) known = null;
    });
  }
  return known.scene;
}

let shown: Scene | null = null;

/** The scene of the session that is shown; null until it is there. */
export const knownScene = (): Scene | null => shown;

export interface SharedScene {
  scene: Scene | null;
  load: (source: SceneSource) => Promise<Scene>;
}

export function useScene(source: SceneSource | null, version: number): SharedScene {
  const [scene, setScene] = useState<Scene | null>(null);
  const load = useCallback((wanted: SceneSource) => shared(wanted, version), [version]);
  useEffect(() => {
    let ended = false;
    const put = (found: Scene | null) => {
      shown = found;
      setScene(found);
    };
    if (!source) return put(null);
    shared(source, version)
      .then((found) => !ended && put(found))
      // the picture says so itself
      .catch(() => undefined);
    return () => {
      ended = true;
    };
  }, [source, version]);
  return { scene, load };
}
