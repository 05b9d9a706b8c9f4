/**
 * What the page and the one who draws its scene say to each other.
 *
 * Who draws is a worker, so that no picture delays the page; where workers cannot draw it is the page itself, and the
 * same is said. Everything is plain data: what has a `transfer` list is handed over, not copied.
 */

import type { Scene } from "../gen/messages";
import type { SceneSource } from "../link/scene";
import type { Vec3 } from "../model/scene/pose";
import type { Insets, ViewName } from "../model/scene/views";
import type { Thing } from "../model/thing";
import type { Marked } from "./markings";
import type { MeshProgress } from "./meshes";
import type { Quality } from "./quality";
import type { Tokens } from "./tokens";
import type { TryColour } from "./trails";

/** What is drawn on. */
export type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** How drawing begins. */
export interface Begin {
  canvas: Canvas;
  /** Pixels of the screen for each pixel of the page. */
  pixelRatio: number;
  tokens: Tokens;
  /** Name of what draws, if not the one that the browser tells. */
  graphics?: string;
}

/** Events of the pointer over the picture that the eye and picking need. */
export type PointerKind =
  | "pointerdown"
  | "pointermove"
  | "pointerup"
  | "pointercancel"
  | "pointerleave"
  | "wheel"
  | "keydown"
  | "keyup";

/** One of them; places are those in the picture [px]. */
export interface PointerSaid {
  kind: PointerKind;
  x: number;
  y: number;
  button: number;
  buttons: number;
  pointerId: number;
  pointerType: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  deltaY: number;
  deltaMode: number;
  key: string;
}

/** Where everything is at a time. */
export interface PosesSaid {
  /** Seven numbers a body, as in frames; null while nothing is known. */
  poses: Float32Array | null;
  tick: number;
  /** Which lamps of the scene are lit; null while nothing is known. */
  lit: boolean[] | null;
  /** Poses of the other attempt, if there is one. */
  ghost: Float32Array | null;
}

/** What the page says. */
export type ToRenderer =
  | ({ do: "begin" } & Begin)
  | { do: "size"; width: number; height: number }
  | { do: "tokens"; tokens: Tokens }
  /** `number` is told with "loaded", when its meshes are there. */
  | { do: "scene"; scene: Scene; source: SceneSource; number: number }
  /** Answered by "taken": the next poses may follow. */
  | ({ do: "poses" } & PosesSaid)
  | { do: "mark"; change: Partial<Marked> }
  | { do: "ghost"; scene: Scene | null; colour: TryColour }
  | { do: "path"; id: string; points: Float32Array | null; colour: TryColour }
  | { do: "view"; view: ViewName; smooth: boolean }
  | { do: "insets"; insets: Insets }
  | { do: "hurried"; hurried: boolean }
  /** What a camera of the model sees goes to a canvas of its own, which is given once; an empty name ends it. */
  | { do: "camera"; name: string; canvas?: Canvas }
  | { do: "camera-size"; width: number; height: number }
  | { do: "pointer"; event: PointerSaid }
  | { do: "visible"; visible: boolean }
  | { do: "end" };

export type TagLook = "selected" | "quiet" | "warn" | "x" | "y" | "z" | "a" | "b" | "sign";

/** A tag without its place. */
export interface TagText {
  id: string;
  text: string;
  look: TagLook;
  /** How far from its point [px]; 0 puts the tag onto it. */
  reach: number;
}

/** A picture was drawn. */
export interface Drawn {
  /** The tick that it shows, if that is another one than before. */
  tick: number | null;
  /** How points of the scene are seen in it: projection times view, column by column. Shape (16,). */
  sight: Float32Array;
  /** Where the points of the tags are seen [px]; NaN for those out of sight. Shape (2 n,). */
  points: Float32Array;
}

/** What the page is told. */
export type FromRenderer =
  | { type: "ready"; quality: Quality }
  /** Drawing could not begin; `graphics` if there is no WebGL here. */
  | { type: "failed"; graphics: boolean; text: string }
  | { type: "taken" }
  /** Other tags than before; their places follow with the next picture. */
  | { type: "tags"; tags: TagText[] }
  | ({ type: "drawn" } & Drawn)
  /** Something was clicked; `point` is what was hit of the scene [m], null beside everything. */
  | { type: "pick"; thing: Thing | null; point: Vec3 | null }
  | { type: "hover"; thing: Thing | null }
  | { type: "progress"; progress: MeshProgress }
  | { type: "loaded"; number: number; failed: number }
  /** The view was left by hand. */
  | { type: "free" }
  /** Pictures come late although they are as coarse as they may be; or in time again. */
  | { type: "slow"; slow: boolean }
  /** The browser took the graphics away, or gave them back. */
  | { type: "lost"; lost: boolean };

/** Buffers of a message that are handed over. */
export function transfersOf(said: ToRenderer | FromRenderer): Transferable[] {
  if ("type" in said) return said.type === "drawn" ? [said.sight.buffer, said.points.buffer] : [];
  switch (said.do) {
    case "begin":
    case "camera":
      return typeof OffscreenCanvas !== "undefined" && said.canvas instanceof OffscreenCanvas ? [said.canvas] : [];
    case "poses":
      return [said.poses, said.ghost].flatMap((values) => (values ? [values.buffer] : []));
    case "path":
      return said.points ? [said.points.buffer] : [];
    default:
      return [];
  }
}
