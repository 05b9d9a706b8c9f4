/** Edits of what can be selected: joints, effectors, cameras on the picture; positions of selectors. */

import type { OptionDocument, PanelDocument, Selector } from "../../gen/documents";
import { type PickElement, selectorOptions } from "../panel/elements";
import { changeElement, put } from "./edits";
import { limited } from "./geometry";
import { freshName, isPick, NAME, PART } from "./kinds";

type Doc = PanelDocument;
type Words = string | Record<string, string> | undefined;

function changePick(doc: Doc, name: string, how: (element: PickElement) => PickElement): Doc {
  return changeElement(doc, name, (element) => (isPick(element) ? how(element) : element));
}

/** Where a fresh mark stands: beside the others, near the middle of the picture. */
function freshPosition(doc: Doc): number[] | undefined {
  const [width, height] = doc.picture?.size ?? [];
  if (!doc.picture || width === undefined || height === undefined) return undefined;
  const taken = Object.values(doc.elements).flatMap((element) =>
    isPick(element) ? Object.values(element.options).flatMap(({ position }) => (position ? [position] : [])) : [],
  );
  for (let n = 0; n < 40; n++) {
    const spot = [Math.round(width / 2 + (n % 5) * 36 - 72), Math.round(height / 2 + Math.floor(n / 5) * 36)];
    const inside = (spot[0] ?? 0) >= 0 && (spot[0] ?? 0) <= width && (spot[1] ?? 0) <= height;
    if (inside && !taken.some((at) => Math.hypot((at[0] ?? 0) - (spot[0] ?? 0), (at[1] ?? 0) - (spot[1] ?? 0)) < 30))
      return spot;
  }
  return [Math.round(width / 2), Math.round(height / 2)];
}

/** Offers one more thing of the robot. */
export function addOption(doc: Doc, name: string, option: string): Doc {
  if (!PART.test(option)) return doc;
  const position = freshPosition(doc);
  return changePick(doc, name, (element) =>
    option in element.options
      ? element
      : ({ ...element, options: { ...element.options, [option]: position ? { position } : {} } } as PickElement),
  );
}

export function removeOption(doc: Doc, name: string, option: string): Doc {
  return changePick(doc, name, (element) => {
    if (!(option in element.options)) return element;
    const { [option]: _, ...options } = element.options;
    if (element.type === "joints") {
      const initial = element.initial?.filter((other) => other !== option);
      const most = element.most ? Math.min(element.most, Math.max(1, Object.keys(options).length)) : element.most;
      return put(put({ ...element, options }, "initial", initial), "most", most);
    }
    return put({ ...element, options }, "initial", element.initial === option ? undefined : element.initial);
  });
}

/** Binds a mark to another thing of the robot, at the same place in the order. */
export function renameOption(doc: Doc, name: string, from: string, to: string): Doc {
  return changePick(doc, name, (element) => {
    if (from === to || !(from in element.options) || to in element.options || !PART.test(to)) return element;
    const options = Object.fromEntries(
      Object.entries(element.options).map(([option, value]) => [option === from ? to : option, value]),
    );
    const swap = (option: string) => (option === from ? to : option);
    if (element.type === "joints") return put({ ...element, options }, "initial", element.initial?.map(swap));
    return put({ ...element, options }, "initial", element.initial ? swap(element.initial) : element.initial);
  });
}

/** Sets something of an option; undefined leaves it out. */
export function setOption(doc: Doc, name: string, option: string, key: keyof OptionDocument, value: unknown): Doc {
  return changePick(doc, name, (element) => {
    const before = element.options[option];
    if (!before) return element;
    const after = put(before, key, value);
    return after === before
      ? element
      : ({ ...element, options: { ...element.options, [option]: after } } as PickElement);
  });
}

/** Puts a mark somewhere on the picture, in the picture's units. */
export function moveOption(doc: Doc, name: string, option: string, x: number, y: number): Doc {
  const [width, height] = doc.picture?.size ?? [];
  const round = (value: number) => Math.round(value * 10) / 10;
  return setOption(doc, name, option, "position", [
    round(limited(x, 0, width ?? Number.POSITIVE_INFINITY)),
    round(limited(y, 0, height ?? Number.POSITIVE_INFINITY)),
  ]);
}

/** Positions of a selector, written as shortly as they can be. */
function positions(element: Selector, list: readonly [string, Words][]): Selector {
  const plain = list.every(([name, words]) => !words || words === name);
  const options = plain
    ? list.map(([name]) => name)
    : Object.fromEntries(list.map(([name, words]) => [name, words || name]));
  const kept = list.some(([name]) => name === element.initial) ? element.initial : undefined;
  return put({ ...element, options }, "initial", kept ?? undefined);
}

function changeSelector(doc: Doc, name: string, how: (list: [string, Words][]) => [string, Words][] | null): Doc {
  return changeElement(doc, name, (element) => {
    if (element.type !== "selector") return element;
    const list = how(selectorOptions(element));
    return list ? positions(element, list) : element;
  });
}

export const addPosition = (doc: Doc, name: string): Doc =>
  changeSelector(doc, name, (list) => {
    const fresh = freshName(
      "position",
      list.map(([option]) => option),
    );
    return [...list, [fresh, fresh]];
  });

export const removePosition = (doc: Doc, name: string, option: string): Doc =>
  changeSelector(doc, name, (list) => (list.length > 1 ? list.filter(([other]) => other !== option) : null));

export const setPosition = (doc: Doc, name: string, option: string, words: Words): Doc =>
  changeSelector(doc, name, (list) => list.map(([other, old]) => [other, other === option ? words : old]));

/** Another name for a position of a selector. */
export function renamePosition(doc: Doc, name: string, from: string, to: string): Doc {
  return changeElement(doc, name, (element) => {
    if (element.type !== "selector") return element;
    const list = selectorOptions(element);
    const bad = from === to || !NAME.test(to) || list.some(([other]) => other === to);
    if (bad || !list.some(([other]) => other === from)) return element;
    const renamed = { ...element, initial: element.initial === from ? to : (element.initial ?? null) };
    return positions(
      renamed,
      list.map(([other, words]) => (other === from ? [to, words === from ? to : words] : [other, words])),
    );
  });
}
