/** The way to what the current stage aims at, in the words of the stick: for whoever steers by numbers. */

import { useEffect, useMemo, useState } from "react";
import type { Scene } from "@/gen/messages";
import { hub, useLive } from "@/link/live";
import type { Vec3 } from "@/model/scene/pose";
import { legOf, wayOf } from "@/model/scene/way";
import { type Format, useFormat, useWords, type Words } from "@/words";
import { useAims } from "./aims";

/** Time between two looks [ms]. */
const LOOK = 100;
/** Less upwards is not worth a word [m]. */
const LEVEL = 0.0005;

function wayText(way: Vec3, flat: boolean, format: Format, w: Words): string {
  const level = flat || Math.abs(way[2]) < LEVEL;
  const parts = way.slice(0, level ? 2 : 3).map((part, axis) => {
    const size = Math.abs(part);
    const [ahead, behind] = w.operate.task.ways[axis] ?? ["", ""];
    return `${part < 0 ? behind : ahead}\u00a0${size < 1 ? format.quantity(1000 * size, "mm", 0) : format.quantity(size, "m", 2)}`;
  });
  return parts.join(", ");
}

/** What is left to what the current stage aims at; empty where there is nothing to go to. */
export function useWay(scene: Scene | null): string {
  const format = useFormat();
  const w = useWords();
  const aims = useAims();
  const name = useLive((live) => live.account?.stages.find(({ state }) => state === "current")?.name ?? "");
  const leg = useMemo(() => {
    const stage = aims?.stages.find((one) => one.name === name);
    return aims && stage ? legOf(stage, aims.effector) : null;
  }, [aims, name]);
  const [text, setText] = useState("");
  useEffect(() => {
    setText("");
    if (!scene || !leg || !aims) return;
    const look = () => {
      const poses = hub.frame?.poses;
      const way = poses && wayOf(scene, poses, leg, aims.effector);
      if (way) setText(wayText(way, leg.flat, format, w));
    };
    look();
    const timer = window.setInterval(look, LOOK);
    return () => window.clearInterval(timer);
  }, [scene, leg, aims, format, w]);
  return text;
}
