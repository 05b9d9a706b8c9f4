import { ChartSpline } from "lucide-react";
import type { BlockFacts, PortInfo } from "@/gen/messages";
import { usePlotted } from "@/model/plotted";
import { levelOf } from "@/model/scheme/document";
import { IconButton } from "@/ui";
import { useFormat, useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import { Glyph } from "../Glyph";
import { knownSignal, LiveText } from "../LiveText";
import { shapeText, structureOf } from "../look";
import { useRunState } from "../running";
import { signalNames, sourceOf } from "../signals";
import css from "./Sheet.module.css";

/** Ports of a block with units, sizes and what is on them now. */
export function Ports({ id, facts, level }: { id: string; facts: BlockFacts; level: string }) {
  const w = useWords();
  const format = useFormat();
  const { name } = useEditor();
  const doc = useScheme((state) => state.doc);
  const path = useScheme((state) => state.path);
  const run = useRunState(name);
  const add = usePlotted((plotted) => plotted.add);
  if (facts.inputs.length + facts.outputs.length === 0) return null;
  const row = (port: PortInfo, input: boolean) => {
    const source = input ? sourceOf(doc, level, `${id}.${port.name}`) : `${id}.${port.name}`;
    const wired = input ? source !== undefined : levelOf(doc, level)?.wires?.some((wire) => wire.from === source);
    const names = source ? signalNames(doc, path, source) : [];
    const unit = format.unit(port.unit);
    return (
      <div key={`${input} ${port.name}`} className={css.port}>
        <Glyph quantity={port.quantity} structure={structureOf(port)} hollow={!wired} size={12} />
        <span className="num">{port.name}</span>
        <span className={css.portText} title={port.description}>
          {port.description || w.design.sheet[input ? "input" : "output"]}
        </span>
        <span className={css.value}>
          {run !== "none" && names.length > 0 && <LiveText names={names} className="num" />}{" "}
          <span className="cap num">{[unit, shapeText(port.shape)].filter(Boolean).join(" ")}</span>
        </span>
        {run !== "none" && names.length > 0 ? (
          <IconButton
            icon={ChartSpline}
            size="s"
            label={w.design.sheet.plot}
            onClick={() => add(knownSignal(names) ?? names[0] ?? "")}
          />
        ) : (
          <span />
        )}
      </div>
    );
  };
  return (
    <div className={css.section}>
      <h3>{w.design.sheet.ports}</h3>
      {facts.inputs.map((port) => row(port, true))}
      {facts.outputs.map((port) => row(port, false))}
    </div>
  );
}
