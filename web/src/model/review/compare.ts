/** What is better and what is worse in A than in B. */

import type { Measure, RecordInfo, ScorePart, StageSpan } from "../../gen/messages";
import { type Said, wholePoints } from "../../words/format";

export type Difference =
  /** There is no B, or neither has points. */
  | { kind: "none" }
  /** They are of different exercises. */
  | { kind: "foreign" }
  /** One of them has no points. */
  | { kind: "unscored"; which: "a" | "b" }
  | { kind: "same" }
  /** `main` is the part that gave most of it; null if no part stands out. */
  | { kind: "points"; better: boolean; points: number; main: Said | null };

type Scored = Pick<RecordInfo, "entry" | "parts">;

/** How A differs from B in points, as they are shown: rounded. */
export function difference(a: Scored, b: Scored | null): Difference {
  if (!b) return { kind: "none" };
  if (!comparable(a, b)) return { kind: "foreign" };
  if (a.entry.points === null && b.entry.points === null) return { kind: "none" };
  if (a.entry.points === null) return { kind: "unscored", which: "a" };
  if (b.entry.points === null) return { kind: "unscored", which: "b" };
  const points = wholePoints(a.entry.points) - wholePoints(b.entry.points);
  if (points === 0) return { kind: "same" };
  const better = points > 0;
  let main: Said | null = null;
  let most = 0;
  for (const { title, a: mine, b: other } of partRows(a.parts, b.parts)) {
    const gain = ((mine ?? 0) - (other ?? 0)) * (better ? 1 : -1);
    if (gain > most) {
      most = gain;
      main = title;
    }
  }
  return { kind: "points", better, points: Math.abs(points), main };
}

/** Whether two attempts are of one exercise, so that their parts and stages are the same things. */
export const comparable = (a: Scored, b: Scored | null): boolean => b !== null && a.entry.exercise === b.entry.exercise;

export interface PartRow {
  name: string;
  title: Said;
  most: number;
  a: number | null;
  b: number | null;
  /** Whether it can bring points in A and in B: a failed attempt earns for its stages alone. */
  counts: { a: boolean; b: boolean };
}

/** The parts of both scores, those of A first; deductions have no most. */
export function partRows(a: readonly ScorePart[], b: readonly ScorePart[]): PartRow[] {
  return joined(a, b).map(([name, one, other]) => ({
    name,
    title: (one ?? other)?.title as Said,
    most: (one ?? other)?.most ?? 0,
    a: one?.points ?? null,
    b: other?.points ?? null,
    counts: { a: one?.counts ?? true, b: other?.counts ?? true },
  }));
}

function joined<T extends { name: string }>(
  a: readonly T[],
  b: readonly T[],
): [string, T | undefined, T | undefined][] {
  const names = new Set([...a, ...b].map((one) => one.name));
  return [...names].map((name) => [name, a.find((one) => one.name === name), b.find((one) => one.name === name)]);
}

export interface MeasureRow {
  name: string;
  title: Said;
  unit: string;
  a: number | null;
  b: number | null;
  /** A share of B for quantities, a plain difference for counts and where B is nothing; null without both. */
  change: { kind: "share" | "count"; value: number } | null;
  /** Whether the change is for the better; null if it does not matter, or says nothing: one of them failed. */
  good: boolean | null;
  /** Whether it tells how well it was done, in both. */
  counts: boolean;
}

const whole = (value: number): boolean => Number.isInteger(value);

/** The measures of both, those without any value left out. */
export function measureRows(a: readonly Measure[], b: readonly Measure[]): MeasureRow[] {
  return joined(a, b).flatMap(([name, one, other]): MeasureRow[] => {
    const [mine, theirs] = [one?.value ?? null, other?.value ?? null];
    const known = one ?? other;
    if (!known || (mine === null && theirs === null)) return [];
    let change: MeasureRow["change"] = null;
    if (mine !== null && theirs !== null) {
      const counts = known.unit === "1" && whole(mine) && whole(theirs);
      const by = mine - theirs;
      change = counts || theirs === 0 ? { kind: "count", value: by } : { kind: "share", value: by / Math.abs(theirs) };
    }
    const moved = change !== null && Math.abs(change.value) >= (change.kind === "share" ? 0.005 : 1e-9);
    const counts = (one?.counts ?? true) && (other?.counts ?? true);
    const good = moved && counts && known.better ? (change?.value ?? 0) > 0 === (known.better === "more") : null;
    return [{ name, title: known.title as Said, unit: known.unit, a: mine, b: theirs, change, good, counts }];
  });
}

export interface StageRow {
  name: string;
  title: Said;
  /** How long it took [s]; null if it was not passed. */
  a: number | null;
  b: number | null;
}

const lasted = (stage: StageSpan | undefined): number | null =>
  stage && stage.end !== null ? stage.end - stage.begin : null;

/** The time of each stage of both. */
export function stageRows(a: readonly StageSpan[], b: readonly StageSpan[]): StageRow[] {
  return joined(a, b).map(([name, one, other]) => ({
    name,
    title: (one ?? other)?.title as Said,
    a: lasted(one),
    b: lasted(other),
  }));
}
