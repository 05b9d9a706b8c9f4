/** How the axes that an operator moves in stand in the world now. */

import { useCallback } from "react";
import type { PanelDocument } from "@/gen/documents";
import type { Scene } from "@/gen/messages";
import { hub } from "@/link/live";
import { elementsOf } from "@/model/panel/elements";
import { frameTurn } from "@/model/scene/frames";
import type { Quat } from "@/model/scene/pose";
import { useSelection } from "@/model/selection";
import { values } from "@/panel";

/** Asked for whenever the panel is drawn; never through React. */
export function useFrameTurn(scene: Scene | null, panel: PanelDocument | null): (frame: string) => Quat | null {
  return useCallback(
    (frame: string) => {
      const poses = hub.frame?.poses;
      if (!scene || !panel || !poses || (frame !== "effector" && frame !== "camera")) return null;
      const picked = useSelection.getState().selected.find(({ kind }) => kind === "effector")?.name;
      const effector = picked ?? Object.keys(scene.effectors)[0] ?? "";
      const chosen = values.get(elementsOf(panel, "cameras")[0]?.[0] ?? "");
      const camera = typeof chosen === "string" ? chosen : (scene.cameras[0]?.name ?? "");
      return frameTurn(scene, poses, { frame, effector, camera });
    },
    [scene, panel],
  );
}
