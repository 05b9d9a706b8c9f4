/** What the view of the scene is given, and what it tells. */

import type { Values } from "../model/scene/lamps";
import type { Vec3 } from "../model/scene/pose";
import type { Thing } from "../model/thing";
import type { MeshProgress } from "./meshes";

/** The newest poses and the tick they belong to. */
export interface Moment {
  poses: ArrayLike<number>;
  tick: number;
  /** Signals at that time, for lamps. */
  values?: Values;
}

/** What the view tells. */
export interface SceneTold {
  /** Something was clicked; the point of the scene that was hit [m], null beside everything. */
  onPick: (thing: Thing | null, point: Vec3 | null) => void;
  onHover: (thing: Thing | null) => void;
  onProgress: (progress: MeshProgress) => void;
  /** The picture now shows this tick. */
  onDrawn: (tick: number) => void;
  /** The view was left by hand. */
  onFree: () => void;
  /** This computer is too slow for the picture, or no longer. */
  onSlow: (slow: boolean) => void;
  /** The browser took the graphics away, or gave them back. */
  onLost: (lost: boolean) => void;
}

/** The browser has no WebGL. */
export class NoGraphicsError extends Error {}
