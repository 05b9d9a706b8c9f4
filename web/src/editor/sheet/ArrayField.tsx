import { Minus, Plus } from "lucide-react";
import { IconButton, NumberField } from "@/ui";
import { useWords } from "@/words";
import css from "./Sheet.module.css";
import { entryAt, replaced, resized, shapeOf } from "./values";

/** Props of {@link ArrayField}. */
export interface ArrayFieldProps {
  label: string;
  value: unknown;
  /** Sizes that are given; what is no number may be chosen. */
  shape: readonly (number | string)[];
  unit: string;
  whole?: boolean;
  onChange: (value: unknown) => void;
}

const MOST = 144;

/** A vector or matrix, entry by entry. */
export function ArrayField({ label, value, shape, unit, whole, onChange }: ArrayFieldProps) {
  const w = useWords();
  const s = w.design.sheet;
  const sizes = shapeOf(value);
  const [rows = 0, columns] = sizes;
  const free = typeof shape[0] !== "number";
  const many = (rows || 0) * (columns ?? 1);
  const paths = Array.from({ length: rows }, (_, row) =>
    columns === undefined ? [[row]] : Array.from({ length: columns }, (_, column) => [row, column]),
  );
  const resize = (count: number) => onChange(resized([count, ...sizes.slice(1)], value, 0));
  return (
    <fieldset className={css.array}>
      <legend>
        {label}
        <span className="cap num">{sizes.join("×")}</span>
        {free && (
          <span className={css.sizes}>
            <IconButton
              icon={Minus}
              size="s"
              label={s.dropEntry}
              reason={rows <= 1 ? s.lastEntry : undefined}
              onClick={() => resize(rows - 1)}
            />
            <IconButton icon={Plus} size="s" label={s.addEntry} onClick={() => resize(rows + 1)} />
          </span>
        )}
      </legend>
      {many <= MOST && (
        <div className={css.grid} data-columns={Math.min(columns ?? Math.min(rows, 3), 4)}>
          {paths.flat().map((path) => (
            <NumberField
              key={path.join()}
              label={s.entry(path.map((index) => index + 1).join(", "))}
              labelled="hidden"
              unit={many <= 3 ? unit : "1"}
              whole={whole}
              value={entryAt(value, path)}
              onChange={(number) => onChange(replaced(value, path, number))}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
