/** Addresses around a record. */

import type { RecordEntry } from "@/gen/messages";
import { pathOf } from "@/shell/router";

export const recordPath = (name: string): string => `/api/records/${encodeURIComponent(name)}`;

export const plotsPath = (name: string): string => `${pathOf("plots")}?record=${encodeURIComponent(name)}`;

/** The screen with one record, or with two. */
export function reviewPath(a: string | null, b: string | null = null): string {
  if (!a) return pathOf("review");
  return b ? `${pathOf("review", a)}?with=${encodeURIComponent(b)}` : pathOf("review", a);
}

/** The same exercise from the same start. */
export function againPath(entry: RecordEntry): string {
  const query = new URLSearchParams({ seed: String(entry.seed) });
  if (entry.variant) query.set("variant", entry.variant);
  return `${pathOf("operate", entry.exercise)}?${query}`;
}

/** Lets the browser save what an address answers with. */
export function save(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}
