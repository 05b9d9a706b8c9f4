/**
 * Who draws a scene: a worker, so that no picture delays the page, however long it takes.
 *
 * Where drawing is done by the processor, the browser waits for every picture on the thread that drew it. On the page
 * that would be the one that answers the operator's line, too.
 */

import type { Begin, FromRenderer, ToRenderer } from "./protocol";
import { transfersOf } from "./protocol";

/** What draws now. */
export interface Drawing {
  canvas: HTMLCanvasElement;
  /** Whether canvases must be given to it as those that a worker can draw on. */
  apart: boolean;
  say: (said: ToRenderer) => void;
}

type Setting = Omit<Begin, "canvas">;
type Tell = (said: FromRenderer) => void;

/** Begin to draw: in a worker, or on the page where workers cannot; throws `NoGraphicsError` if neither can. */
export async function beginDrawing(setting: Setting, tell: Tell): Promise<Drawing> {
  return (await drawApart(setting, tell)) ?? (await drawOnPage(setting, tell));
}

/** Draw in a worker; null if that is not possible here. */
function drawApart(setting: Setting, tell: Tell): Promise<Drawing | null> {
  const canvas = document.createElement("canvas");
  if (typeof Worker === "undefined" || !("transferControlToOffscreen" in canvas)) return Promise.resolve(null);
  const worker = new Worker(new URL("./renderer.worker.ts", import.meta.url), { type: "module", name: "pult-scene" });
  const say = (said: ToRenderer) => worker.postMessage(said, transfersOf(said));
  return new Promise((resolve) => {
    const give = (drawing: Drawing | null) => {
      worker.onerror = null;
      if (!drawing) worker.terminate();
      resolve(drawing);
    };
    worker.onerror = () => give(null);
    worker.onmessage = ({ data }: MessageEvent<FromRenderer>) => {
      if (data.type === "failed") give(null);
      if (data.type === "ready") give({ canvas, apart: true, say });
      tell(data);
    };
    say({ do: "begin", canvas: canvas.transferControlToOffscreen(), ...setting });
  });
}

async function drawOnPage(setting: Setting, tell: Tell): Promise<Drawing> {
  const { drawHere } = await import("./local");
  const canvas = document.createElement("canvas");
  const renderer = drawHere({ canvas, ...setting }, tell);
  return { canvas, apart: false, say: (said) => renderer.hear(said) };
}
