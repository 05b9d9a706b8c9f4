/** The scene in three dimensions: draws from frames, outside of React, and only when something changed. */

import { Object3D, PCFShadowMap, Scene as Stage, Vector3, WebGLRenderer } from "three";
import type { Scene } from "../gen/messages";
import { alive } from "../link/live";
import { fetchMesh, type SceneSource } from "../link/scene";
import { type Box, focus, radius, support, whole } from "../model/scene/bounds";
import { startPoses, type Vec3 } from "../model/scene/pose";
import { floorHeight } from "../model/scene/shapes";
import { type Insets, NO_INSETS, type ViewName } from "../model/scene/views";
import { isSame, type Thing } from "../model/selection";
import { Bodies } from "./bodies";
import { Eye } from "./eyes";
import { FlatShadow } from "./flatshadow";
import { Lamps } from "./lamps";
import { type Marked, Markings } from "./markings";
import { Materials } from "./materials";
import { loadMeshes, type MeshLoader } from "./meshes";
import { type Palette, readPalette } from "./palette";
import { Picking, type Pointed } from "./picking";
import { lower, Pace, type Quality, qualityFor, rendererName } from "./quality";
import { Rig } from "./rig";
import { Studio } from "./studio";
import { type Moment, NoGraphicsError, type SceneTold } from "./told";
import { Ghost, Trails, type TryColour } from "./trails";
import { Turns } from "./turns";

export { NoGraphicsError } from "./told";

// Pictures take long where the processor draws them: every body that is drawn is a sign that the page responds.
Object3D.prototype.onBeforeRender = () => alive();

/** Nothing has moved for so long [ms]: the picture may be drawn finer. */
const REST = 800;

export class SceneView {
  readonly element: HTMLCanvasElement;
  #told: Partial<SceneTold>;
  #host: HTMLElement;
  #renderer: WebGLRenderer;
  #quality: Quality;
  #palette: Palette;
  #stage = new Stage();
  #studio: Studio;
  #rig: Rig;
  #materials: Materials;
  #picking: Picking;
  #markings: Markings;
  #trails = new Trails();
  #flat = new FlatShadow();
  #lamps = new Lamps();
  #bodies: Bodies | null = null;
  #ghost: Ghost | null = null;
  #ghostPoses: () => ArrayLike<number> | null = () => null;
  #eye: Eye | null = null;
  #poses: ArrayLike<number> = new Float32Array();
  #source: () => Moment | null = () => null;
  #tick = -1;
  #box: Box | null = null;
  #insets: Insets = NO_INSETS;
  #pointed: Pointed | null = null;
  #touched: Thing | null = null;
  #size = { width: 0, height: 0 };
  #dirty = true;
  #turns = new Turns((now, waited) => this.#frame(now, waited));
  #hurried = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #pace = new Pace();
  #loading = new AbortController();
  #ended = new AbortController();
  #observers: { disconnect: () => void }[] = [];

