/** The scene on the page: says to whoever draws it what there is to be drawn, and shows the tags. */

import type { Scene } from "../gen/messages";
import type { SceneSource } from "../link/scene";
import type { Vec3 } from "../model/scene/pose";
import { seenAt } from "../model/scene/sight";
import type { Cover } from "../model/scene/tags";
import { type Insets, NO_INSETS, type ViewName } from "../model/scene/views";
import type { Thing } from "../model/thing";
import { beginDrawing, type Drawing } from "./drawing";
import { PoseFeed } from "./feed";
import type { Marked } from "./markings";
import { passPointer } from "./pointer";
import type { Drawn, FromRenderer, ToRenderer } from "./protocol";
import { Remembered } from "./remembered";
import { Tags } from "./tags";
import { readTokens } from "./tokens";
import type { Moment, SceneTold } from "./told";
import type { TryColour } from "./trails";

export { NoGraphicsError } from "./told";

/** Time from one try to draw again to the next, after the graphics were lost [ms], and how many there are. */
const RETRY = 1000;
const MAX_TRIES = 20;
/** Time from one look at what lies over the picture to the next [ms]. */
const MEASURED = 400;

/** What is marked, with words for things. */
export interface MarkedHere extends Omit<Marked, "labels"> {
  label: (thing: Thing) => string;
}

export class SceneView {
  readonly #host: HTMLElement;
  readonly #told: Partial<SceneTold>;
  readonly #graphics: string | undefined;
  readonly #remembered = new Remembered();
  #drawing: Drawing | null = null;
  /** Ends what belongs to the one who draws now. */
  #leave = new AbortController();
  readonly #tags = new Tags();
  readonly #feed = new PoseFeed((said) => this.#say({ do: "poses", ...said }));
  #ghost: Scene | null = null;
  #scenes = 0;
  #loaded: (failed: number) => void = () => {};
  #selected: readonly Thing[] = [];
  #label: (thing: Thing) => string = (thing) => thing.name;
  #insets: Insets = NO_INSETS;
  #sight: Float32Array | null = null;
  #points: Float32Array = new Float32Array();
  #size = { width: 0, height: 0 };
  #covers: readonly Cover[] = [];
  /** When what covers the picture was measured last [ms]. */
  #measured = Number.NEGATIVE_INFINITY;
  #camera: { name: string; place: HTMLElement | null } = { name: "", place: null };
  #eye: HTMLCanvasElement | null = null;
  #eyeSizes: ResizeObserver | null = null;
  readonly #ended = new AbortController();

  /** Begin to draw; throws `NoGraphicsError` where there is no WebGL. `graphics` names what draws, for tests. */
  static async open(host: HTMLElement, told: Partial<SceneTold> = {}, graphics?: string): Promise<SceneView> {
    const view = new SceneView(host, told, graphics);
    await view.#begin();
    view.#listen();
    return view;
  }

  private constructor(host: HTMLElement, told: Partial<SceneTold>, graphics: string | undefined) {
    this.#host = host;
    this.#told = told;
    this.#graphics = graphics;
  }

