import { type NodeProps, useStore } from "@xyflow/react";
import { memo } from "react";
import { classes, Icon } from "@/ui";
import { FIRST, PITCH } from "../geometry";
import { typeIcon } from "../icons";
import { shorten, textWidth } from "../measure";
import { Badge } from "./Badge";
import css from "./BlockNode.module.css";
import type { BlockNodeType } from "./nodes";
import { Port } from "./Port";
import { Spots } from "./Spots";

/** So far off that neither ports nor figures could be made out: a large scheme is then drawn without them. */
const isFar = ({ transform }: { transform: readonly [number, number, number] }): boolean => transform[2] < 0.3;

/** So small that parameters and names of ports are but dust: blocks then show what they are called, larger. */
const isSmall = ({ transform }: { transform: readonly [number, number, number] }): boolean => transform[2] < 0.6;

/** A block: header with icon and name, key parameters, ports at the sides. Sums are round. */
export const BlockNode = memo(function BlockNode({ data, selected }: NodeProps<BlockNodeType>) {
  const { face, id, nested } = data;
  const far = useStore(isFar);
  const small = useStore(isSmall);
  const ports = far ? (
    <Spots id={id} face={face} />
  ) : (
    <>
      {face.inputs.map((pin) => (
        <Port
          key={`in:${pin.port.name}`}
          pin={pin}
          way="in"
          terminal={`${id}.${pin.port.name}`}
          wired={data.wired.includes(` in:${pin.port.name} `)}
          constant={data.constants[pin.port.name]}
          reachable={selected}
          named={!small}
        />
      ))}
      {face.outputs.map((pin) => (
        <Port
          key={`out:${pin.port.name}`}
          pin={pin}
          way="out"
          terminal={`${id}.${pin.port.name}`}
          wired={data.wired.includes(` out:${pin.port.name} `)}
          reachable={selected}
          named={!small}
        />
      ))}
    </>
  );
  const look = classes(css.block, selected && css.selected, css[data.fault], css[data.mark], face.round && css.round);
  const size = { width: face.width, height: face.height };
  if (face.round) {
    return (
      <div className={look} style={size} title={data.why || `${id}: ${data.title}`} data-testid={`block-${id}`}>
        <span className={css.sigma}>Σ</span>
        {ports}
        <Badge fault={data.fault} />
      </div>
    );
  }
  const rows = Math.max(face.inputs.length, face.outputs.length, 1);
  const widest = (pins: typeof face.inputs, side: string) =>
    Math.max(
      0,
      ...pins.filter((pin) => pin.side === side).map((pin) => 12 + textWidth(pin.label, { size: 11, mono: true })),
    );
  const both = [...face.inputs, ...face.outputs];
  const left = widest(both, "left");
  const right = widest(both, "right");
  const top = FIRST + (PITCH * (rows - 1)) / 2 - 8 * face.lines.length;
  return (
    <div
      className={classes(look, nested && css.nested, small && css.small)}
      style={size}
      title={data.why || undefined}
      data-testid={`block-${id}`}
    >
      <div className={css.head} data-color={data.color || undefined}>
        <Icon of={typeIcon(data.type)} size={15} />
        <b>{shorten(id, 26)}</b>
        {!small && face.label && <span className={css.kind}>{face.label}</span>}
      </div>
      {!small && face.lines.length > 0 && (
        <div className={css.lines} style={{ top, left, right }}>
          {face.lines.map((line) => (
            <div key={line.name}>
              {line.name} <b>{line.value}</b>
            </div>
          ))}
        </div>
      )}
      {ports}
      <Badge fault={data.fault} />
    </div>
  );
});
