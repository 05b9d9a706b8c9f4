import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { classes } from "@/ui";
import { shorten } from "../measure";
import { Badge } from "./Badge";
import css from "./BlockNode.module.css";
import type { TerminalNodeType } from "./nodes";
import { Port } from "./Port";

/** An external input or output of a level. */
export const TerminalNode = memo(function TerminalNode({ data, selected }: NodeProps<TerminalNodeType>) {
  const { face, name, role } = data;
  const pin = role === "input" ? face.outputs[0] : face.inputs[0];
  return (
    <div
      className={classes(css.terminal, selected && css.selected, css[data.fault], css[data.mark])}
      style={{ width: face.width }}
      title={data.why || data.port.description || undefined}
      data-testid={`${role}-${name}`}
    >
      <span className={css.pill} />
      <span className={css.words}>
        {shorten(name, 28)}
        {face.label && <span className={css.unit}>{face.label}</span>}
      </span>
      {pin && (
        <Port pin={pin} way={role === "input" ? "out" : "in"} terminal={name} wired={data.wired} reachable={selected} />
      )}
      <Badge fault={data.fault} />
    </div>
  );
});
