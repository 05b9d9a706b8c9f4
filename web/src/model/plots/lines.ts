/** Lines of charts: what a signal is called, in which unit people see it, and how its line looks. */

import type { Entry } from "../channels";
import { shownUnit } from "../quantity";
import type { Thing } from "../selection";
import type { SignalSource } from "./source";

export interface Line {
  /** The full name of the number, such as 'sensor.angles[elbow]'. */
  readonly name: string;
  /** The signal as it was asked for: a whole one, or the same as `name`. */
  readonly signal: string;
  /** Short name for people. */
  readonly label: string;
  readonly description: string;
  /** Unit inside, and the one that people see. */
  readonly unit: string;
  readonly shown: string;
  /** Values times this are in the unit that people see. */
  readonly scale: number;
  readonly boolean: boolean;
  /** Name of a colour token, such as 'axis-x'. */
  readonly colour: string;
  /** Which pattern of dashes; 0 is a whole line. */
  readonly dash: number;
  readonly selected: boolean;
}

/** Colours of lines: all but those near the colour of selection. */
export const PALETTE = ["q-force", "q-angle", "q-electric", "q-pose", "axis-z", "axis-y", "axis-x", "q-logic"] as const;
const AXES: Record<string, string> = { x: "axis-x", y: "axis-y", z: "axis-z" };

/** The unit of one number. Poses of bodies and sites are without unit as a whole; their places are in metres. */
export function unitOf(entry: Entry): string {
  const { name, unit } = entry.channel;
  const place = /^(body|site)\./.test(name) && entry.index < 3;
  return place && unit === "1" ? "m" : unit;
}

/** The label in brackets, or empty. */
export const entryLabel = (name: string): string => /\[([^\]]*)\]$/.exec(name)?.[1] ?? "";

/** 'site.hand[x]' as 'Hand x', 'scheme.lamps.pace.y' as 'Lamps pace y'. */
export function shortName(name: string): string {
  const stem = name.replace(/\[[^\]]*\]$/, "");
  const tail = stem.includes(".") ? stem.slice(stem.indexOf(".") + 1) : stem;
  const words = [...tail.split("."), entryLabel(name)].filter(Boolean).join(" ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function axisOf(entry: Entry): string | undefined {
  const label = entry.channel.labels[entry.index];
  if (label) return AXES[label];
  const [size, ...more] = entry.channel.shape;
  return size === 3 && more.length === 0 ? AXES["xyz".charAt(entry.index)] : undefined;
}

/** Whether a line belongs to what is selected. */
export function isSelected(entry: Entry, things: readonly Thing[]): boolean {
  return things.some((thing) => {
    if (thing.kind === "signal") return thing.name === entry.name || thing.name === entry.channel.name;
    if (thing.kind === "joint") return entry.channel.labels[entry.index] === thing.name;
    return false;
  });
}

/**
 * The lines of some signals, in order.
 *
 * Args:
 *   before: Colours that lines had; they keep them. It is written to.
 */
export function linesOf(
  source: SignalSource,
  signals: readonly string[],
  selected: readonly Thing[],
  before: Map<string, string>,
): Line[] {
  const entries = signals.flatMap((signal) => source.entries(signal).map((entry) => ({ signal, entry })));
  const once = entries.filter((one, i) => entries.findIndex((other) => other.entry.name === one.entry.name) === i);
  const names = new Set(once.map(({ entry }) => entry.name));
  for (const name of before.keys()) if (!names.has(name)) before.delete(name);
  const labels = once.map(({ entry }) => shortName(entry.name));
  const patterns = new Map<string, number>();
  return once.map(({ signal, entry }, i) => {
    const unit = unitOf(entry);
    const label = labels[i] ?? "";
    const alike = labels.filter((other) => other === label).length > 1;
    const chosen = isSelected(entry, selected);
    const own = axisOf(entry) ?? before.get(entry.name) ?? freeColour(before);
    if (!axisOf(entry)) before.set(entry.name, own);
    const colour = chosen ? "accent" : own;
    const dash = patterns.get(colour) ?? 0;
    patterns.set(colour, dash + 1);
    return {
      name: entry.name,
      signal,
      label: alike ? shortName(`.${entry.name}`) : label,
      description: entry.channel.description,
      unit,
      ...shownUnit(unit),
      boolean: entry.channel.kind === "boolean",
      colour,
      dash,
      selected: chosen,
    };
  });
}

function freeColour(used: ReadonlyMap<string, string>): string {
  const counts = new Map<string, number>(PALETTE.map((colour) => [colour, 0]));
  for (const colour of used.values()) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const least = Math.min(...counts.values());
  return PALETTE.find((colour) => counts.get(colour) === least) ?? PALETTE[0];
}

/** Decimals of a value of a unit that people see. */
export function decimalsFor(shown: string): number {
  // biome-ignore format: a table
  const known: Record<string, number> = { m: 3, "m/s": 3, deg: 1, "deg/s": 1, N: 1, "N*m": 2, V: 2, A: 2, W: 2, s: 2, mm: 1 };
  return known[shown] ?? 3;
}

/** The least length of an axis in a unit that people see: noise below it looks flat. */
export function leastOf(shown: string): number {
  const known: Record<string, number> = { deg: 2, "deg/s": 2, N: 0.5, V: 0.1, W: 0.1 };
  return known[shown] ?? 0.02;
}
