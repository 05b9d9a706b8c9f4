/** A small scene for tests: an arm of two links whose last link carries the hand, and a free box. */

import type { Scene, SceneGeom } from "../../gen/messages";

const still = [1, 0, 0, 0];

export function geom(change: Partial<SceneGeom>): SceneGeom {
  return {
    id: 0, body: -1, kind: "box", size: [0.1, 0.1, 0.1], position: [0, 0, 0], quaternion: still, rgba: [1, 1, 1, 1],
    mesh: -1, name: "", shininess: 0.5, metallic: 0, roughness: 0.6, texture: -1,
    outline: [], ...change,
  }; // biome-ignore format: a table
}

/** z along x: how a capsule lies along a link. */
export const ALONG_X = [Math.SQRT1_2, 0, Math.SQRT1_2, 0];

export const sample: Scene = {
  bodies: [
    { name: "base", parent: -1, position: [0, 0, 0.1], quaternion: still },
    { name: "upper", parent: 0, position: [0, 0, 0.1], quaternion: still },
    { name: "fore", parent: 1, position: [0.4, 0, 0.1], quaternion: still },
    { name: "finger", parent: 2, position: [0.7, 0, 0.1], quaternion: still },
    { name: "box", parent: -1, position: [0.5, 0.5, 0.05], quaternion: still },
  ],
  geoms: [
    geom({ id: 0, kind: "plane", size: [3, 3, 0.1], position: [0, 0, -0.7] }),
    geom({ id: 1, size: [2, 2, 0.02], position: [0, 0, -0.02] }),
    geom({ id: 2, body: 0, kind: "cylinder", size: [0.05, 0.05, 0], position: [0, 0, -0.05] }),
    geom({ id: 3, body: 1, kind: "capsule", size: [0.025, 0.2, 0], position: [0.2, 0, 0], quaternion: ALONG_X }),
    geom({ id: 4, body: 2, kind: "capsule", size: [0.02, 0.15, 0], position: [0.15, 0, 0], quaternion: ALONG_X }),
    geom({ id: 5, body: 2, kind: "sphere", size: [0.024, 0, 0], position: [0.3, 0, 0] }),
    geom({ id: 6, body: 4, size: [0.05, 0.05, 0.05] }),
  ],
  joints: [
    { name: "shoulder", kind: "hinge", body: 1, anchor: [0, 0, 0], axis: [0, 0, 1], low: -2, high: 2, qpos: 0 },
    { name: "lift", kind: "hinge", body: 1, anchor: [0, 0, 0], axis: [0, 1, 0], low: null, high: null, qpos: 1 },
    { name: "elbow", kind: "hinge", body: 2, anchor: [0, 0, 0], axis: [0, 0, 1], low: -2, high: 2, qpos: 2 },
    { name: "loose", kind: "free", body: 4, anchor: [0, 0, 0], axis: [0, 0, 1], low: null, high: null, qpos: 3 },
  ],
  cameras: [{ name: "eye", body: 2, position: [0, 0, 0.1], quaternion: still, fovy: 1 }],
  sites: [{ name: "tip", body: 2, position: [0.3, 0, 0], quaternion: still }],
  meshes: 0,
  center: [0, 0, 0],
  extent: 2,
  robots: { "": [0, 1, 2, 3] },
  effectors: { hand: "site.tip" },
  lamps: [],
  signs: [],
  textures: [],
  sights: [],
  view: "behind",
};
