/** Schemes that others may use as parts: the project's own and those of the library. */

import { create } from "zustand";
import type { SchemeDocument, SubScheme } from "@/gen/documents";
import type { BlockInfo, LibraryPart } from "@/gen/messages";
import { api } from "@/link/http";
import { type KnownPart, keepPart, knownPart } from "@/model/scheme/known-parts";
import { declaredPorts } from "@/model/scheme/ports";
import { PART } from "@/model/scheme/using-parts";
import { onLanguage } from "@/words";
import { arranged } from "./arranging";

export interface Library {
  ready: boolean;
  parts: readonly LibraryPart[];
}

export const useLibrary = create<Library>(() => ({ ready: false, parts: [] }));

const toKnown = ({ info, scheme, inner }: LibraryPart): KnownPart => ({
  info,
  scheme: scheme as SubScheme,
  inner: inner as Record<string, SubScheme>,
});

/** Ask for the parts there are; without an answer the palette has those that it had. */
export async function loadLibrary(): Promise<void> {
  const parts = await api.get<LibraryPart[]>("/api/documents/parts").catch(() => useLibrary.getState().parts);
  for (const part of parts) if (!knownPart(part.info.part)) keepPart(toKnown(part));
  useLibrary.setState({ ready: true, parts });
}

onLanguage(() => {
  if (useLibrary.getState().ready) void loadLibrary();
});

/**
 * Parts as types of the palette.
 *
 * @param scheme Name of the scheme that is edited: neither itself nor a part that uses it can be in it.
 */
export function partTypes(parts: readonly LibraryPart[], scheme: string): BlockInfo[] {
  return parts
    .filter(({ info, uses }) => info.scheme !== scheme && !uses.includes(scheme))
    .map(({ info, description, scheme: inside }) => ({
      name: PART + info.part, family: "part", title: info.part, summary: description, text: info.file, equation: "",
      ...declaredPorts(inside as SubScheme), parameters: [], state: false, elementwise: false, host: false,
    })); // biome-ignore format: a list
}

/** Make a part known as it is now, before a document that does not use it yet does; its levels are laid out then. */
export function learnPart(doc: SchemeDocument, part: string): void {
  const found = useLibrary.getState().parts.find(({ info }) => info.part === part);
  if (!found || Object.values(doc.uses ?? {}).includes(part)) return;
  const known = toKnown(found);
  keepPart(known);
  const whole: SchemeDocument = { format: "pult.scheme", version: 1, ...known.scheme, schemes: known.inner };
  void arranged(whole).then(({ format, version, schemes = {}, ...scheme }) =>
    keepPart({ ...known, scheme, inner: schemes }),
  );
}
