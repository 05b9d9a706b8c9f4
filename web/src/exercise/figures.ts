/** Figures of an exercise as people read them. */

import type { Measure, ReadingAccount } from "@/gen/messages";
import { shownUnit, toShown } from "@/model/quantity";
import type { Format, Words } from "@/words";

/** The unit that fits a value: millimetres and centimetres for small lengths, degrees for angles, percent never. */
export function fittingUnit(unit: string, size: number): string {
  if (unit === "m" && Math.abs(size) < 0.1) return "mm";
  if (unit === "m" && Math.abs(size) < 1) return "cm";
  return shownUnit(unit).shown;
}

const digits = (value: number): number => {
  const size = Math.abs(value);
  return size >= 100 ? 0 : size >= 10 ? 1 : 2;
};

/** A value in a unit that fits the limit it is held against. */
export function shownValue(format: Format, value: number, unit: string, measure: number): string {
  const shown = fittingUnit(unit, measure);
  const figure = toShown(value, unit, shown);
  return format.quantity(figure, shown, shown === "mm" ? (Math.abs(figure) < 10 ? 1 : 0) : digits(figure));
}

/** What a reading says: its value, or whether it is inside of something. */
export function readingText(format: Format, w: Words, reading: ReadingAccount): string {
  const { value, unit, kind } = reading;
  if (value === null) return "";
  if (kind !== "outside") return shownValue(format, value, unit, limitOf(reading));
  return value > 0 ? w.operate.task.outside(shownValue(format, value, unit, value)) : w.operate.task.inside;
}

/** A measure in the unit that people read: millimetres for small lengths, degrees for angles. */
export function measureText(format: Format, { value, unit }: Measure): string {
  if (value === null) return "–";
  const shown = fittingUnit(unit, value || 1);
  return format.joined(format.compact(toShown(value, unit, shown), 3), shown);
}

/** What is needed of a reading: 'min 3 cm', 'max 15°', '4 to 12 N'. */
export function neededText(format: Format, w: Words, reading: ReadingAccount): string {
  const { above, below, unit } = reading;
  // Being inside, and touching at all, have no figure to compare with.
  if (reading.kind === "outside" || (reading.kind === "contact" && !above && !below)) return "";
  const measure = limitOf(reading);
  const written = (value: number) => {
    const shown = fittingUnit(unit, measure);
    return format.joined(format.compact(toShown(value, unit, shown), 3), shown);
  };
  if (above !== null && below !== null) return w.operate.task.between(written(above), written(below));
  if (above !== null) return w.operate.task.atLeast(written(above));
  return below === null ? "" : w.operate.task.atMost(written(below));
}

/** The limit that decides in which unit a reading is shown. */
export function limitOf({ above, below, value }: ReadingAccount): number {
  return Math.max(Math.abs(above ?? 0), Math.abs(below ?? 0)) || Math.abs(value ?? 0);
}

/**
 * The readings to show. Parts of a goal that have no words for people stand behind those that have, and the same thing
 * is not shown twice.
 */
export function shownReadings(readings: readonly ReadingAccount[]): ReadingAccount[] {
  const worded = readings.filter((reading) => typeof reading.title !== "string");
  const seen = new Set<string>();
  return (worded.length > 0 ? worded : readings).filter((reading) => {
    const key = JSON.stringify([reading.title, reading.above, reading.below]);
    return !seen.has(key) && seen.add(key);
  });
}
