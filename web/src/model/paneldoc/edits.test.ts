import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { align, distribute, moveBy } from "./arrange";
import { boxFor, boxOf, canEnable, emptyPanel, PICTURE } from "./document";
import {
  addElement, duplicate, placeElement, removeElements, renameElement, setBoxes, setPanel, setPicture, setProperty,
} from "./edits"; // biome-ignore format: a list
import { freePlace, outside, overlap, SNAP } from "./geometry";
import { HANDLES, linesOf, snapMove, snapResize } from "./guides";
import { KINDS, NAME } from "./kinds";
import { addOption, moveOption, removeOption, renameOption, renamePosition, setPosition } from "./options";
import { aboutOf, outsiders, overlaps } from "./problems";
import { createPanelStore } from "./store";

type Doc = PanelDocument;
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** Edits as a hand would make them, by numbers so that they fit whatever is there. */
const edit = fc.tuple(fc.nat(11), fc.nat(30), fc.nat(30), fc.integer({ min: -200, max: 400 }));
type Edit = [number, number, number, number];

function apply(doc: Doc, [what, one, two, by]: Edit): Doc {
  const names = Object.keys(doc.elements);
  const name = pick(names, one) ?? "";
  const option = pick(["shoulder", "elbow", "wrist"], two) ?? "";
  switch (what) {
    case 0:
    case 1:
      return addElement(doc, pick(KINDS, two) ?? "lamp", one % 2 ? [by, by] : undefined)[0];
    case 2:
      return removeElements(doc, [name, pick(names, two) ?? ""]);
    case 3:
      return renameElement(doc, name, pick(["alpha", "beta", "9bad", "joystick"], two) ?? "");
    case 4:
      return moveBy(doc, [name, PICTURE], by, -by);
    case 5:
      return setPanel(doc, "enable", name);
    case 6:
      return addOption(doc, name, option);
    case 7:
      return removeOption(doc, name, option);
    case 8:
      return moveOption(doc, name, option, by, by / 3);
    case 9:
      return duplicate(doc, [name])[0];
    case 10:
      return setPicture(doc, { file: "arm.svg", size: [200 + two, 150] });
    default:
      return setProperty(doc, name, "label", two % 2 ? `word ${two}` : undefined);
  }
}

describe("edits of a panel", () => {
  it("are taken back by undo, one by one, and done again by redo", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        const first = emptyPanel("arm");
        const store = createPanelStore(first, "1");
        const states = [first];
        for (const one of edits) {
          if (store.getState().edit("edit", (doc) => apply(doc, one))) states.push(store.getState().doc);
        }
        const last = states.at(-1);
        for (const state of states.slice(0, -1).reverse()) {
          store.getState().undo();
          expect(store.getState().doc).toEqual(state);
        }
        expect(store.getState().dirty).toBe(false);
        for (let n = 1; n < states.length; n++) store.getState().redo();
        expect(store.getState().doc).toEqual(last);
      }),
      { numRuns: 60 },
    );
  });

  it("keep names good, and never leave motion enabled by what is not there", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        let doc = emptyPanel("arm");
        for (const one of edits) {
          const before = Object.keys(doc.elements).length;
          doc = apply(doc, one);
          expect(Object.keys(doc.elements).every((name) => NAME.test(name))).toBe(true);
          if (one[0] <= 1) expect(Object.keys(doc.elements)).toHaveLength(before + 1);
          if (one[0] === 3) expect(Object.keys(doc.elements)).toHaveLength(before);
          if (doc.enable !== undefined) expect(canEnable(doc.elements[doc.enable])).toBe(true);
        }
        for (const element of Object.values(doc.elements)) {
          const box = boxOf(element);
          if (box) expect([box.x % SNAP, box.y % SNAP]).toEqual([0, 0]);
        }
      }),
      { numRuns: 80 },
    );
  });

  it("do not change the document they were given", () => {
    const frozen = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      Object.freeze(value);
      Object.values(value).forEach(frozen);
    };
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        let doc = emptyPanel("arm");
        for (const one of edits) {
          frozen(doc);
          doc = apply(doc, one);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("rename what enables motion along with its element", () => {
    const [doc, name] = addElement(emptyPanel("arm"), "switch");
    const renamed = renameElement(setPanel(doc, "enable", name), name, "go");
    expect(renamed.enable).toBe("go");
    expect(removeElements(renamed, ["go"]).enable).toBeUndefined();
  });

  it("keep what is selected at the start when a part is renamed, and drop it with the part", () => {
    let doc = addElement(emptyPanel("arm"), "joints")[0];
    doc = addOption(addOption(doc, "joints", "a"), "joints", "b");
    doc = setProperty(doc, "joints", "initial", ["a", "b"]);
    doc = renameOption(doc, "joints", "a", "c");
    expect(doc.elements.joints).toMatchObject({ initial: ["c", "b"], options: { c: {}, b: {} } });
    expect(removeOption(doc, "joints", "b").elements.joints).toMatchObject({ initial: ["c"] });
  });

  it("write positions of a selector with words only if there are any", () => {
    const doc = addElement(emptyPanel("arm"), "selector")[0];
    const named = setPosition(doc, "selector", "first", { en: "One", ru: "Раз" });
    expect(named.elements.selector).toMatchObject({ options: { first: { en: "One", ru: "Раз" }, second: "second" } });
    expect(setPosition(named, "selector", "first", undefined).elements.selector).toMatchObject({
      options: ["first", "second"],
    });
    expect(renamePosition(doc, "selector", "first", "second")).toEqual(doc);
  });

  it("give an element without a place one that is free", () => {
    const doc: Doc = { format: "pult.panel", version: 1, elements: { a: { type: "lamp" }, b: { type: "lamp" } } };
    const made = placeElement(placeElement(doc, "a"), "b");
    expect(overlaps(made)).toEqual([]);
    expect(outsiders(made)).toEqual([]);
    expect(made.size).toBeDefined();
  });
});

