/** Frames as they come from the server; see pult/server/live/frames.py. */

import { FRAME, FRAME_FLAGS, FRAME_HEAD_SIZE, POSE, readFrameHead, STATES } from "../gen/frame";

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
  if (buffer.byteLength < FRAME_HEAD_SIZE) return null;
  const head = readFrameHead(new DataView(buffer));
  const { kind, flags, bodies, width, rows: count } = head;
  const state = STATES[head.state];
  const poses = 4 * POSE * bodies;
  if (kind !== FRAME || state === undefined) return null;
  if (buffer.byteLength !== FRAME_HEAD_SIZE + poses + 4 * count * (1 + width)) return null;
  return {
    state,
    stopped: (flags & FRAME_FLAGS.stopped) !== 0,
    operator: (flags & FRAME_FLAGS.operator) !== 0,
    gap: (flags & FRAME_FLAGS.gap) !== 0,
    watch: head.watch,
    tick: head.tick,
    time: head.time,
    speed: head.speed,
    period: head.period,
    p99: head.p99,
    overruns: head.overruns,
    worst: head.worst,
    described: head.described,
    poses: new Float32Array(buffer, FRAME_HEAD_SIZE, POSE * bodies),
    rows: new Float32Array(buffer, FRAME_HEAD_SIZE + poses, count * (1 + width)),
    width,
    count,
  };
}
