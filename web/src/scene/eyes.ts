/** Pictures of the robot's own cameras, drawn beside the main one. */

import { PerspectiveCamera, type Scene as Stage, type WebGLRenderer } from "three";
import type { Scene } from "../gen/messages";
import { bodyPose, compose, poseOf } from "../model/scene/pose";
import type { Canvas } from "./protocol";

/** Pictures of a camera follow each other no faster than this [ms]; without a graphics card copies are slow. */
const GAP = 48;
const SLOW_GAP = 190;

export class Eye {
  readonly #canvas: Canvas;
  readonly #painter: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  #name: string;
  #size = { width: 0, height: 0 };
  #camera = new PerspectiveCamera(50, 1.6, 0.005, 100);
  #gap: number;
  #drawn = Number.NEGATIVE_INFINITY;

  constructor(name: string, canvas: Canvas, software: boolean) {
    this.#gap = software ? SLOW_GAP : GAP;
    this.#name = name;
    this.#canvas = canvas;
    this.#painter = canvas.getContext("2d") as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  }

  /** Look through another camera. */
  show(name: string): void {
    this.#name = name;
    this.refresh();
  }

  /** Size of the picture [px of the page]. */
  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.refresh();
  }

  /** Whether it is time for a new picture [ms]. */
  due(now: number): boolean {
    return now - this.#drawn >= this.#gap;
  }

  /** The next picture is due at once. */
  refresh(): void {
    this.#drawn = Number.NEGATIVE_INFINITY;
  }

  /**
   * Draw into a corner of the renderer's own canvas and take a copy.
   *
   * The main picture is drawn over it afterwards; a copy within the graphics card is cheaper than a second context.
   */
  draw(renderer: WebGLRenderer, stage: Stage, scene: Scene, poses: ArrayLike<number>, now: number): boolean {
    const model = scene.cameras.find((camera) => camera.name === this.#name);
    const painter = this.#painter;
    if (!model || !painter || this.#size.width === 0) return false;
    this.#drawn = now;
    const ratio = renderer.getPixelRatio();
    const full = renderer.domElement;
    const width = Math.min(Math.round(this.#size.width * ratio), full.width);
    const height = Math.min(Math.round(this.#size.height * ratio), full.height);
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    const { position, quaternion } = compose(bodyPose(poses, model.body), poseOf(model));
    const [w, x, y, z] = quaternion;
    this.#camera.position.set(...position);
    this.#camera.quaternion.set(x, y, z, w);
    this.#camera.fov = (model.fovy * 180) / Math.PI;
    this.#camera.aspect = width / Math.max(1, height);
    this.#camera.updateProjectionMatrix();
    this.#camera.updateMatrixWorld();
    renderer.setScissorTest(true);
    renderer.setViewport(0, 0, width / ratio, height / ratio);
    renderer.setScissor(0, 0, width / ratio, height / ratio);
    renderer.render(stage, this.#camera);
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, full.width / ratio, full.height / ratio);
    painter.clearRect(0, 0, width, height);
    painter.drawImage(full, 0, full.height - height, width, height, 0, 0, width, height);
    return true;
  }
}
