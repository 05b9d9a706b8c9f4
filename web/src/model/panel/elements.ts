/** A panel document as the page reads it, and the signals behind its elements. */

import type {
  Button,
  Cameras,
  Effectors,
  Entry,
  Gauge,
  Indicator,
  Joints,
  Joystick,
  Lamp,
  PanelDocument,
  Point,
  Selector,
  Slider,
  Switch,
} from "../../gen/documents";

export type PanelElement =
  | Joints
  | Effectors
  | Cameras
  | Joystick
  | Button
  | Switch
  | Selector
  | Slider
  | Entry
  | Point
  | Lamp
  | Gauge
  | Indicator;
export type PickElement = Joints | Effectors | Cameras;

/** What an element can be set to; plain JSON, as the session takes it. */
export type PanelValue = boolean | number | string | null | readonly number[] | readonly string[];

/** Ending of the name under which the frame of a stick is set. */
export const FRAME = "_frame";

/** The panel in what a session says of itself; null if it has none. */
export function readPanel(said: unknown): PanelDocument | null {
  const fits = typeof said === "object" && said !== null && "elements" in said && typeof said.elements === "object";
  return fits ? (said as PanelDocument) : null;
}

/** Elements of some types, with their names, in the order of the document. */
export function elementsOf<T extends PanelElement["type"]>(
  panel: PanelDocument,
  ...types: T[]
): [string, Extract<PanelElement, { type: T }>][] {
  return Object.entries(panel.elements).filter(([, element]) => (types as string[]).includes(element.type)) as [
    string,
    Extract<PanelElement, { type: T }>,
  ][];
}

/** The signal that a lamp, gauge or indicator shows. */
export function shownSignal(name: string, element: Lamp | Gauge | Indicator): string {
  return element.signal || `output.${name}`;
}

/** Positions of a selector, with their words. */
export function selectorOptions(element: Selector): [string, string | Record<string, string>][] {
  return Array.isArray(element.options) ? element.options.map((name) => [name, name]) : Object.entries(element.options);
}

/** Whether an element has a signal that the operator sets; a point only sets entries. */
const takesValue = ({ type }: PanelElement): boolean => !["lamp", "gauge", "indicator", "point"].includes(type);

/** Everything that can be set: the elements that take something, and the frames of sticks. */
export function inputNames(panel: PanelDocument): string[] {
  return Object.entries(panel.elements).flatMap(([name, element]) => {
    if (!takesValue(element)) return [];
    return element.type === "joystick" && (element.frames?.length ?? 0) > 1 ? [name, name + FRAME] : [name];
  });
}

/** Signals that the panel needs from the session to show itself. */
export function wantedSignals(panel: PanelDocument): string[] {
  const shown = Object.entries(panel.elements).flatMap(([name, element]) => {
    if (element.type === "lamp" || element.type === "gauge" || element.type === "indicator") {
      return [shownSignal(name, element)];
    }
    return element.type === "joystick" && element.actual ? [element.actual] : [];
  });
  return [...inputNames(panel).map((name) => `panel.${name}`), ...shown];
}

/** What an element is set to at the start. */
export function initialValue(panel: PanelDocument, name: string): PanelValue {
  const element = panel.elements[name];
  if (!element) {
    const stick = panel.elements[name.slice(0, -FRAME.length)];
    return stick?.type === "joystick" ? (stick.frames?.[0] ?? null) : null;
  }
  switch (element.type) {
    case "joints":
      return element.initial ?? [];
    case "effectors":
      return element.initial ?? null;
    case "cameras":
      return element.initial ?? Object.keys(element.options)[0] ?? null;
    case "selector":
      return element.initial ?? selectorOptions(element)[0]?.[0] ?? null;
    case "joystick":
      return new Array<number>(element.axes ?? 2).fill(0);
    case "button":
      return false;
    case "switch":
      return element.initial ?? false;
    case "slider":
    case "entry": {
      const [low = 0, high = 1] = element.range;
      return element.initial ?? (low <= 0 && 0 <= high ? 0 : low);
    }
    default:
      return null;
  }
}

/** Inverse of what the session does with a value: its numbers as a value of the element. */
export function decodeValue(panel: PanelDocument, name: string, numbers: readonly number[]): PanelValue | undefined {
  const first = numbers[0];
  if (first === undefined || numbers.some((number) => Number.isNaN(number))) return undefined;
  const element = panel.elements[name];
  if (!element) {
    const stick = panel.elements[name.slice(0, -FRAME.length)];
    return stick?.type === "joystick" ? stick.frames?.[Math.round(first)] : undefined;
  }
  switch (element.type) {
    case "joints":
      return Object.keys(element.options).filter((_, index) => (numbers[index] ?? 0) > 0.5);
    case "effectors":
      return Object.keys(element.options)[Math.round(first) - 1] ?? null;
    case "cameras":
      return Object.keys(element.options)[Math.round(first)];
    case "selector":
      return selectorOptions(element)[Math.round(first)]?.[0];
    case "button":
    case "switch":
      return first > 0.5;
    case "joystick":
      return [...numbers];
    case "slider":
    case "entry":
      return first;
    default:
      return undefined;
  }
}

/**
 * What enables motion where a switch does. Whoever lost the link lost that switch with it, so releasing a stop and
 * starting put it on; a button that must be held is left to the hand.
 */
export function enabling(panel: PanelDocument | null): Record<string, PanelValue> {
  const name = panel?.enable;
  return name && panel.elements[name]?.type === "switch" ? { [name]: true } : {};
}

/** The button that must be held for the robot to move; undefined if there is none. */
export function heldToMove(panel: PanelDocument | null): string | undefined {
  const name = panel?.enable;
  return name && panel.elements[name]?.type === "button" ? name : undefined;
}
