import type { Difference } from "@/model/scheme/diff";
import { Chip } from "@/ui";
import { useWords } from "@/words";
import css from "./Changes.module.css";
import { detailText } from "./changes";

const TONES = { added: "ok", removed: "bad", changed: "warn", moved: "plain" } as const;

/** A list of changes. */
export function Changes({ list }: { list: readonly Difference[] }) {
  const w = useWords();
  const d = w.design.diff;
  if (list.length === 0) return <p>{d.none}</p>;
  return (
    <ul className={css.list} data-testid="changes">
      {list.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same
        <li key={`${index} ${change.level} ${change.what} ${change.name}`}>
          <Chip tone={TONES[change.kind]}>{d[change.kind]}</Chip>
          <span className={css.thing}>
            <span className="cap">
              {change.level && `${change.level} › `}
              {d.what[change.what]}{" "}
            </span>
            {change.name.replace(" -> ", " → ")}
            {change.details.length > 0 && (
              <span className={css.detail}>{change.details.map(detailText).join(", ")}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
