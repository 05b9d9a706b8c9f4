/** Faces of blocks and terminals of a document, remembered as long as nothing they show has changed. */

import type { BlockDocument } from "@/gen/documents";
import type { BlockFacts, BlockInfo, PortInfo } from "@/gen/messages";
import { isSubScheme, own, subSchemeOf } from "@/model/scheme/document";
import type { Format } from "@/words";
import { blockFace, type Face, type Line, terminalFace } from "./geometry";
import { shorten } from "./measure";
import { valueText } from "./sheet/values";

interface Known {
  facts: BlockFacts;
  flipped: boolean;
  language: string;
  info: BlockInfo | undefined;
  face: Face;
}

const blocks = new WeakMap<BlockDocument, Known>();
const terminals = new WeakMap<PortInfo, { input?: Face; output?: Face; language: string }>();

/** The parameters worth showing: first those the document gives, then others that say something. */
function keyLines(block: BlockDocument, info: BlockInfo | undefined, format: Format): Line[] {
  const given = block.parameters ?? {};
  if (!info) {
    return Object.entries(given)
      .slice(0, 3)
      .map(([path, value]) => ({
        name: shorten(path.split(".").slice(-2).join("."), 16),
        value: valueText(value, format),
      }));
  }
  const speaks = (value: unknown) =>
    (typeof value === "number" && value !== 0 && Math.abs(value) < 1e12) ||
    (Array.isArray(value) && value.flat().length <= 4 && value.flat().some((item) => item !== 0));
  // sizes are seen from the ports
  const shown = info.parameters.filter((p) => !(p.structural && p.kind === "integer"));
  const first = shown.filter((p) => own(given, p.name) !== undefined);
  const then = shown.filter((p) => own(given, p.name) === undefined && (p.kind === "choice" || speaks(p.default)));
  const kept = new Set([...first, ...then].slice(0, 3));
  const lines = info.parameters
    .filter((p) => kept.has(p))
    .map((p) => ({ name: shorten(p.name, 14), value: valueText(own(given, p.name) ?? p.default, format) }));
  const missing = info.parameters.filter((p) => p.required && own(given, p.name) === undefined);
  return [...missing.map((p) => ({ name: p.name, value: "?" })), ...lines];
}

export function faceOfBlock(
  block: BlockDocument,
  facts: BlockFacts,
  flipped: boolean,
  info: BlockInfo | undefined,
  format: Format,
): Face {
  const known = blocks.get(block);
  if (
    known &&
    known.facts === facts &&
    known.flipped === flipped &&
    known.language === format.language &&
    known.info === info
  )
    return known.face;
  const nested = isSubScheme(block);
  const signs = own(block.parameters, "signs") ?? info?.parameters.find((p) => p.name === "signs")?.default;
  const face = blockFace({
    id: block.id,
    type: block.type,
    kind: nested ? subSchemeOf(block) : block.type.slice(block.type.indexOf(".") + 1),
    shape: block.shape ?? [],
    facts,
    lines: keyLines(block, info, format),
    flipped,
    signs: typeof signs === "string" ? signs : "",
  });
  blocks.set(block, { facts, flipped, language: format.language, info, face });
  return face;
}

export function faceOfTerminal(role: "input" | "output", port: PortInfo, format: Format): Face {
  const known = terminals.get(port);
  const found = known?.language === format.language ? known[role] : undefined;
  if (found) return found;
  const face = terminalFace(role, port, format.unit(port.unit));
  terminals.set(port, {
    ...(known?.language === format.language ? known : {}),
    [role]: face,
    language: format.language,
  });
  return face;
}
