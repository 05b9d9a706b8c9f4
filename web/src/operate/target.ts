/** What the current stage aims at, from the exercise's document. */

import { useEffect, useMemo, useState } from "react";
import type { Scene } from "@/gen/messages";
import { hub, useLive } from "@/link/live";
import { bodyPose, place, subtract } from "@/model/scene/pose";
import { pointAnchor } from "@/model/scene/things";
import { bareName } from "@/model/scene/way";
import { pointTo } from "@/panel";
import type { StageTarget } from "@/scene/captions";
import { type Said, said, useFormat, useLanguage } from "@/words";
import { useAims } from "./aims";

/** Time between two looks at the distance [ms]. */
const LOOK = 250;

/** How far the effector is from what it aims at, for people; empty while that is not known. */
function useDistance(scene: Scene | null, effector: string, target: string): string {
  const format = useFormat();
  const [away, setAway] = useState("");
  useEffect(() => {
    setAway("");
    const [hand, aim] = scene && effector && target ? [pointAnchor(scene, effector), pointAnchor(scene, target)] : [];
    if (!hand || !aim) return;
    const look = () => {
      const poses = hub.frame?.poses;
      if (!poses) return;
      const [from, to] = [hand, aim].map(({ body, pose }) => place(bodyPose(poses, body), pose.position));
      const metres = from && to ? Math.hypot(...subtract(from, to)) : Number.NaN;
      setAway(metres < 1 ? format.quantity(100 * metres, "cm", metres < 0.1 ? 1 : 0) : format.quantity(metres, "m", 1));
    };
    look();
    const timer = window.setInterval(look, LOOK);
    return () => window.clearInterval(timer);
  }, [scene, effector, target, format]);
  return away;
}

/** What the current stage aims at, and how far it is. */
export function useTarget(scene: Scene | null): StageTarget | null {
  const language = useLanguage();
  const stage = useLive((live) => live.account?.stages.find(({ state }) => state === "current") ?? null);
  const name = stage?.name ?? "";
  const label = said(stage?.title as Said | undefined, language);
  const aims = useAims();
  const target = bareName(aims?.stages.find((one) => one.name === name)?.target ?? "");
  const effector = bareName(aims?.effector ?? "");
  const controls = aims?.stages.find((one) => one.name === name)?.controls;
  useEffect(() => {
    pointTo(controls ?? []);
    return () => pointTo([]);
  }, [controls]);
  const away = useDistance(scene, effector, target);
  const words = [label, away].filter(Boolean).join(" · ");
  return useMemo(
    () => (target ? { name: target, label: words, ...(effector ? { effector } : {}) } : null),
    [target, words, effector],
  );
}
