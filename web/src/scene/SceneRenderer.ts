/**
 * Draws the scene in three dimensions, and only when something changed.
 *
 * It knows no page: what it draws it is told, and what the page has to know it tells; see `protocol.ts`. So it runs in
 * a worker as well as on the page.
 */

import { Matrix4, PCFShadowMap, Scene as Stage, WebGLRenderer } from "three";
import type { Scene } from "../gen/messages";
import { fetchMesh } from "../link/mesh";
import type { SceneSource } from "../link/scene";
import { type Box, focus, radius, support, whole } from "../model/scene/bounds";
import { startPoses } from "../model/scene/pose";
import { floorHeight } from "../model/scene/shapes";
import { type Insets, NO_INSETS } from "../model/scene/views";
import { isSame, type Thing } from "../model/thing";
import { Bodies } from "./bodies";
import { CloseUp } from "./closeup";
import { Eye } from "./eyes";
import { FlatShadow } from "./flatshadow";
import { Lamps } from "./lamps";
import { type Marked, Markings } from "./markings";
import { Materials } from "./materials";
import { loadMeshes } from "./meshes";
import { type Palette, paletteOf } from "./palette";
import { Picking, type Pointed } from "./picking";
import type { Begin, FromRenderer, PosesSaid, ToRenderer } from "./protocol";
import { lower, Pace, type Quality, qualityFor } from "./quality";
import { Rig } from "./rig";
import { Studio } from "./studio";
import { Surface } from "./surface";
import { TagPoints } from "./tagpoints";
import type { Tokens } from "./tokens";
import { Ghost, Trails, type TryColour } from "./trails";
import { Turns } from "./turns";

/** Nothing has moved for so long [ms]: the picture may be drawn finer. */
const REST = 800;

/** What depends on where it draws. */
export interface Place {
  /** Called in the middle of pictures, which may take long. */
  alive: () => void;
  /** Whether graphics that were lost are taken again when the browser gives them back. */
  restores: boolean;
}

export class SceneRenderer {
  #tell: (said: FromRenderer) => void;
  #alive: () => void;
  #restores: boolean;
  #renderer: WebGLRenderer;
  #quality: Quality;
  #palette: Palette;
  #stage = new Stage();
  #studio: Studio;
  #surface = new Surface();
  #rig: Rig;
  #materials: Materials;
  #picking: Picking;
  #markings: Markings;
  #closeUp: CloseUp;
  #trails = new Trails();
  #flat = new FlatShadow();
  #lamps = new Lamps();
  #bodies: Bodies | null = null;
  #ghost: Ghost | null = null;
  #eye: Eye | null = null;
  /** The newest that was told of where things are; null when it is drawn. */
  #news: PosesSaid | null = null;
  #poses: ArrayLike<number> = new Float32Array();
  #tick = -1;
  #box: Box | null = null;
  #floor = 0;
  #insets: Insets = NO_INSETS;
  #pointed: Pointed | null = null;
  #touched: Thing | null = null;
  #size = { width: 0, height: 0 };
  #sight = new Matrix4();
  #dirty = true;
  #visible = true;
  #turns = new Turns((now, delay) => this.#frame(now, delay));
  #hurried = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #pace = new Pace();
  #slow = false;
  #loading = new AbortController();
  #ended = new AbortController();

