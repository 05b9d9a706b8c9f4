import { Undo2 } from "lucide-react";
import { IconButton } from "@/ui";
import { useFormat, useWords } from "@/words";
import { useEditor, useView } from "../context";
import { putBack } from "../running";
import css from "./Sheet.module.css";
import { valueText } from "./values";

/** What was tuned while the scheme ran, each with a way back. */
export function Changed() {
  const w = useWords();
  const format = useFormat();
  const editor = useEditor();
  const tuned = useView((view) => view.tuned);
  if (tuned.length === 0) return null;
  return (
    <div className={css.section} data-testid="changed-this-run">
      <h3>{w.design.sheet.changed}</h3>
      {tuned.map((entry) => (
        <div key={entry.name} className={css.changed}>
          <span className="num">{entry.name}</span>
          <span className="num">
            {valueText(entry.before, format)} → {valueText(entry.after, format)}
          </span>
          <span className="cap num">{format.time(entry.when)}</span>
          <IconButton
            icon={Undo2}
            size="s"
            label={`${w.design.sheet.putBack} ${entry.name}`}
            onClick={() => putBack(editor, entry)}
          />
        </div>
      ))}
    </div>
  );
}
