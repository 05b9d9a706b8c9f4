/** What differs between two schemes, in words and as marks for the canvas. */

import type { SchemeDocument } from "@/gen/documents";
import { type Detail, type Difference, diffSchemes } from "@/model/scheme/diff";
import type { DiffMark } from "../canvas/nodes";

/** Changes from one document to another; how things are drawn does not count. */
export const changesOf = (before: SchemeDocument, after: SchemeDocument): Difference[] => diffSchemes(before, after);

const MOST = 40;

const written = (value: unknown): string => {
  const text = value === undefined ? "–" : typeof value === "string" ? value : (JSON.stringify(value) ?? "–");
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
};

/** 'kp 80 → 120'. */
export const detailText = ({ field, before, after }: Detail): string =>
  `${field.replace(/^(parameters|inputs)\./, "")} ${written(before)} → ${written(after)}`;

/** Marks for what is on the canvas after the changes. */
export function marksOf(changes: readonly Difference[]): Map<string, DiffMark> {
  return new Map(
    changes.flatMap(({ kind, level, name }) =>
      kind === "moved" || !name ? [] : [[`${level} ${name}`, kind] as const],
    ),
  );
}
