import { Medal, TrendingDown, TrendingUp, TriangleAlert } from "lucide-react";
import type { RecordEntry, RecordInfo } from "@/gen/messages";
import { difference } from "@/model/review/compare";
import { outcomeOf } from "@/model/review/list";
import { Icon } from "@/ui";
import { said, useFormat, useLanguage, useWords } from "@/words";
import { Key, type Letter } from "./Key";
import css from "./Measures.module.css";

/** Points of an attempt, its medal, or why it has none. */
export function Total({ letter, entry, title }: { letter: Letter; entry: RecordEntry; title: string }) {
  const w = useWords().review;
  const format = useFormat();
  const { word, tone } = outcomeOf(entry);
  const medal = w.medals[entry.medal];
  return (
    <article className={css.total} data-testid={`review-total-${letter}`}>
      <h3>
        <Key of={letter} />
        <span title={title}>{title}</span>
      </h3>
      <p>
        <b>{entry.points === null ? "—" : format.points(entry.points)}</b>
        {entry.points !== null && <span>{w.of100}</span>}
      </p>
      {medal && (
        <small className={css[entry.medal]}>
          <Icon of={Medal} size={13} />
          {medal}
        </small>
      )}
      {word && <small className={tone ? css[tone] : undefined}>{w.reasons[word] ?? word}</small>}
    </article>
  );
}

/** What is missing in a record. */
export function Damaged({ text, letter }: { text: string; letter: Letter | null }) {
  const w = useWords().review;
  return (
    <p className={css.damaged} role="status" data-testid="review-damaged">
      <Icon of={TriangleAlert} size={15} />
      <span>
        {letter && <Key of={letter} />} {w.damaged} {text}
      </span>
    </p>
  );
}

/** How A differs from B, in a sentence. */
export function Sentence({ a, b }: { a: RecordInfo; b: RecordInfo | null }) {
  const w = useWords().review;
  const language = useLanguage();
  const found = difference(a, b);
  if (found.kind === "none") return null;
  const main = found.kind === "points" && found.main ? said(found.main, language) : "";
  return (
    <p className={css.sentence} data-testid="review-difference" data-kind={found.kind}>
      {found.kind === "points" ? (
        <>
          <Icon of={found.better ? TrendingUp : TrendingDown} size={16} className={found.better ? css.good : css.bad} />
          <span>
            <b className={found.better ? css.good : css.bad}>
              {found.better ? w.better(found.points) : w.worse(found.points)}
            </b>{" "}
            {main && (found.better ? w.gainedBy(main) : w.lostBy(main))}
          </span>
        </>
      ) : (
        <span>
          {found.kind === "same"
            ? w.samePoints
            : found.kind === "foreign"
              ? w.foreign
              : w.unscored(found.which.toUpperCase())}
        </span>
      )}
    </p>
  );
}
