import type { SchemeDocument } from "@/gen/documents";
import type { BlockInfo, ParameterInfo, PortInfo } from "@/gen/messages";
import { isSubScheme, levelNames, levelOf, own, type Part, portName, subSchemeOf, wireKey } from "../document";

/** Schemes and block types for tests, and what must hold for every scheme. */

export const servo: SchemeDocument = {
  format: "pult.scheme",
  version: 1,
  name: "servo",
  inputs: { wanted: { unit: "rad" } },
  outputs: { angle: { unit: "rad" }, voltage: { unit: "V" } },
  blocks: [
    { id: "axis", type: "scheme.axis", parameters: { "pd.kp": 12 } },
    { id: "spare", type: "scheme.axis", inputs: { wanted: 0.5 } },
    { id: "sum", type: "arithmetic.sum", parameters: { signs: "+-" } },
  ],
  wires: [
    { from: "wanted", to: "axis.wanted" },
    { from: "axis.angle", to: "angle" },
    { from: "axis.voltage", to: "voltage" },
    { from: "axis.angle", to: "sum.x1" },
    { from: "spare.angle", to: "sum.x2" },
  ],
  schemes: {
    axis: {
      inputs: { wanted: { unit: "rad" } },
      outputs: { angle: { unit: "rad" }, voltage: { unit: "V" } },
      blocks: [
        { id: "pd", type: "control.pd", parameters: { kd: 1, kp: 4 } },
        { id: "drive", type: "arithmetic.gain", parameters: { k: 8 } },
        { id: "speed", type: "control.integrator" },
        { id: "angle", type: "control.integrator" },
      ],
      wires: [
        { from: "wanted", to: "pd.wanted" },
        { from: "angle.y", to: "pd.angle" },
        { from: "speed.y", to: "pd.speed" },
        { from: "pd.y", to: "drive.x" },
        { from: "drive.y", to: "speed.x" },
        { from: "speed.y", to: "angle.x" },
        { from: "angle.y", to: "angle" },
        { from: "pd.y", to: "voltage" },
      ],
    },
  },
  notes: [{ text: "One axis." }],
};

export const port = (name: string, more: Partial<PortInfo> = {}): PortInfo => ({
  name,
  kind: "number",
  shape: [],
  unit: "any",
  quantity: "number",
  description: "",
  optional: false,
  default: null,
  through: false,
  ...more,
});

export const parameter = (name: string, more: Partial<ParameterInfo> = {}): ParameterInfo => ({
  name,
  kind: "number",
  unit: "1",
  description: "",
  required: false,
  default: 0,
  low: null,
  high: null,
  low_open: false,
  high_open: false,
  shape: [],
  choices: [],
  structural: false,
  provided: "",
  ...more,
});

export const info = (name: string, title: string, summary: string, more: Partial<BlockInfo>): BlockInfo => ({
  name,
  family: name.slice(0, name.indexOf(".")),
  title,
  summary,
  text: "",
  equation: "",
  inputs: [],
  outputs: [port("y")],
  parameters: [],
  state: false,
  elementwise: true,
  host: false,
  ...more,
});

const x = port("x", { through: true });

export const types: readonly BlockInfo[] = [
  info("control.pd", "PD controller", "PD controller with saturation, from angle and speed.", {
    inputs: [
      port("wanted", { unit: "rad", through: true }),
      port("angle", { unit: "rad", through: true }),
      port("speed", { unit: "rad/s", through: true }),
    ],
    outputs: [port("y", { unit: "V" })],
    parameters: [parameter("kp", { required: true }), parameter("kd"), parameter("limit")],
  }),
  info("arithmetic.gain", "Gain", "A signal times a constant.", {
    inputs: [x],
    parameters: [parameter("k", { default: 1 })],
  }),
  info("arithmetic.sum", "Sum", "Sum of the inputs, each with its sign.", {
    inputs: [port("x1", { through: true }), port("x2", { through: true })],
    parameters: [parameter("signs", { kind: "text", default: "++", structural: true })],
  }),
  info("control.integrator", "Integrator", "Integrator with limits (forward Euler).", {
    inputs: [port("x")],
    state: true,
  }),
  info("logic.not", "Not", "True if the input is false.", {
    inputs: [port("x", { kind: "boolean", unit: "1", through: true })],
    outputs: [port("y", { kind: "boolean", unit: "1" })],
  }),
  info("vector.norm", "Norm", "Length of a vector.", {
    inputs: [port("x", { shape: [3], through: true })],
    parameters: [parameter("n", { kind: "integer", default: 3, structural: true })],
    elementwise: false,
  }),
];

