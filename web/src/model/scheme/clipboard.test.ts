import { describe, expect, it } from "vitest";
import { copy, FRAGMENT, paste } from "./clipboard";
import { emptyScheme, everything, positionOf, selecting, wireKey } from "./document";
import { setParameter } from "./edits";
import { flaws, servo } from "./testing/samples";

const at = { x: 500, y: 300 };

function pasted(doc = servo, level = "", text = copy(servo, "", everything(servo))) {
  const result = paste(doc, level, text, at);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

describe("copy and paste", () => {
  it("keep wires among what was copied, with fresh ids", () => {
    const text = copy(servo, "axis", selecting({ blocks: ["pd", "drive"] }));
    const { doc, selection } = pasted(servo, "axis", text);
    expect(selection.blocks).toEqual(["pd_2", "drive_2"]);
    expect(selection.wires).toEqual(["pd_2.y -> drive_2.x"]);
    expect(flaws(doc)).toEqual([]);
  });

  it("put the top left corner where it is wanted and keep distances", () => {
    const text = copy(servo, "axis", selecting({ blocks: ["pd", "drive"] }));
    const { doc, selection } = pasted(servo, "axis", text);
    const part = doc.schemes?.axis ?? servo;
    const [a, b] = selection.blocks.map((id) => positionOf(part, "blocks", id));
    const [c, d] = ["pd", "drive"].map((id) => positionOf(part, "blocks", id));
    expect(Math.min(a?.x ?? 0, b?.x ?? 0)).toBe(at.x);
    expect((b?.x ?? 0) - (a?.x ?? 0)).toBe((d?.x ?? 0) - (c?.x ?? 0));
  });

  it("bring ports, notes and sub-schemes into another scheme", () => {
    const { doc, selection } = pasted(emptyScheme("other"));
    expect(doc.schemes).toEqual(servo.schemes);
    expect(doc.wires?.map(wireKey)).toEqual(servo.wires?.map(wireKey));
    expect(selection.notes).toEqual([0]);
    expect(flaws(doc)).toEqual([]);
  });

  it("share a sub-scheme that is the same, and rename one that is not", () => {
    const text = copy(servo, "", selecting({ blocks: ["axis"] }));
    expect(Object.keys(pasted(servo, "", text).doc.schemes ?? {})).toEqual(["axis"]);
    const other = setParameter(servo, "axis", "drive", "k", 99);
    const { doc, selection } = pasted(other, "", text);
    expect(Object.keys(doc.schemes ?? {})).toEqual(["axis", "axis_2"]);
    expect(doc.blocks?.find((block) => block.id === selection.blocks[0])?.type).toBe("scheme.axis_2");
  });

  it("refuse foreign and broken text with a reason", () => {
    const reason = (text: string) => {
      const result = paste(servo, "", text, at);
      return result.ok ? "" : result.reason;
    };
    expect(reason("hello")).toBe("not-ours");
    expect(reason(JSON.stringify({ format: "other" }))).toBe("not-ours");
    expect(reason("")).toBe("empty");
    expect(reason(JSON.stringify({ format: FRAGMENT, version: 2 }))).toBe("newer");
    expect(reason(JSON.stringify({ format: FRAGMENT, version: 1, blocks: [{ id: 3 }] }))).toBe("broken");
    expect(reason(JSON.stringify({ format: FRAGMENT, version: 1, blocks: [] }))).toBe("empty");
  });

  it("refuse to put a sub-scheme into itself", () => {
    const text = copy(servo, "", selecting({ blocks: ["axis"] }));
    expect(paste(servo, "axis", text, at)).toEqual({ ok: false, reason: "nests" });
  });
});
