import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { beginDrawing } from "./drawing";
import type { FromRenderer, ToRenderer } from "./protocol";
import type { Tokens } from "./tokens";
import { NoGraphicsError } from "./told";

const here = vi.hoisted(() => ({ heard: [] as ToRenderer[], fails: false }));
vi.mock("./local", () => ({
  drawHere: (_: unknown, tell: (said: FromRenderer) => void) => {
    if (here.fails) throw new NoGraphicsError("none");
    tell({ type: "ready", quality });
    return { hear: (said: ToRenderer) => here.heard.push(said) };
  },
}));

const quality = { software: true, antialias: false, ratio: 1, still: 1, shadows: 0, rich: false };
const setting = { pixelRatio: 1, tokens: {} as Tokens };

/** Stands in for the worker; says at once what it is made to. */
class Drawer {
  static says: FromRenderer | "error";
  static made: Drawer[] = [];
  readonly heard: ToRenderer[] = [];
  ended = false;
  onmessage: ((event: { data: FromRenderer }) => void) | undefined;
  onerror: (() => void) | null = null;
  constructor() {
    Drawer.made.push(this);
    queueMicrotask(() => (Drawer.says === "error" ? this.onerror?.() : this.onmessage?.({ data: Drawer.says })));
  }
  postMessage(said: ToRenderer): void {
    this.heard.push(said);
  }
  terminate(): void {
    this.ended = true;
  }
}

let told: FromRenderer[];
const begin = () => beginDrawing(setting, (said) => told.push(said));

beforeEach(() => {
  told = [];
  here.heard = [];
  here.fails = false;
  Drawer.made = [];
  Drawer.says = { type: "ready", quality };
  vi.stubGlobal("Worker", Drawer);
  vi.stubGlobal("document", { createElement: () => ({ transferControlToOffscreen: () => ({ apart: true }) }) });
});
afterEach(() => vi.unstubAllGlobals());

describe("who draws", () => {
  it("is a worker, which is given the canvas and everything that is said", async () => {
    const drawing = await begin();
    drawing.say({ do: "size", width: 2, height: 1 });
    expect(drawing.apart).toBe(true);
    expect(Drawer.made[0]?.heard).toEqual([
      { do: "begin", canvas: { apart: true }, ...setting },
      { do: "size", width: 2, height: 1 },
    ]);
    expect(told).toEqual([{ type: "ready", quality }]);
    expect(here.heard).toEqual([]);
  });

  it.each([
    ["cannot draw", { type: "failed", graphics: true, text: "" } as const],
    ["cannot be started", "error" as const],
  ])("is the page if the worker %s", async (_, says) => {
    Drawer.says = says;
    const drawing = await begin();
    drawing.say({ do: "size", width: 2, height: 1 });
    expect(drawing.apart).toBe(false);
    expect(Drawer.made[0]?.ended).toBe(true);
    expect(here.heard).toEqual([{ do: "size", width: 2, height: 1 }]);
  });

  it("is the page if its canvas cannot be given away", async () => {
    vi.stubGlobal("document", { createElement: () => ({}) });
    expect((await begin()).apart).toBe(false);
    expect(Drawer.made).toEqual([]);
  });

  it("is nobody without graphics", async () => {
    Drawer.says = { type: "failed", graphics: true, text: "" };
    here.fails = true;
    await expect(begin()).rejects.toBeInstanceOf(NoGraphicsError);
  });
});
