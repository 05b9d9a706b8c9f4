import { useMemo } from "react";
import { levelOf } from "@/model/scheme/document";
import { externalPorts, portsOf } from "@/model/scheme/store";
import { classes } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import { Glyph } from "../Glyph";
import { type Quantity, type Structure, structureOf } from "../look";
import css from "./Canvas.module.css";

const QUANTITIES: Quantity[] = ["length", "angle", "rate", "force", "electric", "pose", "number"];
const STRUCTURES: Structure[] = ["logic", "vector", "pose"];

/** Colours and shapes that occur on this level. */
export function Legend() {
  const w = useWords();
  const c = w.design.canvas;
  const { store } = useEditor();
  const part = useScheme((state) => levelOf(state.doc, state.level));
  const check = useScheme((state) => state.check);
  // biome-ignore lint/correctness/useExhaustiveDependencies: ports follow from the level and its check
  const seen = useMemo(() => {
    const state = store.getState();
    const outside = externalPorts(state, state.level);
    const facts = [outside, ...(part?.blocks ?? []).map((block) => portsOf(state, state.level, block.id))];
    const found = new Set<string>();
    for (const { inputs, outputs } of facts) {
      for (const port of [...inputs, ...outputs]) {
        found.add(port.quantity);
        found.add(`shape ${structureOf(port)}`);
      }
    }
    return found;
  }, [part?.blocks, check, store]);
  const quantities = QUANTITIES.filter((quantity) => seen.has(quantity));
  const structures = STRUCTURES.filter(
    (structure) => seen.has(`shape ${structure}`) && !(structure === "pose" && seen.has("pose")),
  );
  if (quantities.length + structures.length === 0) return null;
  return (
    <p className={classes(css.legend, css.glass)}>
      <span className="only-read">{c.legend}</span>
      {quantities.map((quantity) => (
        <span key={quantity}>
          <Glyph quantity={quantity} structure={quantity === "pose" ? "pose" : "scalar"} size={10} />
          {c.quantities[quantity]}
        </span>
      ))}
      {structures.map((structure) => (
        <span key={structure}>
          <Glyph quantity={structure === "logic" ? "logic" : "number"} structure={structure} size={10} />
          {c.structures[structure]}
        </span>
      ))}
    </p>
  );
}