  /** `name` is that of what draws; pictures cost less where the processor has to draw them. */
  constructor(host: HTMLElement, told: Partial<SceneTold> = {}, name = rendererName()) {
    if (name === null) throw new NoGraphicsError("The browser has no WebGL.");
    this.#host = host;
    this.#told = told;
    this.#quality = qualityFor(name, window.devicePixelRatio);
    document.documentElement.toggleAttribute("data-plain", this.#quality.software);
    this.#renderer = new WebGLRenderer({ antialias: this.#quality.antialias, alpha: true, stencil: true });
    this.#renderer.setPixelRatio(this.#quality.ratio);
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.element = this.#renderer.domElement;
    this.#palette = readPalette(host);
    this.#markings = new Markings(this.#palette);
    host.append(this.element, this.#markings.tags.element);
    this.#studio = new Studio(this.#quality);
    this.#studio.furnish(this.#renderer, this.#stage);
    this.#materials = new Materials(this.#palette, this.#quality.rich);
    this.#stage.add(this.#studio.root, this.#markings.root, this.#trails.root, this.#flat.root);
    this.#renderer.localClippingEnabled = true;
    this.#rig = new Rig(this.element);
    this.#rig.onChange = () => this.invalidate();
    this.#rig.onFree = () => this.#told.onFree?.();
    this.#picking = new Picking(this.element);
    this.#picking.onMove = (at) => this.#point(at);
    this.#picking.onClick = (at) => this.#told.onPick?.(this.#find(at, this.#markings.marked.selected[0] ?? null));
    this.#listen();
    this.retheme();
  }

  #listen(): void {
    const { signal } = this.#ended;
    this.element.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.#told.onLost?.(true);
    }, { signal }); // biome-ignore format: short listeners
    this.element.addEventListener("webglcontextrestored", () => {
      this.#studio.furnish(this.#renderer, this.#stage);
      this.#told.onLost?.(false);
      this.invalidate();
    }, { signal }); // biome-ignore format: short listeners
    document.addEventListener("visibilitychange", () => this.invalidate(), { signal });
    const sizes = new ResizeObserver(() => this.#resize());
    sizes.observe(this.#host);
    const themes = new MutationObserver(() => this.retheme());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.#observers = [sizes, themes];
  }

  /** How the picture is made on this machine. */
  get quality(): Quality {
    return this.#quality;
  }

  /** Build a scene; its meshes follow as they come. Returns how many meshes failed. */
  setScene(scene: Scene, source: SceneSource, load: MeshLoader = fetchMesh): Promise<number> {
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#clear();
    const bodies = new Bodies(scene, {
      material: (geom) => this.#materials.of(geom, geom.kind),
      waiting: this.#materials.waiting,
      shadows: true,
      fine: !this.#quality.software,
      shown: (geom) => (geom.rgba[3] ?? 1) > 0.01,
    });
    this.#bodies = bodies;
    this.#stage.add(bodies.root);
    this.#poses = startPoses(scene);
    bodies.move(this.#poses);
    const box = focus(scene, this.#poses);
    const all = whole(scene, this.#poses);
    this.#box = box;
    this.#markings.build(bodies, radius(box));
    this.#lamps.build(bodies);
    const floor = floorHeight(scene) ?? all.low[2];
    this.#studio.around(box, all, floor);
    if (this.#quality.software) this.#flat.build(bodies, support(scene, box, floor), radius(box));
    this.#rig.look(box, all);
    this.#tick = -1;
    this.invalidate();
    const arrived = (number: number, data: Parameters<Bodies["arrived"]>[1]) => {
      bodies.arrived(number, data);
      this.#ghost?.borrow(bodies);
      this.#markings.outline();
      this.invalidate();
    };
    const told = this.#told.onProgress ?? (() => {});
    return loadMeshes(bodies.wanted, (number) => load(source, number), arrived, told, this.#loading.signal);
  }

  /** Take poses from here whenever a picture is drawn; call `invalidate` when there are new ones. */
  setSource(source: () => Moment | null): void {
    this.#source = source;
    this.invalidate();
  }

  /** Seven numbers a body, as in frames. */
  setPoses(poses: ArrayLike<number>, tick = 0): void {
    this.setSource(() => ({ poses, tick }));
  }

  /** Mark what is selected, touched, aimed at; what is left out stays as it is. */
  mark(change: Partial<Marked>): void {
    const { hovered } = this.#markings.marked;
    const only = Object.keys(change).join() === "hovered";
    if (only && (change.hovered === hovered || isSame(change.hovered ?? null, hovered))) return;
    this.#markings.mark(change);
    this.invalidate();
  }

  /** A translucent copy for another attempt, its poses asked for at each picture; null removes it. */
  setGhost(scene: Scene | null, poses: () => ArrayLike<number> | null = () => null, colour: TryColour = "b"): void {
    this.#ghostPoses = poses;
    if (scene !== (this.#ghost?.bodies.scene ?? null)) {
      this.#ghost?.dispose();
      this.#ghost = scene && new Ghost(scene, colour, this.#palette, !this.#quality.software);
      if (scene && this.#ghost) {
        this.#ghost.bodies.move(startPoses(scene));
        this.#stage.add(this.#ghost.bodies.root);
        if (this.#bodies) this.#ghost.borrow(this.#bodies);
      }
    }
    this.invalidate();
  }

  /** A trail of points, three numbers each [m]; null removes it. */
  setPath(id: string, points: ArrayLike<number> | null, colour: TryColour = "a"): void {
    this.#trails.set(id, points, colour, 0.006 * this.#scale, this.#palette);
    this.invalidate();
  }

  /** Whether no picture may take long: somebody drives, and a page that stalls counts as lost. */
  setHurried(hurried: boolean): void {
    this.#hurried = hurried;
    if (!hurried) this.#settle();
  }

  /** The link is lost: the last picture stays and turns grey. */
  setStale(stale: boolean): void {
    this.#host.dataset.stale = String(stale);
  }

  setView(view: ViewName): void {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#rig.go(view, !still && this.#bodies !== null);
  }

  /** Parts of the picture that panes cover [px]; the scene moves to what is free. */
  setInsets(insets: Insets): void {
    this.#insets = insets;
    if (this.#size.width > 0) this.#rig.resize(this.#size.width, this.#size.height, insets);
    this.invalidate();
  }

  /** Draw what a camera of the model sees into a canvas, from now on; null ends it. */
  renderCamera(name: string, canvas: HTMLCanvasElement | null): void {
    this.#eye = canvas && name ? new Eye(name, canvas, this.#quality.software) : null;
    this.invalidate();
  }

  /** Read the colours of the page anew. */
  retheme(): void {
    this.#palette = readPalette(this.#host);
    this.#materials.recolour(this.#palette);
    this.#studio.recolour(this.#palette, this.#stage, this.#renderer);
    this.#markings.recolour(this.#palette);
    this.#flat.recolour(this.#palette.shadow, this.#palette.dark);
    for (const part of [this.#trails, this.#ghost]) part?.paint(this.#palette);
    this.#eye?.refresh();
    this.invalidate();
  }

  get #scale(): number {
    return this.#box ? Math.max(radius(this.#box), 0.05) : 1;
  }

  #point(at: Pointed | null): void {
    this.#pointed = at;
    if (at) this.#turns.ask();
    else this.#touch(null);
  }

  /** Tell what is under the pointer, once. */
  #touch(thing: Thing | null): void {
    if (thing === this.#touched || isSame(thing, this.#touched)) return;
    this.#touched = thing;
    this.element.style.cursor = thing ? "pointer" : "";
    this.#told.onHover?.(thing);
  }

  #find(at: Pointed, current: Thing | null): Thing | null {
    if (!this.#bodies) return null;
    return this.#picking.find(at, this.#rig.camera, this.#bodies, this.#markings.glyphs, this.#poses, current);
  }

  #resize(): void {
    const width = this.#host.clientWidth;
    const height = this.#host.clientHeight;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#renderer.setSize(width, height, false);
    this.#markings.resize(width, height);
    this.#rig.resize(width, height, this.#insets);
    // A canvas that was resized is empty until it is drawn; waiting for the next picture would flash.
    if (this.#bodies) this.#draw(performance.now());
    this.invalidate();
  }

  /** Something changed: draw with the next picture of the screen. */
  invalidate(): void {
    this.#dirty = true;
    this.#turns.ask();
  }

  /** There may be new poses. */
  refresh(): void {
    this.#turns.ask();
  }

  #frame(now: number, waited: number): void {
    alive(); // pictures may take long where the processor draws them
    const told = this.#take();
    const moving = this.#rig.step(now);
    if (moving) this.#dirty = true;
    if (this.#pointed) {
      const thing = this.#find(this.#pointed, null);
      this.#pointed = null;
      this.#touch(thing);
    }
    if (this.#dirty && this.#size.width > 0) {
      if (this.#pace.late(waited)) this.#quality = lower(this.#quality);
      this.#sharpen(this.#quality.ratio);
      this.#draw(now);
      this.#settle();
      if (this.#quality.software) this.#turns.drawn(waited);
    }
    if (moving) this.#turns.ask();
    if (told) this.#told.onDrawn?.(this.#tick);
  }

  /** Take the newest poses; true if there was a new tick. */
  #take(): boolean {
    const ghost = this.#ghost && this.#ghostPoses();
    if (ghost && this.#ghost?.bodies.move(ghost)) this.#dirty = true;
    const moment = this.#source();
    const bodies = this.#bodies;
    if (!moment || !bodies || moment.poses.length !== 7 * bodies.groups.length) return false;
    if (bodies.move(moment.poses)) this.#dirty = true;
    if (moment.values && this.#lamps.update(moment.values)) this.#dirty = true;
    this.#poses = moment.poses;
    const anew = moment.tick !== this.#tick;
    this.#tick = moment.tick;
    return anew;
  }

  #draw(now: number): void {
    const { width, height } = this.#size;
    const bodies = this.#bodies;
    const { camera } = this.#rig;
    this.#dirty = false;
    this.#markings.poses = this.#poses;
    this.#rig.follow(this.#markings.followed());
    this.#markings.move(camera, height);
    if (this.#flat.root.visible) this.#flat.move();
    if (bodies && this.#eye?.due(now)) {
      this.#markings.glyphs.visible = false;
      this.#eye.draw(this.#renderer, this.#stage, bodies.scene, this.#poses, now);
      this.#markings.glyphs.visible = true;
      alive();
    }
    this.#renderer.render(this.#stage, camera);
    alive();
    this.#markings.tags.place(camera, width, height, (width + this.#insets.left - this.#insets.right) / 2);
  }

  /** Choose the fineness of the next picture: what moves is drawn fast, what stays is drawn well. */
  #sharpen(ratio: number): void {
    const { software, still } = this.#quality;
    const soft = !software || ratio === still;
    this.#studio.shade(soft);
    this.#flat.root.visible = !soft;
    if (this.#renderer.getPixelRatio() !== ratio) this.#renderer.setPixelRatio(ratio);
  }

  /** When nothing moves any more, the last picture is drawn once more: finer, and with the camera's own. */
  #settle(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.#dirty || this.#ended.signal.aborted || document.hidden) return;
      if (this.#hurried && this.#quality.software) return;
      this.#sharpen(this.#quality.still);
      this.#eye?.refresh();
      this.#draw(performance.now());
    }, REST);
  }

  /** Where a point of the scene is seen [px]; null behind the eye. */
  project(point: Vec3): { x: number; y: number } | null {
    const seen = new Vector3(...point).project(this.#rig.camera);
    if (seen.z > 1) return null;
    return { x: (seen.x * 0.5 + 0.5) * this.#size.width, y: (0.5 - seen.y * 0.5) * this.#size.height };
  }

  #clear(): void {
    this.#markings.clear();
    this.#flat.clear();
    this.#lamps.clear();
    this.#bodies?.dispose();
    this.#bodies = null;
  }

  /** Give everything back. */
  dispose(): void {
    this.#ended.abort();
    this.#loading.abort();
    this.#turns.end();
    clearTimeout(this.#rest);
    for (const observer of this.#observers) observer.disconnect();
    this.#clear();
    this.#ghost?.dispose();
    const parts = [this.#studio, this.#rig, this.#materials, this.#picking, this.#markings];
    for (const part of [...parts, this.#trails, this.#flat, this.#renderer]) part.dispose();
    this.#renderer.forceContextLoss();
    this.element.remove();
  }
}
