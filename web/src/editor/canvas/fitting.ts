/** Which ports a wire may go to, and why it may not go to others. */

import type { PortInfo } from "@/gen/messages";
import { blockOf, levelOf, portName } from "@/model/scheme/document";
import {
  delayFix,
  type Fit,
  type Fix,
  fitPorts,
  type Loop,
  type Reason,
  throughOf,
  wouldLoop,
} from "@/model/scheme/fits";
import { externalPorts, portAt, portsOf, type SchemeState } from "@/model/scheme/store";
import type { Format, Words } from "@/words";
import { shapeText } from "../look";
import { type PortKey, portKey } from "./wiring";

/** What a port key means: 'out:pd.y' gives signals at 'pd.y'. */
export function readKey(key: PortKey): { role: "in" | "out"; terminal: string } {
  const colon = key.indexOf(":");
  return { role: key.slice(0, colon) === "in" ? "in" : "out", terminal: key.slice(colon + 1) };
}

export interface Verdict {
  ok: boolean;
  from: string;
  to: string;
  reason?: Reason;
  loop?: Loop;
  fix?: Fix;
}

/** Whether a wire between two ports may be laid; either may be the output. */
export function judge(state: SchemeState, one: PortKey, two: PortKey): Verdict | null {
  const [a, b] = [readKey(one), readKey(two)];
  if (a.role === b.role) return null;
  const [from, to] = a.role === "out" ? [a.terminal, b.terminal] : [b.terminal, a.terminal];
  const [source, target] = [portAt(state, state.level, from, "from"), portAt(state, state.level, to, "to")];
  if (!source || !target) return null;
  const block = blockOf(levelOf(state.doc, state.level), portName(to).block);
  const found: Fit = fitPorts(source, target, block ? state.blocks.get(block.type)?.elementwise : false);
  if (!found.ok) return { ok: false, from, to, reason: found.reason, fix: found.fix };
  const loop = loopOf(state, from, to);
  return loop ? { ok: false, from, to, loop, fix: delayFix(source) } : { ok: true, from, to };
}

/** The algebraic loop that a wire would close. */
export function loopOf(state: SchemeState, from: string, to: string): Loop | undefined {
  const part = levelOf(state.doc, state.level);
  if (!part) return undefined;
  const blocks = Object.fromEntries(
    (part.blocks ?? []).map((block) => [block.id, portsOf(state, state.level, block.id)]),
  );
  return wouldLoop(
    { blocks },
    part.wires ?? [],
    from,
    to,
    throughOf(state.doc, state.check?.levels ?? {}, state.level),
  );
}

/** Ports of more blocks than this are not searched for loops before the wire is over them. */
const MOST = 120;

/** Every port on the level that a wire from this one may go to. */
export function fittingPorts(state: SchemeState, key: PortKey): Set<PortKey> {
  const { role, terminal } = readKey(key);
  const known = portAt(state, state.level, terminal, role === "out" ? "from" : "to");
  const found = new Set<PortKey>();
  const part = levelOf(state.doc, state.level);
  if (!known || !part) return found;
  const other = role === "out" ? "in" : "out";
  const fits = (port: PortInfo) => (role === "out" ? fitPorts(known, port) : fitPorts(port, known)).ok;
  const loops = (end: string) =>
    (part.blocks ?? []).length <= MOST &&
    loopOf(state, role === "out" ? terminal : end, role === "out" ? end : terminal) !== undefined;
  for (const block of part.blocks ?? []) {
    const ports = portsOf(state, state.level, block.id);
    for (const port of other === "in" ? ports.inputs : ports.outputs) {
      const end = `${block.id}.${port.name}`;
      if (fits(port) && !loops(end)) found.add(portKey(other, end));
    }
  }
  const outside = externalPorts(state, state.level);
  for (const port of other === "in" ? outside.outputs : outside.inputs)
    if (fits(port)) found.add(portKey(other, port.name));
  return found;
}

/** A port's structure in words: one number, a vector of 3. */
function structureText(port: PortInfo, w: Words): string {
  const c = w.design.canvas;
  if (port.shape.length === 0) return port.kind === "boolean" ? c.onOff : c.oneNumber;
  return port.shape.length === 1 ? c.vectorOf(shapeText(port.shape)) : c.matrixOf(shapeText(port.shape));
}

function wholeText(port: PortInfo, w: Words, format: Format): string {
  const unit = format.unit(port.unit);
  if (port.kind === "boolean") return w.design.canvas.onOff;
  return [structureText(port, w), unit && `[${unit}]`].filter(Boolean).join(" ");
}

/** Why two ports do not fit, and what would help. */
export function verdictText(verdict: Verdict, w: Words, format: Format, title: (type: string) => string): string {
  const c = w.design.canvas;
  if (verdict.loop) return c.loop(verdict.loop.blocks.join(", "));
  const { reason, fix } = verdict;
  if (!reason) return "";
  const { from, to } = reason;
  const between = fix
    ? ` ${fix.kind === "shape" ? c.applyEach(shapeText(fix.shape)) : c.putBetween(title(fix.type))}`
    : "";
  if (reason.code === "kind")
    return c.reason.kind(from.name, wholeText(from, w, format), to.name, wholeText(to, w, format)) + between;
  if (reason.code === "shape")
    return c.reason.shape(from.name, structureText(from, w), to.name, structureText(to, w)) + between;
  const unit = (port: PortInfo) => format.unit(port.unit) || c.plain;
  return c.reason.unit(from.name, unit(from), to.name, unit(to)) + between;
}