  /**
   * Args:
   *   begin: What it draws on.
   *   name: Name of what draws; pictures cost less where the processor has to draw them.
   *   tell: Takes what the page is told.
   *   place: Where it draws.
   */
  constructor(begin: Begin, name: string, tell: (said: FromRenderer) => void, { alive, restores }: Place) {
    this.#tell = tell;
    this.#alive = alive;
    this.#restores = restores;
    this.#quality = qualityFor(name, begin.pixelRatio);
    const { canvas } = begin;
    this.#renderer = new WebGLRenderer({ canvas, antialias: this.#quality.antialias, alpha: true, stencil: true });
    this.#renderer.setPixelRatio(this.#quality.ratio);
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#palette = paletteOf(begin.tokens);
    this.#markings = new Markings(this.#palette, new TagPoints((tags) => tell({ type: "tags", tags })));
    this.#studio = new Studio(this.#quality);
    this.#studio.furnish(this.#renderer, this.#stage);
    this.#materials = new Materials(this.#palette, this.#quality.rich, () => this.#invalidate());
    this.#stage.add(this.#studio.root, this.#markings.root, this.#trails.root, this.#flat.root);
    this.#renderer.localClippingEnabled = true;
    this.#rig = new Rig(this.#surface.element);
    this.#rig.onChange = () => this.#invalidate();
    this.#rig.onFree = () => tell({ type: "free" });
    this.#closeUp = new CloseUp(this.#rig, this.#markings);
    this.#picking = new Picking(this.#surface.element);
    this.#picking.onMove = (at) => this.#point(at);
    this.#picking.onClick = (at) => {
      const point = this.#bodies && this.#picking.hit(at, this.#rig.camera, this.#bodies, this.#floor);
      tell({ type: "pick", thing: this.#find(at, this.#markings.marked.selected[0] ?? null), point });
    };
    this.#listen(canvas);
    this.#retheme(begin.tokens);
    tell({ type: "ready", quality: this.#quality });
  }

  #listen(canvas: EventTarget): void {
    const { signal } = this.#ended;
    const lost = (event: Event) => {
      if (this.#restores) event.preventDefault();
      else this.#turns.end();
      this.#tell({ type: "lost", lost: true });
    };
    const restored = () => {
      this.#studio.furnish(this.#renderer, this.#stage);
      this.#tell({ type: "lost", lost: false });
      this.#invalidate();
    };
    canvas.addEventListener("webglcontextlost", lost, { signal });
    canvas.addEventListener("webglcontextrestored", restored, { signal });
  }

  /** The page says something. */
  hear(said: ToRenderer): void {
    switch (said.do) {
      case "begin":
        break;
      case "size":
        this.#resize(said.width, said.height);
        break;
      case "tokens":
        this.#retheme(said.tokens);
        break;
      case "scene":
        void this.#build(said.scene, said.source).then((failed) => {
          this.#tell({ type: "loaded", number: said.number, failed });
        });
        break;
      case "poses":
        this.#news = said;
        this.#turns.ask();
        this.#tell({ type: "taken" });
        break;
      case "mark":
        this.#mark(said.change);
        break;
      case "ghost":
        this.#setGhost(said.scene, said.colour);
        break;
      case "path":
        this.#trails.set(said.id, said.points, said.colour, 0.006 * this.#scale, this.#palette);
        this.#invalidate();
        break;
      case "view":
        this.#rig.go(said.view, said.smooth && this.#bodies !== null);
        this.#closeUp.refresh();
        break;
      case "insets":
        this.#insets = said.insets;
        if (this.#size.width > 0) this.#rig.resize(this.#size.width, this.#size.height, said.insets);
        this.#invalidate();
        break;
      case "hurried":
        this.#hurried = said.hurried;
        if (!said.hurried) this.#settle();
        break;
      case "camera":
        this.#setEye(said.name, said.canvas);
        break;
      case "camera-size":
        this.#eye?.resize(said.width, said.height);
        this.#invalidate();
        break;
      case "pointer":
        this.#surface.happen(said.event);
        break;
      case "visible":
        this.#visible = said.visible;
        this.#invalidate();
        break;
      case "end":
        this.#dispose();
        break;
    }
  }

  /** Build a scene; its meshes follow as they come. Returns how many meshes failed. */
  #build(scene: Scene, source: SceneSource): Promise<number> {
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#clear();
    const bodies = new Bodies(scene, {
      material: (geom) => this.#materials.of(geom, geom.kind, scene.textures[geom.texture]),
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
    this.#floor = floor;
    this.#studio.around(box, all, floor);
    if (this.#quality.software) this.#flat.build(bodies, support(scene, box, floor), radius(box));
    this.#rig.usual = scene.view ?? "behind";
    this.#closeUp.clear();
    this.#rig.look(box, all);
    this.#tick = -1;
    this.#invalidate();
    const arrived = (number: number, data: Parameters<Bodies["arrived"]>[1]) => {
      bodies.arrived(number, data);
      this.#ghost?.borrow(bodies);
      this.#markings.outline();
      this.#invalidate();
    };
    const told = (progress: { done: number; all: number }) => this.#tell({ type: "progress", progress });
    return loadMeshes(bodies.wanted, (number) => fetchMesh(source, number), arrived, told, this.#loading.signal);
  }

  /** Mark what is selected, touched, aimed at; what is left out stays as it is. */
  #mark(change: Partial<Marked>): void {
    const { hovered } = this.#markings.marked;
    const only = Object.keys(change).join() === "hovered";
    if (only && (change.hovered === hovered || isSame(change.hovered ?? null, hovered))) return;
    this.#markings.mark(change);
    if (change.target !== undefined) this.#closeUp.refresh();
    this.#invalidate();
  }

  /** A translucent copy for another attempt; null removes it. */
  #setGhost(scene: Scene | null, colour: TryColour): void {
    this.#ghost?.dispose();
    this.#ghost = scene && new Ghost(scene, colour, this.#palette, !this.#quality.software);
    if (scene && this.#ghost) {
      this.#ghost.bodies.move(startPoses(scene));
      this.#stage.add(this.#ghost.bodies.root);
      if (this.#bodies) this.#ghost.borrow(this.#bodies);
    }
    this.#invalidate();
  }

  #setEye(name: string, canvas: Begin["canvas"] | undefined): void {
    if (!name) this.#eye = null;
    else if (canvas) this.#eye = new Eye(name, canvas, this.#quality.software);
    else if (this.#eye) this.#eye.show(name);
    this.#invalidate();
  }

  /** Take the colours of the page. */
  #retheme(tokens: Tokens): void {
    this.#palette = paletteOf(tokens);
    this.#materials.recolour(this.#palette);
    this.#studio.recolour(this.#palette, this.#stage, this.#renderer);
    this.#markings.recolour(this.#palette);
    this.#flat.recolour(this.#palette.shadow, this.#palette.dark);
    for (const part of [this.#trails, this.#ghost]) part?.paint(this.#palette);
    this.#eye?.refresh();
    this.#invalidate();
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
    this.#tell({ type: "hover", thing });
  }

  #find(at: Pointed, current: Thing | null): Thing | null {
    if (!this.#bodies) return null;
    return this.#picking.find(at, this.#rig.camera, this.#bodies, this.#markings.glyphs, this.#poses, current);
  }

  #resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#surface.clientWidth = width;
    this.#surface.clientHeight = height;
    this.#renderer.setSize(width, height, false);
    this.#markings.resize(width, height);
    this.#rig.resize(width, height, this.#insets);
    // A canvas that was resized is empty until it is drawn; waiting for the next picture would flash.
    if (this.#bodies) this.#draw(performance.now(), false);
    this.#invalidate();
  }

  /** Something changed: draw with the next picture of the screen. */
  #invalidate(): void {
    this.#dirty = true;
    this.#turns.ask();
  }

  #frame(now: number, delay: number): void {
    this.#alive();
    const anew = this.#take();
    const moving = this.#rig.step(now);
    if (moving) this.#dirty = true;
    if (this.#pointed) {
      const thing = this.#find(this.#pointed, null);
      this.#pointed = null;
      this.#touch(thing);
    }
    if (this.#dirty && this.#size.width > 0) {
      this.#adapt(this.#pace.late(delay));
      this.#sharpen(this.#quality.ratio);
      this.#draw(now, anew);
      this.#settle();
      if (this.#quality.software) this.#turns.drawn();
    } else if (anew) this.#tellDrawn(true); // the same picture shows the new tick, too
    if (moving) this.#turns.ask();
  }

  /** Pictures that come late are drawn coarser; where nothing is left to give, it is said. */
  #adapt(late: boolean | null): void {
    if (late === null) return;
    const next = late ? lower(this.#quality) : this.#quality;
    const slow = late && next === this.#quality;
    this.#quality = next;
    if (slow === this.#slow) return;
    this.#slow = slow;
    this.#tell({ type: "slow", slow });
  }

  /** Take the newest poses; true if there was a new tick. */
  #take(): boolean {
    const news = this.#news;
    if (!news) return false;
    if (news.ghost && this.#ghost?.bodies.move(news.ghost)) this.#dirty = true;
    const bodies = this.#bodies;
    if (!bodies || news.poses?.length !== 7 * bodies.groups.length) return false;
    this.#news = null;
    if (bodies.move(news.poses)) this.#dirty = true;
    if (news.lit && this.#lamps.update(news.lit)) this.#dirty = true;
    this.#poses = news.poses;
    const anew = news.tick !== this.#tick;
    this.#tick = news.tick;
    return anew;
  }

  #draw(now: number, anew: boolean): void {
    const { height } = this.#size;
    const bodies = this.#bodies;
    const { camera } = this.#rig;
    this.#dirty = false;
    this.#markings.poses = this.#poses;
    this.#rig.follow(this.#markings.followed());
    if (bodies) this.#closeUp.look(bodies, now);
    this.#markings.move(camera, height);
    if (this.#flat.root.visible) this.#flat.move();
    if (bodies && this.#eye?.due(now)) {
      this.#markings.show(false);
      this.#eye.draw(this.#renderer, this.#stage, bodies.scene, this.#poses, now);
      this.#markings.show(true);
      this.#alive();
    }
    this.#renderer.render(this.#stage, camera);
    this.#alive();
    this.#tellDrawn(anew);
  }

  #tellDrawn(anew: boolean): void {
    const { width, height } = this.#size;
    const { camera } = this.#rig;
    this.#sight.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.#tell({
      type: "drawn",
      tick: anew ? this.#tick : null,
      sight: Float32Array.from(this.#sight.elements),
      points: this.#markings.tags.seen(camera, width, height),
    });
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
      if (this.#dirty || this.#ended.signal.aborted || !this.#visible) return;
      if (this.#hurried && this.#quality.software) return;
      this.#sharpen(this.#quality.still);
      this.#eye?.refresh();
      this.#draw(performance.now(), false);
    }, REST);
  }

  #clear(): void {
    this.#markings.clear();
    this.#flat.clear();
    this.#lamps.clear();
    this.#bodies?.dispose();
    this.#bodies = null;
  }

  /** Give everything back. */
  #dispose(): void {
    this.#ended.abort();
    this.#loading.abort();
    this.#turns.end();
    clearTimeout(this.#rest);
    this.#clear();
    this.#ghost?.dispose();
    const parts = [this.#studio, this.#rig, this.#materials, this.#picking, this.#markings];
    for (const part of [...parts, this.#trails, this.#flat, this.#renderer]) part.dispose();
    this.#renderer.forceContextLoss();
  }
}
