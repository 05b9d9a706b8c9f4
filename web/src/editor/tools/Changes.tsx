import { Chip } from "@/ui";
import { useWords } from "@/words";
import type { Change } from "./changes";
import css from "./Changes.module.css";

const TONES = { added: "ok", removed: "bad", changed: "warn" } as const;

/** A list of changes. */
export function Changes({ list }: { list: readonly Change[] }) {
  const w = useWords();
  const d = w.design.diff;
  if (list.length === 0) return <p>{d.none}</p>;
  return (
    <ul className={css.list} data-testid="changes">
      {list.map((change) => (
        <li key={`${change.level} ${change.kind} ${change.thing}`}>
          <Chip tone={TONES[change.kind]}>{d[change.kind]}</Chip>
          <span className={css.thing}>
            {change.level && <span className="cap">{change.level} › </span>}
            {change.thing}
            {change.detail && <span className={css.detail}>{change.detail}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
