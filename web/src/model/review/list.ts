/** The list of records: by day, numbered by exercise, narrowed by words and outcome. */

import type { RecordEntry } from "../../gen/messages";
import type { Language, Said } from "../../words/format";
import { said } from "../../words/format";

export interface DayGroup {
  day: "today" | "yesterday" | "date";
  /** Begin of the day [ms since 1970, local]. */
  date: number;
  entries: RecordEntry[];
}

const dayOf = (moment: number): number => {
  const date = new Date(moment);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
};

/** Records by day of the local calendar, the latest first. */
export function byDay(entries: readonly RecordEntry[], now: number): DayGroup[] {
  const today = dayOf(now);
  const before = new Date(today);
  // Not 24 hours: days on which the clock is changed are longer or shorter.
  const yesterday = before.setDate(before.getDate() - 1);
  const groups: DayGroup[] = [];
  for (const entry of [...entries].sort((a, b) => b.started - a.started)) {
    const date = dayOf(1000 * entry.started);
    const last = groups[groups.length - 1];
    if (last?.date === date) last.entries.push(entry);
    else
      groups.push({
        day: date === today ? "today" : date === yesterday ? "yesterday" : "date",
        date,
        entries: [entry],
      });
  }
  return groups;
}

/**
 * Which attempt of its exercise each record is, counted from 1 in order of time; by name of the record.
 *
 * Only attempts of people count: what a pilot showed has no number.
 */
export function attemptNumbers(entries: readonly RecordEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  for (const entry of [...entries].sort((a, b) => a.started - b.started)) {
    if (entry.pilot) continue;
    const key = entry.exercise || entry.name;
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    numbers.set(entry.name, number);
  }
  return numbers;
}

export type Outcome = "all" | "success" | "failed";

export interface Wanted {
  text: string;
  /** Name of an exercise; empty for all. */
  exercise: string;
  outcome: Outcome;
}

/** The records that fit. Every word must be found in the title, the file name, the pilot or the operator. */
export function fitting(entries: readonly RecordEntry[], wanted: Wanted, language: Language): RecordEntry[] {
  const words = wanted.text.toLocaleLowerCase(language).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (wanted.exercise && entry.exercise !== wanted.exercise) return false;
    if (wanted.outcome !== "all" && entry.success !== (wanted.outcome === "success")) return false;
    const where = [said(entry.title as Said, language), entry.name, entry.pilot, entry.operator, entry.variant]
      .join(" ")
      .toLocaleLowerCase(language);
    return words.every((word) => where.includes(word));
  });
}

/** The exercises that there are records of, with their titles. */
export function exercisesOf(entries: readonly RecordEntry[]): { name: string; title: Said }[] {
  const found = new Map<string, Said>();
  for (const entry of entries) if (entry.exercise) found.set(entry.exercise, entry.title as Said);
  return [...found].map(([name, title]) => ({ name, title }));
}

/** Why a record has no score, or what is to be said beside it; empty if all went well. */
export function outcomeOf(entry: RecordEntry): { word: string; tone: "bad" | "warn" | "" } {
  if (entry.reason === "running") return { word: "running", tone: "warn" };
  // one that a crash has left is whole up to there
  if (entry.partial) return { word: entry.reason === "interrupted" ? "interrupted" : "partial", tone: "warn" };
  if (entry.success) return { word: "", tone: "" };
  if (entry.reason === "time") return { word: "time", tone: "warn" };
  if (entry.reason === "success") return { word: "", tone: "" };
  return { word: entry.reason, tone: entry.reason === "ended" ? "warn" : "bad" };
}
