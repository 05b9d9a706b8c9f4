/** A scheme on a bench, without a robot: the sources at its inputs, and what is plotted of it. See makers/bench.py. */

/** World and panel of sessions that are benches. */
export const BENCH = "bench";

export type Form = "constant" | "step" | "sine" | "ramp" | "hand";

const NEEDED: Readonly<Record<Form, readonly ("" | "_time" | "_hand")[]>> = {
  constant: [""],
  step: ["", "_time"],
  sine: ["", "_time"],
  ramp: ["", "_time"],
  hand: ["", "_hand"],
};

/** Elements of the panel that a source needs: its form first; for a boolean, which has none, the switch alone. */
export function partsOf(input: string, form: Form | null): string[] {
  return form === null ? [input] : [`${input}_form`, ...(NEEDED[form] ?? [""]).map((part) => `${input}${part}`)];
}

/** Signals of a scheme on a bench: what its plots show first, its sources and outputs, and all that there are. */
export function plottedOf(channels: readonly string[]): { first: string[]; all: ReadonlySet<string> } {
  const sources = channels.filter((name) => /^scheme\.bench_+[^.]*\.y$/.test(name) && !/_(ones)\.y$/.test(name));
  const outputs = channels.filter((name) => name.startsWith("output."));
  return { first: [...sources, ...outputs], all: new Set(channels) };
}
