/** Draws the scene on the page itself, where the browser has no workers that draw. */

import { Object3D } from "three";
import { alive } from "../link/live";
import type { Begin, FromRenderer } from "./protocol";
import { rendererName } from "./quality";
import { SceneRenderer } from "./SceneRenderer";
import { NoGraphicsError } from "./told";

// Pictures take long where the processor draws them: every body that is drawn is a sign that the page responds.
Object3D.prototype.onBeforeRender = () => alive();

/** Begin to draw; throws `NoGraphicsError` where there is no WebGL at all. */
export function drawHere(begin: Begin, tell: (said: FromRenderer) => void): SceneRenderer {
  const name = begin.graphics ?? rendererName(document.createElement("canvas"));
  if (name === null) throw new NoGraphicsError("The browser has no WebGL.");
  return new SceneRenderer(begin, name, tell, { alive, restores: true });
}
