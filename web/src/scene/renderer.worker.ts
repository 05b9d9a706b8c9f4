/** Draws the scene where no picture delays the page. */

import type { FromRenderer, ToRenderer } from "./protocol";
import { transfersOf } from "./protocol";
import { rendererName } from "./quality";
import { SceneRenderer } from "./SceneRenderer";

const tell = (said: FromRenderer) => self.postMessage(said, { transfer: transfersOf(said) });

let renderer: SceneRenderer | null = null;

function begin(said: ToRenderer & { do: "begin" }): void {
  const name = said.graphics ?? rendererName(new OffscreenCanvas(1, 1));
  if (name === null || typeof self.requestAnimationFrame !== "function") {
    tell({ type: "failed", graphics: true, text: "Workers of this browser cannot draw." });
    return;
  }
  try {
    // a browser whose graphics have died may crash when a worker goes on with them: the page begins anew instead
    renderer = new SceneRenderer(said, name, tell, { alive: () => {}, restores: false });
  } catch (error) {
    tell({ type: "failed", graphics: false, text: String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<ToRenderer>) => {
  if (data.do === "begin") begin(data);
  else renderer?.hear(data);
  if (data.do === "end") self.close();
};