describe("arranging", () => {
  const two = () => {
    let doc = emptyPanel("arm");
    for (const at of [[60, 100], [200, 180], [260, 400]] as const) doc = addElement(doc, "lamp", at)[0]; // biome-ignore format: a table
    return doc;
  };
  const names = ["lamp", "lamp_2", "lamp_3"];

  it("aligns one side and leaves the other way alone", () => {
    const doc = align(two(), names, "left");
    const boxes = names.map((name) => boxFor(doc, name));
    expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
    expect(boxes.map((box) => box?.y)).toEqual(names.map((name) => boxFor(two(), name)?.y));
  });

  it("spreads with equal gaps between outer boxes that stay", () => {
    const doc = distribute(two(), names, "down");
    const [a, b, c] = names.map((name) => boxFor(doc, name)?.y ?? 0) as [number, number, number];
    expect(Math.abs(b - a - (c - b))).toBeLessThanOrEqual(SNAP);
    expect([a, c]).toEqual([boxFor(two(), "lamp")?.y, boxFor(two(), "lamp_3")?.y]);
  });

  it("never moves a group out of the panel", () => {
    fc.assert(
      fc.property(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -2000, max: 2000 }), (dx, dy) => {
        expect(outsiders(moveBy(two(), names, dx, dy))).toEqual([]);
      }),
    );
  });

  it("resizes within the panel and to the least size at most", () => {
    const size = [376, 720] as const;
    const box = { x: 100, y: 100, width: 80, height: 60 };
    const far = fc.integer({ min: -900, max: 900 });
    fc.assert(
      fc.property(fc.constantFrom(...HANDLES), far, far, (handle, dx, dy) => {
        const made = snapResize(box, handle, dx, dy, linesOf([], size), size).box;
        expect(outside(made, size)).toBe(false);
        expect(made.width).toBeGreaterThanOrEqual(32);
        expect(made.height).toBeGreaterThanOrEqual(24);
        if (handle.x === 0) expect([made.x, made.width]).toEqual([box.x, box.width]);
      }),
    );
  });

  it("snaps to the edge of a neighbour and shows the line", () => {
    const lines = linesOf([{ x: 100, y: 300, width: 50, height: 20 }], [376, 720]);
    const moved = snapMove({ x: 20, y: 20, width: 40, height: 40 }, 77, 3, lines);
    expect(moved.dx).toBe(80);
    expect(moved.guides).toContainEqual({ across: false, at: 100 });
  });

  it("finds places that overlap nothing", () => {
    const taken = [{ x: 0, y: 0, width: 376, height: 200 }];
    const [x, y] = freePlace(taken, [160, 48], [376, 720]);
    expect(taken.some((box) => overlap(box, { x, y, width: 160, height: 48 }))).toBe(false);
  });
});

describe("problems", () => {
  it("names the element and the option a fault is about", () => {
    let doc = addElement(emptyPanel("arm"), "joints")[0];
    doc = addOption(doc, "joints", "arm/elbow.1");
    expect(aboutOf(doc, { place: "elements.joints.options.arm/elbow.1.position" })).toEqual({
      name: "joints",
      option: "arm/elbow.1",
    });
    expect(aboutOf(doc, { place: "stop_time" })).toEqual({ name: "", option: "" });
  });
});

describe("the store", () => {
  it("makes one step of a drag, and keeps only what is there selected", () => {
    const store = createPanelStore(emptyPanel("arm"), "1");
    const { edit, seal } = store.getState();
    store.getState().make("add", (doc) => {
      const [made, name] = addElement(doc, "gauge");
      return [made, [name]];
    });
    expect(store.getState().selection).toEqual(["gauge"]);
    for (let n = 0; n < 5; n++) edit("move", (doc) => moveBy(doc, ["gauge"], 2, 0), "drag");
    seal();
    store.getState().undo();
    expect(boxFor(store.getState().doc, "gauge")?.x).toBe(16);
    store.getState().undo();
    expect(store.getState().selection).toEqual([]);
    expect(store.getState().doc.elements).toEqual({});
  });

  it("scales the picture by its width", () => {
    const doc = setPicture(emptyPanel("arm"), { file: "a.svg", size: [200, 100] });
    const made = setBoxes(doc, new Map([[PICTURE, { x: 10, y: 20, width: 100, height: 50 }]]));
    expect(made.picture).toMatchObject({ scale: 0.5, position: [10, 20] });
  });
});
