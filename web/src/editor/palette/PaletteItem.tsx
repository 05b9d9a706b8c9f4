import { memo, type PointerEvent, useRef, useState } from "react";
import type { BlockInfo, PortInfo } from "@/gen/messages";
import { classes, Icon } from "@/ui";
import { Glyph } from "../Glyph";
import { typeIcon } from "../icons";
import { structureOf } from "../look";
import { BlockCard } from "./BlockCard";
import css from "./Palette.module.css";
import { carry } from "./usePlacing";

/** Props of {@link PaletteItem}. */
export interface PaletteItemProps {
  info: BlockInfo;
  /** Whether arrows stand on it. */
  current: boolean;
  onPlace: (type: string) => void;
  onDrop: (type: string, x: number, y: number) => void;
  onCurrent: (type: string) => void;
}

const MAX_GLYPHS = 4;

/** Different kinds of outputs (of inputs, where there are none). */
function glyphs(info: BlockInfo): PortInfo[] {
  const ports = info.outputs.length > 0 ? info.outputs : info.inputs;
  const seen = new Set<string>();
  return ports
    .filter((port) => {
      const look = `${structureOf(port)} ${port.quantity}`;
      if (seen.has(look)) return false;
      seen.add(look);
      return true;
    })
    .slice(0, MAX_GLYPHS);
}

/** One block type: drag it to the canvas, or place it with Enter or a double click. */
export const PaletteItem = memo(function PaletteItem({ info, current, onPlace, onDrop, onCurrent }: PaletteItemProps) {
  const item = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  const timer = useRef(0);
  const show = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(true), 350);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setShown(false);
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    hide();
    if (event.button === 0) carry(event, info.name, onDrop);
  };
  return (
    <div
      ref={item}
      role="treeitem"
      aria-level={2}
      aria-selected={current}
      tabIndex={current ? 0 : -1}
      className={css.item}
      data-type={info.name}
      data-testid={`palette-${info.name}`}
      onPointerDown={press}
      onPointerEnter={(event) => event.pointerType === "mouse" && event.buttons === 0 && show()}
      onPointerLeave={hide}
      onFocus={(event) => {
        onCurrent(info.name);
        if (event.target.matches(":focus-visible")) show();
      }}
      onBlur={hide}
      onDoubleClick={() => onPlace(info.name)}
    >
      <span className={css.sign}>
        <Icon of={typeIcon(info.name)} size={14} />
      </span>
      <span className={css.title}>{info.title}</span>
      <span className={css.glyphs}>
        {glyphs(info).map((port) => (
          <Glyph
            key={port.name}
            quantity={port.quantity}
            structure={structureOf(port)}
            size={9}
            className={classes(css.glyph)}
          />
        ))}
      </span>
      {shown && <BlockCard info={info} anchor={item} />}
    </div>
  );
});
