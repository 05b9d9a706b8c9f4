/** Unsaved changes that outlive the page, by name of the scheme. */

import type { SchemeDocument } from "@/gen/documents";
import { isScheme } from "./documents";

export interface Draft {
  /** Version of the saved document it was made from. */
  version: string;
  /** When it was written [ms since 1970]. */
  when: number;
  document: SchemeDocument;
}

const place = (name: string) => `pult.draft.scheme.${name}`;

export function readDraft(name: string): Draft | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(name)) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { version, when, document } = found as Partial<Draft>;
    return typeof version === "string" && typeof when === "number" && isScheme(document)
      ? { version, when, document }
      : null;
  } catch {
    return null;
  }
}

export function keepDraft(name: string, draft: Draft): void {
  try {
    localStorage.setItem(place(name), JSON.stringify(draft));
  } catch {
    // storage is full or forbidden: the guard before leaving still asks
  }
}

export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(place(name));
  } catch {
    // nothing was kept then
  }
}