  /** Let somebody draw. */
  async #begin(): Promise<void> {
    const leave = new AbortController();
    const setting = { pixelRatio: window.devicePixelRatio, tokens: readTokens(this.#host) };
    const drawing = await beginDrawing(
      this.#graphics === undefined ? setting : { ...setting, graphics: this.#graphics },
      (said) => !leave.signal.aborted && this.#hear(said),
    );
    this.#drawing = drawing;
    this.#leave = leave;
    this.#host.prepend(drawing.canvas);
    passPointer(drawing.canvas, (event) => this.#say({ do: "pointer", event }), leave.signal);
  }

  #listen(): void {
    const { signal } = this.#ended;
    this.#host.append(this.#tags.element);
    const visible = () => this.#say({ do: "visible", visible: !document.hidden });
    document.addEventListener("visibilitychange", visible, { signal });
    const sizes = new ResizeObserver(() => this.#resize());
    sizes.observe(this.#host);
    const retheme = () => this.#say({ do: "tokens", tokens: readTokens(this.#host) });
    retheme(); // the theme may have changed meanwhile
    const themes = new MutationObserver(retheme);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    for (const observer of [sizes, themes]) signal.addEventListener("abort", () => observer.disconnect());
  }

  /** The graphics are gone, and who drew with them: somebody else takes over as soon as there are graphics again. */
  async #beginAnew(): Promise<void> {
    this.#stopDrawing();
    for (let tries = 0; tries < MAX_TRIES && !this.#drawing; tries++) {
      await new Promise((resolve) => setTimeout(resolve, RETRY));
      if (this.#ended.signal.aborted) return;
      await this.#begin().catch(() => {});
    }
    if (this.#ended.signal.aborted) this.#stopDrawing(); // it ended while somebody came
    if (!this.#drawing) return;
    for (const said of this.#remembered.all()) this.#drawing.say(said);
    this.#showCamera();
    this.#feed.restart();
    this.#told.onLost?.(false);
  }

  #stopDrawing(): void {
    this.#leave.abort();
    this.#drawing?.say({ do: "end" });
    this.#drawing?.canvas.remove();
    this.#drawing = null;
    this.#dropEye();
  }

  #say(said: ToRenderer): void {
    if (this.#ended.signal.aborted) return;
    this.#remembered.note(said);
    this.#drawing?.say(said);
  }

  #hear(said: FromRenderer): void {
    if (this.#ended.signal.aborted) return;
    switch (said.type) {
      case "ready":
        document.documentElement.toggleAttribute("data-plain", said.quality.software);
        break;
      case "failed":
        break; // told by `beginDrawing`
      case "taken":
        this.#feed.taken();
        break;
      case "tags":
        this.#tags.set(said.tags);
        break;
      case "drawn":
        this.#drawn(said);
        break;
      case "pick":
        this.#told.onPick?.(said.thing, said.point);
        break;
      case "hover":
        if (this.#drawing) this.#drawing.canvas.style.cursor = said.thing ? "pointer" : "";
        this.#told.onHover?.(said.thing);
        break;
      case "progress":
        this.#told.onProgress?.(said.progress);
        break;
      case "loaded":
        if (said.number === this.#scenes) this.#loaded(said.failed);
        break;
      case "free":
        this.#told.onFree?.();
        break;
      case "slow":
        this.#told.onSlow?.(said.slow);
        break;
      case "lost":
        this.#told.onLost?.(said.lost);
        if (said.lost && this.#drawing?.apart) void this.#beginAnew();
        break;
    }
  }

  #drawn({ tick, sight, points }: Drawn): void {
    this.#sight = sight;
    this.#points = points;
    this.#placeTags();
    if (tick !== null) this.#told.onDrawn?.(tick);
  }

  #placeTags(): void {
    const middle = (this.#size.width + this.#insets.left - this.#insets.right) / 2;
    this.#tags.place(this.#points, this.#size, middle, this.#covered());
  }

  /** What lies over the picture; measured now and then, for measuring makes the browser lay out the page. */
  #covered(): readonly Cover[] {
    const now = performance.now();
    if (now - this.#measured < MEASURED) return this.#covers;
    this.#measured = now;
    const own = this.#host.getBoundingClientRect();
    const found = this.#host.parentElement?.querySelectorAll("[data-covers]") ?? [];
    this.#covers = [...found].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left - own.left + width / 2, y: top - own.top + height / 2, width, height };
    });
    return this.#covers;
  }

  /** Build a scene; its meshes follow as they come. Returns how many meshes failed. */
  setScene(scene: Scene, source: SceneSource): Promise<number> {
    this.#feed.scene = scene;
    this.#scenes += 1;
    this.#say({ do: "scene", scene, source, number: this.#scenes });
    this.refresh();
    return new Promise((resolve) => {
      this.#loaded = resolve;
    });
  }

  /** Take poses from here; call `refresh` when there are new ones. */
  setSource(source: () => Moment | null): void {
    this.#feed.source = source;
    this.refresh();
  }

  /** There may be new poses. */
  refresh(): void {
    this.#feed.refresh();
  }

  /** Mark what is selected, touched, aimed at; what is left out stays as it is. */
  mark({ label, ...change }: Partial<MarkedHere>): void {
    this.#selected = change.selected ?? this.#selected;
    this.#label = label ?? this.#label;
    const labels = change.selected || label ? { labels: this.#selected.map((thing) => this.#label(thing)) } : {};
    this.#say({ do: "mark", change: { ...change, ...labels } });
  }

  /** A translucent copy for another attempt, its poses asked for with those of the scene; null removes it. */
  setGhost(scene: Scene | null, poses: () => ArrayLike<number> | null = () => null, colour: TryColour = "b"): void {
    this.#feed.ghost = scene ? poses : () => null;
    if (scene !== this.#ghost) this.#say({ do: "ghost", scene, colour });
    this.#ghost = scene;
    this.refresh();
  }

  /** A trail of points, three numbers each [m]; null removes it. */
  setPath(id: string, points: ArrayLike<number> | null, colour: TryColour = "a"): void {
    this.#say({ do: "path", id, points: points && Float32Array.from(points), colour });
  }

  /** Whether no picture may take long: somebody drives. */
  setHurried(hurried: boolean): void {
    this.#say({ do: "hurried", hurried });
  }

  /** The link is lost: the last picture stays and turns grey. */
  setStale(stale: boolean): void {
    this.#host.dataset.stale = String(stale);
  }

  setView(view: ViewName): void {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#say({ do: "view", view, smooth: !still });
  }

  /** Parts of the picture that panes cover [px]; the scene moves to what is free. */
  setInsets(insets: Insets): void {
    this.#insets = insets;
    this.#say({ do: "insets", insets });
  }

  /** Draw what a camera of the model sees into an element, from now on; null ends it. */
  renderCamera(name: string, place: HTMLElement | null): void {
    this.#camera = { name, place };
    this.#showCamera();
  }

  #showCamera(): void {
    const { name, place } = this.#camera;
    if (!this.#drawing) return;
    if (name && place && this.#eye?.parentElement === place) {
      this.#say({ do: "camera", name });
      return;
    }
    this.#dropEye();
    if (!name || !place) {
      this.#say({ do: "camera", name: "" });
      return;
    }
    const canvas = document.createElement("canvas");
    this.#eye = canvas;
    place.append(canvas);
    this.#say({ do: "camera", name, canvas: this.#drawing.apart ? canvas.transferControlToOffscreen() : canvas });
    this.#eyeSizes = new ResizeObserver(() => {
      this.#say({ do: "camera-size", width: canvas.clientWidth, height: canvas.clientHeight });
    });
    this.#eyeSizes.observe(canvas);
  }

  #dropEye(): void {
    this.#eyeSizes?.disconnect();
    this.#eye?.remove();
    this.#eye = null;
  }

  #resize(): void {
    const width = this.#host.clientWidth;
    const height = this.#host.clientHeight;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#say({ do: "size", width, height });
  }

  /** Where a point of the scene is seen in the last picture [px]; null behind the eye. */
  project(point: Vec3): { x: number; y: number } | null {
    return this.#sight && seenAt(this.#sight, point, this.#size);
  }

  /** Give everything back. */
  dispose(): void {
    this.#ended.abort();
    this.#stopDrawing();
    this.#tags.dispose();
  }
}
