/** Names of the signals on wires, as a running session calls them. */

import type { SchemeDocument } from "@/gen/documents";
import { blockOf, innerOf, levelOf, portName, subSchemeOf } from "@/model/scheme/document";
import type { Crumb } from "@/model/scheme/store";

/**
 * Names that the signal at an output may have, the likeliest first.
 *
 * Signals belong to outputs of blocks; an output of a sub-scheme is that of a block inside it, and an external input
 * is what is wired to it outside. The outermost inputs come from the panel, the sensors or streams.
 *
 * @param terminal 'block.port' of an output, or an external input of the level.
 */
export function signalNames(doc: SchemeDocument, path: readonly Crumb[], terminal: string): string[] {
  const level = path.at(-1)?.level ?? "";
  const { block, port } = portName(terminal);
  if (!block) {
    const outer = path.slice(0, -1);
    if (outer.length === 0) return [`panel.${port}`, `sensor.${port}`, `stream.${port}`];
    const use = path.at(-1)?.block ?? "";
    const wire = levelOf(doc, outer.at(-1)?.level ?? "")?.wires?.find(({ to }) => to === `${use}.${port}`);
    return wire ? signalNames(doc, outer, wire.from) : [];
  }
  const found = blockOf(levelOf(doc, level), block);
  const inner = found && innerOf(doc, found);
  if (found && inner) {
    const wire = inner.wires?.find(({ to }) => to === port);
    return wire ? signalNames(doc, [...path, { level: subSchemeOf(found), block }], wire.from) : [];
  }
  return [`scheme.${[...path.slice(1).map((crumb) => crumb.block), block, port].join(".")}`];
}

/** The output that feeds an input, if one does. */
export const sourceOf = (doc: SchemeDocument, level: string, terminal: string): string | undefined =>
  levelOf(doc, level)?.wires?.find(({ to }) => to === terminal)?.from;

/** 'pd.kp' with the blocks that lead there: what a session calls a parameter. */
export const parameterName = (path: readonly Crumb[], block: string, parameter: string): string =>
  [...path.slice(1).map((crumb) => crumb.block), block, parameter].join(".");
