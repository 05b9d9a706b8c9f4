import type { PortDocument, SchemeDocument } from "@/gen/documents";
import { freshName, levelOf, NAME, own, type Part, type Point, portName, selecting, terminalText } from "./document";
import type { Made } from "./edit-blocks";
import { removeThings } from "./edit-things";
import { barePort, change, changeQuietly, having, mapUsers, mapWires, rekeyed, withUi } from "./parts";

/** External inputs or external outputs of a level. */
export type PortSide = "inputs" | "outputs";

/** Give a level an external input or output. */
export function addPort(
  doc: SchemeDocument,
  level: string,
  side: PortSide,
  name: string,
  port: PortDocument,
  at: Point,
): Made {
  const part = levelOf(doc, level);
  if (!part) return { doc, id: "" };
  const id = freshName(name, new Set(Object.keys(part[side] ?? {})));
  const made = change(doc, level, (pinned) =>
    withUi(
      { ...pinned, [side]: having(pinned[side], id, barePort(port)) },
      { ...pinned.ui, [side]: having(pinned.ui?.[side], id, { position: [at.x, at.y] }) },
    ),
  );
  return { doc: made, id };
}

/** Change what an external port carries: kind, unit, shape, description. */
export function setPort(
  doc: SchemeDocument,
  level: string,
  side: PortSide,
  name: string,
  port: PortDocument,
): SchemeDocument {
  return changeQuietly(doc, level, (part) => {
    const old = own(part[side], name);
    if (!old) return part;
    const set = barePort({ ...old, ...port });
    return JSON.stringify(set) === JSON.stringify(old) ? part : { ...part, [side]: having(part[side], name, set) };
  });
}

/** Take an external port away, with its wires inside and at every use of the sub-scheme. */
export const removePort = (doc: SchemeDocument, level: string, side: PortSide, name: string): SchemeDocument =>
  removeThings(doc, level, selecting({ [side]: [name] }));

/** Call an external port otherwise; wires inside and at every use of the sub-scheme follow. */
export function renamePort(
  doc: SchemeDocument,
  level: string,
  side: PortSide,
  name: string,
  to: string,
): SchemeDocument {
  const part = levelOf(doc, level);
  if (name === to || !NAME.test(to) || own(part?.[side], name) === undefined || own(part?.[side], to)) return doc;
  const end = side === "inputs" ? "from" : "to";
  const inside = change(doc, level, (old) => {
    const wired = mapWires(old, (wire) => (wire[end] === name ? { ...wire, [end]: to } : wire));
    const rename = (key: string) => (key === name ? to : key);
    return withUi(
      { ...wired, [side]: rekeyed(wired[side], rename) },
      { ...wired.ui, [side]: rekeyed(wired.ui?.[side], rename) },
    );
  });
  return mapUsers(inside, level, (user, ids) => renamedAtUses(user, ids, side, name, to));
}

function renamedAtUses(part: Part, ids: ReadonlySet<string>, side: PortSide, name: string, to: string): Part {
  const end = side === "inputs" ? "to" : "from";
  const wired = mapWires(part, (wire) => {
    const { block, port } = portName(wire[end]);
    return ids.has(block) && port === name ? { ...wire, [end]: terminalText(block, to) } : wire;
  });
  if (
    side === "outputs" ||
    !wired.blocks?.some((block) => ids.has(block.id) && own(block.inputs, name) !== undefined)
  ) {
    return wired;
  }
  const blocks = wired.blocks.map((block) =>
    ids.has(block.id) && block.inputs
      ? { ...block, inputs: rekeyed(block.inputs, (key) => (key === name ? to : key)) }
      : block,
  );
  return { ...wired, blocks };
}

/** Move an external port to another place in the order of ports. */
export function reorderPort(
  doc: SchemeDocument,
  level: string,
  side: PortSide,
  name: string,
  index: number,
): SchemeDocument {
  return changeQuietly(doc, level, (part) => {
    const entries = Object.entries(part[side] ?? {});
    const at = entries.findIndex(([key]) => key === name);
    const to = Math.min(Math.max(index, 0), entries.length - 1);
    if (at < 0 || at === to) return part;
    const [entry] = entries.splice(at, 1);
    if (entry) entries.splice(to, 0, entry);
    return { ...part, [side]: Object.fromEntries(entries) };
  });
}
