/** Frames as the server packs them, for tests. */

import { FRAME, FRAME_HEAD_SIZE, type FrameHead, STATES, writeFrameHead } from "../gen/frame";

/** The head of a frame of a session that runs, without bodies and rows. */
export const HEAD: FrameHead = {
  kind: FRAME,
  state: STATES.indexOf("running"),
  flags: 0,
  spare: 0,
  watch: 0,
  tick: 0,
  time: 0,
  speed: 1,
  period: 0.01,
  p99: 0.01,
  overruns: 0,
  worst: 0,
  bodies: 0,
  width: 0,
  rows: 0,
  described: 0,
};

/** A frame: its head, then all numbers of its poses and rows. */
export function packFrame(head: FrameHead, numbers: readonly number[]): ArrayBuffer {
  const buffer = new ArrayBuffer(FRAME_HEAD_SIZE + 4 * numbers.length);
  writeFrameHead(new DataView(buffer), head);
  new Float32Array(buffer, FRAME_HEAD_SIZE).set(numbers);
  return buffer;
}
