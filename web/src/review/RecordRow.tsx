import { Bot, ChartLine, Download, Trash2 } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { RecordEntry } from "@/gen/messages";
import { outcomeOf } from "@/model/review/list";
import { navigate } from "@/shell/router";
import { classes, Icon, Menu } from "@/ui";
import { useFormat, useWords } from "@/words";
import type { Letter } from "./Key";
import { plotsPath, recordPath, save } from "./paths";
import css from "./RecordList.module.css";

export interface RecordRowProps {
  entry: RecordEntry;
  title: string;
  as: Letter | null;
  onOpen: () => void;
  onTick: () => void;
  onRemove: () => void;
}

/** One record: click opens it, the tick compares it. */
export function RecordRow({ entry, title, as, onOpen, onTick, onRemove }: RecordRowProps) {
  const w = useWords().review;
  const format = useFormat();
  const row = useRef<HTMLLIElement>(null);
  const [menu, setMenu] = useState(false);
  const moment = 1000 * entry.started;
  const when = format.time(moment);
  const { word, tone } = outcomeOf(entry);
  const reason = word && (w.reasons[word] ?? word);
  const points = entry.points === null ? "—" : format.points(entry.points);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Delete") return;
    event.preventDefault();
    onRemove();
  };
  return (
    <li
      ref={row}
      className={classes(css.row, as && css[as])}
      data-testid="record"
      data-name={entry.name}
      data-as={as ?? ""}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenu(true);
      }}
    >
      <button
        type="button"
        role="checkbox"
        aria-checked={as !== null}
        aria-label={w.tickAs(title)}
        className={css.tick}
        onClick={onTick}
        data-testid="record-tick"
      >
        <span className={css.box}>{as?.toUpperCase()}</span>
      </button>
      <button
        type="button"
        className={css.open}
        aria-current={as === "a" || undefined}
        title={[entry.name, entry.pilot || entry.operator, entry.partial].filter(Boolean).join("\n")}
        onClick={onOpen}
        onKeyDown={keys}
        data-testid="record-open"
      >
        <span className={css.line}>
          <span className={css.title}>
            {entry.pilot && <Icon of={Bot} size={13} className={css.pilot} />}
            {title}
          </span>
          <span className={css.points} aria-hidden="true">
            {points}
          </span>
          <span className="only-read">
            {[entry.pilot && w.byPilot(entry.pilot), entry.points === null ? w.noScore : w.score(points), entry.partial]
              .filter(Boolean)
              .join(", ")}
          </span>
        </span>
        <span className={css.line}>
          <small className={css.when}>
            {when} · {format.clock(entry.time, 0).replace(/^0(?=\d:)/, "")}
          </small>
          {reason && <small className={classes(css.reason, tone && css[tone])}>{reason}</small>}
        </span>
      </button>
      <Menu
        open={menu}
        onClose={() => setMenu(false)}
        anchor={row}
        label={title}
        items={[
          { label: w.saveMcap, icon: Download, onSelect: () => save(`${recordPath(entry.name)}/file`) },
          { label: w.openPlots, icon: ChartLine, onSelect: () => navigate(plotsPath(entry.name)) },
          "-",
          { label: w.removeRecord, icon: Trash2, danger: true, kbd: "Del", onSelect: onRemove },
        ]}
      />
    </li>
  );
}
