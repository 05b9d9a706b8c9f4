/**
 * Where everything that an operator does with a panel comes together.
 *
 * Several sources (pointer, keys, gamepad) may hold the same stick; the one that was moved away from its centre last
 * has it. At most one message a frame is sent, with the newest values; letting go is never held back or lost.
 */

import type { PanelValue } from "./elements";

export type Source = "pointer" | "keys" | "gamepad";
export const SOURCES: readonly Source[] = ["pointer", "keys", "gamepad"];

interface Hold {
  deflection: readonly number[];
  /** Order in which sources left their centre; 0 at rest. */
  since: number;
  /** Whether it must be seen at its centre before it counts again. */
  stale: boolean;
}

export interface MixerPorts {
  /** Sends values to the session. */
  send: (values: Record<string, PanelValue>) => void;
  /** Calls back once, at the next frame. */
  schedule: (run: () => void) => void;
}

const still = (deflection: readonly number[]): boolean => deflection.every((part) => part === 0);
const same = (one: readonly number[], two: readonly number[]): boolean =>
  one.length === two.length && one.every((part, index) => part === two[index]);

export class InputMixer {
  readonly #ports: MixerPorts;
  readonly #sticks = new Map<string, { axes: number; holds: Map<Source, Hold>; sent: readonly number[] }>();
  readonly #buttons = new Map<string, Set<Source>>();
  #waiting: Record<string, PanelValue> = {};
  #scheduled = false;
  #order = 0;
  #open = true;
  #listeners = new Set<() => void>();

  constructor(ports: MixerPorts) {
    this.#ports = ports;
  }

  /** The sticks of the panel, by name, with their numbers of axes. */
  configure(sticks: ReadonlyMap<string, number>): void {
    this.#sticks.clear();
    this.#buttons.clear();
    this.#waiting = {};
    for (const [name, axes] of sticks) {
      this.#sticks.set(name, { axes, holds: new Map(), sent: new Array<number>(axes).fill(0) });
    }
  }

  /** Whether anything is passed on: not without link, not for those who only watch. */
  get open(): boolean {
    return this.#open;
  }

  /** Be told when a deflection changes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A source holds a stick so. */
  move(source: Source, stick: string, deflection: readonly number[]): void {
    const found = this.#sticks.get(stick);
    if (!found) return;
    const wanted = Array.from({ length: found.axes }, (_, axis) => limited(deflection[axis] ?? 0));
    const hold = found.holds.get(source) ?? { deflection: [], since: 0, stale: false };
    found.holds.set(source, hold);
    if (still(wanted)) {
      hold.stale = false;
      hold.since = 0;
    } else if (hold.stale || !this.#open) {
      hold.stale = true;
      return;
    } else if (hold.since === 0) {
      hold.since = ++this.#order;
    }
    hold.deflection = wanted;
    this.#mix(stick);
  }

  /** What a stick asks for now. */
  deflection(stick: string): readonly number[] {
    return this.#winner(stick)?.deflection ?? new Array<number>(this.#sticks.get(stick)?.axes ?? 0).fill(0);
  }

  /** Who has a stick; undefined at rest. */
  holder(stick: string): Source | undefined {
    const winner = this.#winner(stick);
    const holds = this.#sticks.get(stick)?.holds;
    return winner && holds ? SOURCES.find((source) => holds.get(source) === winner) : undefined;
  }

  /** Whether a source waits to be centred. */
  waitsForCentre(source: Source): boolean {
    return [...this.#sticks.values()].some(({ holds }) => holds.get(source)?.stale === true);
  }

  #winner(stick: string): Hold | undefined {
    const holds = [...(this.#sticks.get(stick)?.holds.values() ?? [])].filter((hold) => hold.since > 0);
    return holds.sort((one, two) => two.since - one.since)[0];
  }

  #mix(stick: string): void {
    const found = this.#sticks.get(stick);
    if (!found) return;
    const wanted = this.deflection(stick);
    if (same(wanted, found.sent)) return;
    found.sent = wanted;
    this.#put(stick, wanted);
    for (const listener of this.#listeners) listener();
  }

  /** A button is held by a source, or let go; it is on while any source holds it. */
  press(source: Source, button: string, held: boolean): void {
    const holders = this.#buttons.get(button) ?? new Set();
    this.#buttons.set(button, holders);
    const was = holders.size > 0;
    if (held && this.#open) holders.add(source);
    else holders.delete(source);
    const now = holders.size > 0;
    if (now === was) return;
    this.#put(button, now);
    // a press shorter than a frame must be seen by the session too
    if (now) this.flush();
    for (const listener of this.#listeners) listener();
  }

  /** Whether a button is held. */
  held(button: string): boolean {
    return (this.#buttons.get(button)?.size ?? 0) > 0;
  }

  /** Set anything else: a selection, a switch, a slider. */
  set(values: Record<string, PanelValue>): void {
    if (!this.#open) return;
    for (const [name, value] of Object.entries(values)) this.#put(name, value);
  }

  #put(name: string, value: PanelValue): void {
    if (!this.#open) return;
    this.#waiting[name] = value;
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#ports.schedule(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  /** Send what waits, now. */
  flush(): void {
    if (Object.keys(this.#waiting).length === 0) return;
    const values = this.#waiting;
    this.#waiting = {};
    if (this.#open) this.#ports.send(values);
  }

  /** Say once more how the sticks are held: the session let go of them while this page was late. */
  repeat(): void {
    for (const [name, { sent }] of this.#sticks) if (!still(sent)) this.#put(name, sent);
    this.flush();
  }

  /** Let go of everything at once; what is still held counts again only after it was centred. */
  neutral(): void {
    for (const [name, stick] of this.#sticks) {
      for (const hold of stick.holds.values()) {
        if (hold.since > 0)
          Object.assign(hold, { deflection: new Array<number>(stick.axes).fill(0), since: 0, stale: true });
      }
      this.#mix(name);
    }
    for (const [name, holders] of this.#buttons) {
      if (holders.size === 0) continue;
      holders.clear();
      this.#put(name, false);
    }
    this.flush();
    for (const listener of this.#listeners) listener();
  }

  /** Nothing is passed on any more: the link is lost, or another has the panel. The session goes to neutral itself. */
  close(): void {
    if (!this.#open) return;
    this.neutral();
    this.#open = false;
    this.#waiting = {};
  }

  /** Pass on again; sticks that are held must be centred first. */
  reopen(): void {
    this.#open = true;
  }
}

function limited(part: number): number {
  // tiny parts are noise of a hand, and a negative zero is no deflection
  return Number.isFinite(part) && Math.abs(part) > 1e-4 ? Math.min(1, Math.max(-1, Math.round(part * 1e4) / 1e4)) : 0;
}
