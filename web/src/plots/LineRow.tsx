import { X } from "lucide-react";
import { type DragEvent, type ReactNode, useRef } from "react";
import type { Line } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import type { ViewStore } from "@/model/plots/view";
import { classes, IconButton } from "@/ui";
import { useFormat, useWords } from "@/words";
import { figure, lineValue, unitText } from "./figures";
import css from "./LineRow.module.css";
import { useRedraw, write } from "./redraw";

/** Props of {@link LineRow}. */
export interface LineRowProps {
  line: Line;
  source: SignalSource;
  view: ViewStore;
  onRemove?: () => void;
  /** What is put at the end, such as a menu. */
  children?: ReactNode;
  /** Makes the row something to drag; called when the drag begins. */
  onDrag?: (event: DragEvent) => void;
  className?: string;
}

/** One line of a legend: its colour, its name and its value now or at the cursor, and both cursors while measuring. */
export function LineRow({ line, source, view, onRemove, children, onDrag, className }: LineRowProps) {
  const words = useWords();
  const format = useFormat();
  const value = useRef<HTMLSpanElement>(null);
  const measured = useRef<HTMLSpanElement>(null);
  useRedraw(source, view, () => {
    const { cursor, measure } = view.getState();
    // What is paused shows the values where it was paused.
    const at = cursor ?? view.getState().heldAt;
    // While measuring, the difference takes the place of the value unless the cursor asks for it.
    const differs = measure !== null && cursor === null && !line.boolean;
    write(value.current, differs ? "" : figure(lineValue(source, line, at), line, format, words));
    const [a, b] = (measure ?? []).map((time) => lineValue(source, line, time));
    const delta =
      a === undefined || b === undefined ? "" : `Δ ${figure(b - a, { ...line, boolean: false }, format, words)}`;
    write(measured.current, differs ? delta : "");
  });
  return (
    <li
      className={classes(css.row, line.selected && css.selected, className)}
      draggable={onDrag !== undefined}
      onDragStart={onDrag}
      title={[line.name, line.description].filter(Boolean).join("\n")}
      data-testid="plot-line"
      data-signal={line.name}
    >
      <svg className={css.dash} width="14" height="4" aria-hidden="true">
        <line
          x1="0"
          x2="14"
          y1="2"
          y2="2"
          stroke={`var(--${line.colour})`}
          strokeWidth="3"
          strokeDasharray={["", "6 2", "3 2", "5 2 2 2"][line.dash % 4]}
        />
      </svg>
      <span className={css.name}>{line.label}</span>
      <span ref={measured} className={css.delta} />
      <span ref={value} className={css.value} data-testid="plot-value" />
      <span className={css.unit}>{unitText(line, format)}</span>
      {(onRemove || children) && (
        <span className={css.end}>
          {children}
          {onRemove && (
            <IconButton
              size="s"
              variant="quiet"
              icon={X}
              label={words.plots.removeSignal(line.label)}
              onClick={onRemove}
            />
          )}
        </span>
      )}
    </li>
  );
}
