/**
 * What the elements of a panel are set to, as the page shows it.
 *
 * What was done here shows at once. What the session says counts as soon as it says something new: after a reset,
 * after a refusal, or when somebody else operates.
 */

import type { PanelDocument } from "../../gen/documents";
import { decodeValue, initialValue, inputNames, type PanelValue } from "./elements";

/** Time for which what was done here counts before what the session says [ms]: an old word may be on its way. */
export const OWN = 400;

export function sameValue(one: PanelValue | undefined, two: PanelValue | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(two)) {
    return one.length === two.length && one.every((part, index) => part === two[index]);
  }
  return one === two;
}

export class PanelValues {
  #panel: PanelDocument | null = null;
  #values = new Map<string, PanelValue>();
  #said = new Map<string, { value: PanelValue; since: number }>();
  #touched = new Map<string, number>();
  #listeners = new Set<() => void>();

  /** Another panel: everything is as at its start, or as `start` has it. */
  load(panel: PanelDocument | null, start: Readonly<Record<string, PanelValue>> = {}): void {
    this.#panel = panel;
    this.#said.clear();
    this.#touched.clear();
    this.#values = new Map(
      panel ? inputNames(panel).map((name) => [name, start[name] ?? initialValue(panel, name)]) : [],
    );
    this.#changed();
  }

  get(name: string): PanelValue | undefined {
    return this.#values.get(name);
  }

  /** Done here. */
  set(values: Record<string, PanelValue>, now: number): void {
    let news = false;
    for (const [name, value] of Object.entries(values)) {
      this.#touched.set(name, now);
      news = this.#put(name, value) || news;
    }
    if (news) this.#changed();
  }

  /** The session did not take it: show again what it has. */
  refused(names: readonly string[]): void {
    for (const name of names) {
      this.#touched.delete(name);
      const said = this.#said.get(name)?.value ?? (this.#panel ? initialValue(this.#panel, name) : undefined);
      if (said !== undefined) this.#put(name, said);
    }
    this.#changed();
  }

  /** Take over what the session says. `read` gives the numbers of a signal, none if it is not known yet. */
  hear(read: (signal: string) => readonly number[], now: number): void {
    const panel = this.#panel;
    if (!panel) return;
    let news = false;
    for (const name of this.#values.keys()) {
      const value = decodeValue(panel, name, read(`panel.${name}`));
      if (value === undefined) continue;
      const touched = this.#touched.get(name) ?? Number.NEGATIVE_INFINITY;
      let said = this.#said.get(name);
      if (!said || !sameValue(value, said.value)) {
        said = { value, since: now };
        this.#said.set(name, said);
      }
      // a word from before counts no more; one from after counts, but not while older ones may still follow
      if (said.since >= touched && now - touched >= OWN) news = this.#put(name, value) || news;
    }
    if (news) this.#changed();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #put(name: string, value: PanelValue): boolean {
    if (sameValue(this.#values.get(name), value)) return false;
    this.#values.set(name, value);
    return true;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
