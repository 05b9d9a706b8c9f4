import { type RefObject, useRef } from "react";
import type { BlockInfo, PortInfo } from "@/gen/messages";
import { Chip } from "@/ui";
import { usePlaced } from "@/ui/place";
import { useFormat, useWords } from "@/words";
import { Equation } from "../Equation";
import { Glyph } from "../Glyph";
import { shapeText, structureOf } from "../look";
import css from "./Palette.module.css";

/** What a block does, beside the palette. */
export function BlockCard({ info, anchor }: { info: BlockInfo; anchor: RefObject<Element | null> }) {
  const w = useWords();
  const box = useRef<HTMLDivElement>(null);
  usePlaced(true, anchor, box, "right", "start");
  return (
    <div ref={box} popover="manual" role="tooltip" className={css.card}>
      <header>
        <b>{info.title}</b>
        <span className="cap num">{info.family === "part" ? info.text : info.name}</span>
      </header>
      <p>{info.summary}</p>
      {info.equation && <Equation tex={info.equation} className={css.equation} />}
      <Ports label={w.design.palette.inputs} ports={info.inputs} />
      <Ports label={w.design.palette.outputs} ports={info.outputs} />
      {info.state && <Chip>{w.design.palette.remembers}</Chip>}
    </div>
  );
}

function Ports({ label, ports }: { label: string; ports: readonly PortInfo[] }) {
  const format = useFormat();
  if (ports.length === 0) return null;
  return (
    <div className={css.ports}>
      <span className="cap">{label}</span>
      {ports.slice(0, 8).map((port) => (
        <span key={port.name} className={css.port}>
          <Glyph quantity={port.quantity} structure={structureOf(port)} size={9} />
          <span className="num">{port.name}</span>
          <span className="cap">{[format.unit(port.unit), shapeText(port.shape)].filter(Boolean).join(" ")}</span>
        </span>
      ))}
    </div>
  );
}
