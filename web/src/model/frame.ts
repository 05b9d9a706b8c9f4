/** Frames as they come from the server; the layout of the bytes is told in pult/server/live/frames.py. */

export const STATES = ["ready", "running", "halted", "ended"] as const;

const HEAD = 56;
const STOPPED = 1;
const OPERATOR = 2;
const GAP = 4;

/** How the session does, and how it ran of late. */
export interface Status {
  state: (typeof STATES)[number];
  stopped: boolean;
  operator: boolean;
  speed: number;
  /** Median of the real time from one control step to the next [s]. */
  period: number;
  p99: number;
  overruns: number;
  /** How late the latest step ended [s]. */
  worst: number;
}

export interface Frame extends Status {
  tick: number;
  /** Time of the session [s]. */
  time: number;
  watch: number;
  described: number;
  /** Whether rows are missing before the first. */
  gap: boolean;
  /** Seven numbers a body: position [m], quaternion (w, x, y, z). */
  poses: Float32Array;
  /** Rows of 1 + width numbers: time relative to the frame's [s], then the watched signals. */
  rows: Float32Array;
  width: number;
  count: number;
}

/** Read a frame; null if the bytes are no frame. */
export function decodeFrame(buffer: ArrayBuffer): Frame | null {
  if (buffer.byteLength < HEAD) return null;
  const view = new DataView(buffer);
  const bodies = view.getUint16(44, true);
  const width = view.getUint16(46, true);
  const count = view.getUint32(48, true);
  const state = STATES[view.getUint8(1)];
  const size = HEAD + 28 * bodies + 4 * count * (1 + width);
  if (view.getUint8(0) !== 1 || state === undefined || buffer.byteLength !== size) return null;
  const flags = view.getUint8(2);
  return {
    state,
    stopped: (flags & STOPPED) !== 0,
    operator: (flags & OPERATOR) !== 0,
    gap: (flags & GAP) !== 0,
    watch: view.getUint32(4, true),
    tick: view.getFloat64(8, true),
    time: view.getFloat64(16, true),
    speed: view.getFloat32(24, true),
    period: view.getFloat32(28, true),
    p99: view.getFloat32(32, true),
    overruns: view.getUint32(36, true),
    worst: view.getFloat32(40, true),
    described: view.getUint32(52, true),
    poses: new Float32Array(buffer, HEAD, 7 * bodies),
    rows: new Float32Array(buffer, HEAD + 28 * bodies, count * (1 + width)),
    width,
    count,
  };
}
