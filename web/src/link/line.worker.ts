/** Keeps the line to one session, where drawing does not delay it. */

import { Line, type ToLine } from "./line";

const line = new Line(
  (batch, frames) => self.postMessage(batch, { transfer: frames }),
  () => self.close(),
);
self.onmessage = ({ data }: MessageEvent<ToLine>) => line.hear(data);