/** Everything that must hold for a scheme after any edit, as a list of what does not. */
export function flaws(doc: SchemeDocument): string[] {
  const found = levelNames(doc).flatMap((level) => {
    const part = levelOf(doc, level);
    return part ? levelFlaws(doc, part).map((flaw) => `${level || "outermost"}: ${flaw}`) : [];
  });
  if (JSON.stringify(JSON.parse(JSON.stringify(doc))) !== JSON.stringify(doc)) found.push("not plain JSON");
  emptyParts(doc, "", found);
  return found;
}

function levelFlaws(doc: SchemeDocument, part: Part): string[] {
  const found: string[] = [];
  const blocks = new Map((part.blocks ?? []).map((block) => [block.id, block]));
  if (blocks.size !== (part.blocks ?? []).length) found.push("an id twice");
  const end = (text: string, side: "from" | "to") => {
    const { block: id, port: name } = portName(text);
    const block = blocks.get(id);
    if (!id) return own(side === "from" ? part.inputs : part.outputs, name) !== undefined;
    if (!block) return false;
    const inner = isSubScheme(block) ? own(doc.schemes, subSchemeOf(block)) : undefined;
    return !inner || own(side === "from" ? inner.outputs : inner.inputs, name) !== undefined;
  };
  const targets = new Set<string>();
  for (const wire of part.wires ?? []) {
    if (!end(wire.from, "from") || !end(wire.to, "to")) found.push(`loose wire ${wireKey(wire)}`);
    if (targets.has(wire.to)) found.push(`two wires at ${wire.to}`);
    targets.add(wire.to);
  }
  const keys = new Set((part.wires ?? []).map(wireKey));
  for (const key of Object.keys(part.ui?.wires ?? {})) if (!keys.has(key)) found.push(`bends of no wire ${key}`);
  for (const id of Object.keys(part.ui?.blocks ?? {})) if (!blocks.has(id)) found.push(`place of no block ${id}`);
  for (const side of ["inputs", "outputs"] as const) {
    for (const name of Object.keys(part.ui?.[side] ?? {}))
      if (own(part[side], name) === undefined) found.push(`place of no port ${name}`);
  }
  if ((part.ui?.notes?.length ?? 0) > (part.notes?.length ?? 0)) found.push("places of no notes");
  for (const block of blocks.values()) {
    for (const name of Object.keys(block.inputs ?? {}))
      if (targets.has(`${block.id}.${name}`)) found.push(`${block.id}.${name} twice fed`);
    if (!isSubScheme(block)) continue;
    if (!own(doc.schemes, subSchemeOf(block))) found.push(`no sub-scheme ${block.type}`);
    for (const path of Object.keys(block.parameters ?? {}))
      if (!leads(doc, subSchemeOf(block), path.split("."))) found.push(`path ${path}`);
  }
  return found;
}

function leads(doc: SchemeDocument, scheme: string, [head, ...rest]: string[]): boolean {
  const block = own(doc.schemes, scheme)?.blocks?.find(({ id }) => id === head);
  if (!block || rest.length === 0) return false;
  return isSubScheme(block) ? leads(doc, subSchemeOf(block), rest) : rest.length === 1;
}

function emptyParts(value: unknown, place: string, found: string[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const at = `${place}.${key}`;
    const empty = item === undefined || (typeof item === "object" && item !== null && Object.keys(item).length === 0);
    // A port or a note without anything special is an empty object; entries of lists and parameters are free.
    const free = /\.(inputs|outputs)\.[^.]+$|\.notes\.\d+$|\.parameters\./.test(at) || /\.schemes\.[^.]+$/.test(at);
    if (item === undefined || (empty && !free)) found.push(`empty ${at}`);
    emptyParts(item, at, found);
  }
}
