// Generated from the Python classes by web/generate.py; do not edit.

export const STATES = ["ready","running","halted","ended"] as const;
/** Kind of message. */
export const FRAME = 1;
/** Flags in the head of a frame: the robot is stopped; an operator is connected and heard of; signals are missing before the first row. */
export const FRAME_FLAGS = { stopped: 1, operator: 2, gap: 4 } as const;
/** Numbers of a pose. */
export const POSE = 7;
/** The first bytes of a frame. */
export interface FrameHead {
  /** Kind of message, always 1. */
  kind: number;
  /** Index into `STATES`. */
  state: number;
  /** See `FrameFlag`. */
  flags: number;
  /** Always 0. */
  spare: number;
  /** Number of the list of watched signals (`Watch.number`). */
  watch: number;
  tick: number;
  /** Time of the session [s]. */
  time: number;
  /** Simulated time over real time. */
  speed: number;
  /** Recent median of the real time between control steps [s]. */
  period: number;
  /** 99th percentile of it [s]. */
  p99: number;
  /** Control steps that were late. */
  overruns: number;
  /** Maximum lateness [s]. */
  worst: number;
  /** How many poses follow. */
  bodies: number;
  /** Watched numbers in a row. */
  width: number;
  /** How many rows follow. */
  rows: number;
  /** Number of the description (`Described.number`). */
  described: number;
}
/** Bytes of a `FrameHead`. */
export const FRAME_HEAD_SIZE = 56;
/** First byte of each field. */
export const FRAME_HEAD_AT = { kind: 0, state: 1, flags: 2, spare: 3, watch: 4, tick: 8, time: 16, speed: 24, period: 28, p99: 32, overruns: 36, worst: 40, bodies: 44, width: 46, rows: 48, described: 52 } as const;
export function readFrameHead(view: DataView): FrameHead {
  return {
    kind: view.getUint8(0),
    state: view.getUint8(1),
    flags: view.getUint8(2),
    spare: view.getUint8(3),
    watch: view.getUint32(4, true),
    tick: view.getFloat64(8, true),
    time: view.getFloat64(16, true),
    speed: view.getFloat32(24, true),
    period: view.getFloat32(28, true),
    p99: view.getFloat32(32, true),
    overruns: view.getUint32(36, true),
    worst: view.getFloat32(40, true),
    bodies: view.getUint16(44, true),
    width: view.getUint16(46, true),
    rows: view.getUint32(48, true),
    described: view.getUint32(52, true),
  };
}
export function writeFrameHead(view: DataView, head: FrameHead): void {
  view.setUint8(0, head.kind);
  view.setUint8(1, head.state);
  view.setUint8(2, head.flags);
  view.setUint8(3, head.spare);
  view.setUint32(4, head.watch, true);
  view.setFloat64(8, head.tick, true);
  view.setFloat64(16, head.time, true);
  view.setFloat32(24, head.speed, true);
  view.setFloat32(28, head.period, true);
  view.setFloat32(32, head.p99, true);
  view.setUint32(36, head.overruns, true);
  view.setFloat32(40, head.worst, true);
  view.setUint16(44, head.bodies, true);
  view.setUint16(46, head.width, true);
  view.setUint32(48, head.rows, true);
  view.setUint32(52, head.described, true);
}
