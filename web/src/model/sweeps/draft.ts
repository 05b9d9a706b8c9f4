/** A new sweep while it is written: what is asked of the server, and where its faults belong. */

import type { FaultMessage, SweepDraft, VariedText } from "../../gen/messages";

export const PLANS = ["grid", "random", "latin", "sobol"] as const;
export type Plan = (typeof PLANS)[number];

export interface Form {
  exercise: string;
  pilot: string;
  variant: string;
  /** Whether seeds are drawn instead of named. */
  drawn: boolean;
  seeds: string;
  draw: number;
  vary: readonly VariedText[];
  plan: Plan;
  points: number;
}

export const EMPTY: Form = {
  exercise: "",
  pilot: "",
  variant: "",
  drawn: false,
  seeds: "0:20",
  draw: 20,
  vary: [],
  plan: "grid",
  points: 32,
};

/** A line that nobody has written anything into does not count. */
const isWritten = (line: VariedText): boolean => line.name.trim() !== "" || line.values.trim() !== "";

/** What the form says, and the number of the form's line for each line that is sent. */
export function draftOf(form: Form): { draft: SweepDraft; lines: number[] } {
  const lines = form.vary.flatMap((line, at) => (isWritten(line) ? [at] : []));
  const draft = {
    exercise: form.exercise,
    pilot: form.pilot,
    variant: form.variant,
    seeds: form.drawn ? "" : form.seeds,
    draw: form.drawn ? form.draw : 0,
    vary: form.vary.filter(isWritten).map(({ name, values }) => ({ name: name.trim(), values })),
    plan: form.plan,
    points: form.plan === "grid" ? 0 : form.points,
  };
  return { draft, lines };
}

export interface Faults {
  /** By field: exercise, pilot, variant, seeds, draw, points. */
  fields: Readonly<Record<string, string>>;
  /** By line of what is varied: at its name or at its values. */
  lines: Readonly<Record<number, { name?: string; values?: string }>>;
  /** Of the whole plan. */
  others: readonly string[];
}

const FIELDS = new Set(["exercise", "pilot", "variant", "seeds", "draw", "points"]);
const OF_NAME = new Set(["unknown-name", "unknown-parameter", "missing-key", "duplicate-key"]);

/** Faults of a draft at the fields that they belong to; the first one of each field. */
export function placed(faults: readonly FaultMessage[], lines: readonly number[]): Faults {
  const fields: Record<string, string> = {};
  const found: Record<number, { name?: string; values?: string }> = {};
  const others: string[] = [];
  for (const fault of faults) {
    const line = lines[Number(/^vary\[(\d+)\]$/.exec(fault.place)?.[1] ?? Number.NaN)];
    if (line !== undefined) {
      const which = OF_NAME.has(fault.code) ? "name" : "values";
      found[line] = { [which]: fault.message, ...found[line] };
    } else if (FIELDS.has(fault.place)) fields[fault.place] ??= fault.message;
    else others.push(fault.place ? `${fault.place}: ${fault.message}` : fault.message);
  }
  return { fields, lines: found, others };
}

/** A name for a new sweep that is not taken: that of the exercise with the first free number. */
export function freeName(exercise: string, taken: readonly string[]): string {
  const base = exercise.slice(0, 56) || "sweep";
  for (let number = 1; ; number++) {
    const name = `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
