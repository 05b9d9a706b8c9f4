/** The points that the entries of the panel say, as marks of the scene. */

import { useMemo, useSyncExternalStore } from "react";
import type { PanelDocument } from "@/gen/documents";
import { pointsOf } from "@/model/panel/points";
import { usePointing, values } from "@/panel";
import type { PointMark } from "@/scene/captions";

/** Those that were set, and the one that is being picked. */
export function usePoints(panel: PanelDocument | null): readonly PointMark[] {
  const pointing = usePointing((state) => state.element);
  const read = () => {
    const points = panel ? pointsOf(panel, (name) => values.get(name)) : [];
    const shown = points.filter(({ element, changed }) => changed || element === pointing);
    return JSON.stringify(shown.map(({ element, text, frame, position }) => ({ id: element, text, frame, position })));
  };
  const found = useSyncExternalStore(values.subscribe, read);
  return useMemo(() => JSON.parse(found) as PointMark[], [found]);
}
