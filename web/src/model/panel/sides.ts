/** Which side of a robot is where: on the picture of its panel, and in the view of the scene. */

import type { PanelDocument } from "../../gen/documents";
import { elementsOf } from "./elements";
import { sideOf } from "./roles";

export interface Sided {
  kind: "joint" | "effector";
  name: string;
  side: "right" | "left";
  /** Its place across the picture of the panel; undefined if it stands beside it. */
  across: number | undefined;
}

/** The joints and effectors of a panel that are on one side of the robot, by their names. */
export function sidedOf(panel: PanelDocument): Sided[] {
  return elementsOf(panel, "joints", "effectors").flatMap(([, element]) =>
    Object.entries(element.options).flatMap(([name, option]) => {
      const side = sideOf(name);
      const kind = element.type === "joints" ? "joint" : "effector";
      return side ? [{ kind, name, side, across: option.position?.[0] } as const] : [];
    }),
  );
}

/** Difference between the sides below which neither is on the right, as a share of the width. */
const CLEAR = 0.01;

/**
 * Whether the right side of a robot is on the right; null if that is not clear, as from the side.
 *
 * Args:
 *   places: Where things of both sides are, from the left.
 *   width: Of the picture they are in.
 */
export function rightOnRight(
  places: readonly { side: "right" | "left"; across: number | undefined }[],
  width: number,
): boolean | null {
  const mean = (wanted: string) => {
    const found = places.flatMap(({ side, across }) => (side === wanted && across !== undefined ? [across] : []));
    return found.reduce((sum, one) => sum + one, 0) / found.length;
  };
  const difference = mean("right") - mean("left");
  return Math.abs(difference) > CLEAR * width ? difference > 0 : null;
}
