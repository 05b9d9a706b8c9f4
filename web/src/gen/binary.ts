// Generated from the Python classes by web/generate.py; do not edit.

/** Before the rows of a record: f32[rows, 1 + width], the time since the first row [s], then the numbers. */
export interface RowsHead {
  /** How many rows follow. */
  rows: number;
  /** Numbers in a row besides the time. */
  width: number;
}
/** Bytes of a `RowsHead`. */
export const ROWS_HEAD_SIZE = 8;
/** First byte of each field. */
export const ROWS_HEAD_AT = { rows: 0, width: 4 } as const;
export function readRowsHead(view: DataView): RowsHead {
  return {
    rows: view.getUint32(0, true),
    width: view.getUint32(4, true),
  };
}
export function writeRowsHead(view: DataView, head: RowsHead): void {
  view.setUint32(0, head.rows, true);
  view.setUint32(4, head.width, true);
}
/** Before the poses of a record: f32[rows, bodies, 7], positions [m] and quaternions (w, x, y, z). */
export interface PosesHead {
  /** How many rows follow. */
  rows: number;
  /** Poses in a row. */
  bodies: number;
  /** Time from one row to the next [s]. */
  step: number;
}
/** Bytes of a `PosesHead`. */
export const POSES_HEAD_SIZE = 12;
/** First byte of each field. */
export const POSES_HEAD_AT = { rows: 0, bodies: 4, step: 8 } as const;
export function readPosesHead(view: DataView): PosesHead {
  return {
    rows: view.getUint32(0, true),
    bodies: view.getUint32(4, true),
    step: view.getFloat32(8, true),
  };
}
export function writePosesHead(view: DataView, head: PosesHead): void {
  view.setUint32(0, head.rows, true);
  view.setUint32(4, head.bodies, true);
  view.setFloat32(8, head.step, true);
}
/** Before a mesh: f32[vertices, 3] positions [m], f32[vertices, 3] normals, u32[faces, 3] numbers of vertices. */
export interface MeshHead {
  /** How many vertices there are. */
  vertices: number;
  /** How many triangles there are. */
  faces: number;
}
/** Bytes of a `MeshHead`. */
export const MESH_HEAD_SIZE = 8;
/** First byte of each field. */
export const MESH_HEAD_AT = { vertices: 0, faces: 4 } as const;
export function readMeshHead(view: DataView): MeshHead {
  return {
    vertices: view.getUint32(0, true),
    faces: view.getUint32(4, true),
  };
}
export function writeMeshHead(view: DataView, head: MeshHead): void {
  view.setUint32(0, head.vertices, true);
  view.setUint32(4, head.faces, true);
}
