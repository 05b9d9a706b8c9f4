/** A gamepad of the standard mapping: sticks as deflections, buttons as actions. */

import { FINE } from "./stick";

export const DEAD_ZONE = 0.08;

/** What is read of a `Gamepad`. */
export interface PadState {
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[];
}

/** Actions of buttons, on the press alone. */
export type PadAction =
  | "stop"
  | "pause"
  | "mode"
  | "effector"
  | "frame"
  | "confirm"
  | "joint-next"
  | "joint-before"
  | "joint-add";

const A = 0;
const B = 1;
const X = 2;
const Y = 3;
const LB = 4;
const RB = 5;
const LT = 6;
const RT = 7;
const VIEW = 8;
const MENU = 9;
const LEFT_STICK = 10;
const UP = 12;
const DOWN = 13;
const LEFT = 14;
const RIGHT = 15;

const ACTIONS: readonly [number, PadAction][] = [
  [B, "stop"],
  [MENU, "stop"],
  [VIEW, "pause"],
  [Y, "mode"],
  [X, "effector"],
  [RB, "frame"],
  [A, "confirm"],
  [RIGHT, "joint-next"],
  [DOWN, "joint-next"],
  [LEFT, "joint-before"],
  [UP, "joint-before"],
];

export interface PadReading {
  /** Deflection of (x, y, z) after dead zone and response. */
  deflection: [number, number, number];
  /** Right stick to the right, for panels with a second stick. */
  turn: number;
  open: number;
  close: number;
  enable: boolean;
  actions: PadAction[];
}

/** Nothing inside the dead zone, then a cubic rise to 1: fine near the centre, all at the end. */
export function response(raw: number): number {
  const size = Math.abs(raw);
  if (!(size > DEAD_ZONE)) return 0;
  const part = Math.min(1, (size - DEAD_ZONE) / (1 - DEAD_ZONE));
  return Math.sign(raw) * part ** 3;
}

/** Reads one gamepad again and again and tells which buttons were pressed since. */
export class PadReader {
  #was: boolean[] = [];

  /** What it says now. With an enabling button in the panel, LB holds that, and the left stick's button makes it fine. */
  read(state: PadState, enabling: boolean): PadReading {
    const pressed = state.buttons.map((button) => button.pressed || button.value > 0.5);
    const news = pressed.map((now, index) => now && !this.#was[index]);
    this.#was = pressed;
    const fine = (enabling ? pressed[LEFT_STICK] : pressed[LB]) ? FINE : 1;
    const axis = (index: number) => response(state.axes[index] ?? 0) * fine;
    return {
      deflection: [-axis(1) || 0, -axis(0) || 0, -axis(3) || 0],
      turn: axis(2),
      open: state.buttons[LT]?.value ?? 0,
      close: state.buttons[RT]?.value ?? 0,
      enable: enabling && (pressed[LB] ?? false),
      actions: ACTIONS.filter(([button]) => news[button]).map(([, action]) => action),
    };
  }
}
