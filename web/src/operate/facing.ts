/** Whether the robot's right side is on the right of the view: the picture on the panel turns with it. */

import { type RefObject, useEffect, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import type { Scene } from "@/gen/messages";
import { hub } from "@/link/live";
import { rightOnRight, sidedOf } from "@/model/panel/sides";
import { bodyPose, compose } from "@/model/scene/pose";
import { anchorOf, pointAnchor } from "@/model/scene/things";
import type { SceneView } from "@/scene/SceneView";

/** Time between two looks [ms]. */
const LOOK = 300;

/** Null until it is known, and for a robot without sides; it stays as it was while the robot is seen from the side. */
export function useFacing(
  view: RefObject<SceneView | null>,
  scene: Scene | null,
  panel: PanelDocument | null,
): boolean | null {
  const [facing, setFacing] = useState<boolean | null>(null);
  useEffect(() => {
    setFacing(null);
    const sided = panel ? sidedOf(panel) : [];
    if (!scene || sided.length === 0) return;
    const look = () => {
      const poses = hub.frame?.poses;
      if (!poses) return;
      const places = sided.map(({ kind, name, side }) => {
        const anchor = kind === "joint" ? anchorOf(scene, { kind, name }) : pointAnchor(scene, name);
        const point = anchor && compose(bodyPose(poses, anchor.body), anchor.pose).position;
        return { side, across: (point && view.current?.project(point)?.x) ?? undefined };
      });
      const found = rightOnRight(places, window.innerWidth);
      if (found !== null) setFacing(found);
    };
    const timer = window.setInterval(look, LOOK);
    return () => window.clearInterval(timer);
  }, [view, scene, panel]);
  return facing;
}
