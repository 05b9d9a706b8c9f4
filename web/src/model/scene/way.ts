/** The way that a stage asks for, as an operator steers it: how far forward, to the left and up. */

import type { StageDocument } from "../../gen/documents";
import type { Scene } from "../../gen/messages";
import { bodyPose, compose, type Pose, place, rotate, subtract, type Vec3, vec3, within } from "./pose";
import { pointAnchor } from "./things";

type Goal = StageDocument["goal"];

/** From what to what; in a box, from its middle. Upwards counts only where the goal looks at it. */
export interface Leg {
  from: string;
  to: string;
  /** Point that is to be brought there, in the frame of `from` [m]. */
  at: Vec3;
  /** Where it is to be brought, in the frame of `to` [m]. */
  point: Vec3;
  flat: boolean;
}

const ORIGIN: Vec3 = [0, 0, 0];
const pointOf = (numbers: readonly number[] | undefined): Vec3 => (numbers ? vec3(numbers) : ORIGIN);

/** Documents may say whether a place is a site or a body; the scene knows it by its name. */
export const bareName = (place: string): string => place.replace(/^(site|body)[:.]/, "");

/** The first distance, or box, that a goal asks for. */
function legOfGoal(goal: Goal): Leg | null {
  switch (goal.type) {
    case "distance":
      if (goal.below === undefined || goal.below === null) return null;
      if (!goal.b) return null;
      return {
        from: bareName(goal.a),
        to: bareName(goal.b),
        at: ORIGIN,
        point: pointOf(goal.offset),
        flat: goal.axes === "xy",
      };
    case "inside": {
      if (!goal.of) return null;
      const middle = (axis: number): number => ((goal.low[axis] ?? 0) + (goal.high[axis] ?? 0)) / 2;
      return {
        from: bareName(goal.of),
        to: bareName(goal.thing),
        at: [middle(0), middle(1), middle(2)],
        point: pointOf(goal.point),
        flat: false,
      };
    }
    case "all":
    case "any":
      for (const part of goal.of) {
        const found = legOfGoal(part);
        if (found) return found;
      }
      return null;
    default:
      return null;
  }
}

/** The leg of a stage; where its goal asks for none, from the effector to the target. */
export function legOf(stage: Pick<StageDocument, "goal" | "target">, effector: string): Leg | null {
  const found = legOfGoal(stage.goal);
  if (found) return found;
  const to = bareName(stage.target ?? "");
  return to && effector ? { from: bareName(effector), to, at: ORIGIN, point: ORIGIN, flat: false } : null;
}

/** Where the operator's "forward" is: how the body that the effector's robot stands on is turned, seen from above. */
function heading(scene: Scene, poses: ArrayLike<number>, effector: string): number {
  let body = pointAnchor(scene, effector)?.body ?? -1;
  if (!Object.values(scene.robots).some((bodies) => bodies.includes(body))) return 0;
  for (let up = scene.bodies[body]?.parent ?? -1; up >= 0; up = scene.bodies[body]?.parent ?? -1) body = up;
  const [x, y] = rotate(bodyPose(poses, body).quaternion, [1, 0, 0]);
  return Math.atan2(y, x);
}

/** What is left of a leg: forward, left and up, as the robot stands [m]; null if the scene lacks something of it. */
export function wayOf(scene: Scene, poses: ArrayLike<number>, leg: Leg, effector: string): Vec3 | null {
  const [from, to] = [leg.from, leg.to].map((name): Pose | null => {
    const anchor = pointAnchor(scene, name);
    return anchor && compose(bodyPose(poses, anchor.body), anchor.pose);
  });
  if (!from || !to) return null;
  // a box goes along with its frame: what it lacks is turned from the axes of the frame to those of the world
  const missing = rotate(from.quaternion, subtract(within(from, place(to, leg.point)), leg.at));
  const turn = heading(scene, poses, bareName(effector));
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [x, y, z] = missing;
  return [cos * x + sin * y, cos * y - sin * x, leg.flat ? 0 : z];
}
