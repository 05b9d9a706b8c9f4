import { Medal, RotateCcw, Shuffle, X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import type { AttemptAccount, Measure } from "@/gen/messages";
import { Button, Chip, classes, IconButton } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords, type Words } from "@/words";
import css from "./ScoreCard.module.css";

export interface ScoreCardProps {
  account: AttemptAccount;
  /** Measures of the attempt, once its record can be read. */
  measures: readonly Measure[];
  onAgain: () => void;
  onNewStart: () => void;
  onClose: () => void;
  /** The way to the record. */
  review: ReactNode;
  /** Why nothing new can be started now. */
  locked?: string;
}

function outcome(account: AttemptAccount, w: Words): string {
  const known = w.operate.score.reasons;
  return account.reason in known ? known[account.reason as keyof typeof known] : account.reason;
}

/** How the attempt went: points, medal, what they are made of, and what to do next. */
export function ScoreCard({ account, measures, onAgain, onNewStart, onClose, review, locked }: ScoreCardProps) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const medals = w.operate.score.medals;
  const medal = account.medal in medals ? medals[account.medal as keyof typeof medals] : "";
  return (
    <section className={css.card} role="dialog" aria-label={w.operate.score.title} data-testid="score-card">
      <IconButton icon={X} size="s" label={w.common.close} onClick={onClose} className={css.close} />
      <header className={css.head}>
        <div className={css.points}>
          <b data-testid="score-points">{account.score === null ? "–" : format.number(account.score, 0)}</b>
          <span className="cap">{w.operate.score.points}</span>
        </div>
        <div className={css.words}>
          <h2>{account.success ? w.operate.score.done : w.operate.score.notDone}</h2>
          <p>{outcome(account, w)}</p>
          <div className={css.chips}>
            {medal && (
              <Chip tone="ok" icon={Medal}>
                {medal}
              </Chip>
            )}
            <Chip>{format.clock(account.time, 1)}</Chip>
            {account.penalty > 0 && <Chip tone="bad">{w.operate.score.penalty(format.compact(account.penalty))}</Chip>}
          </div>
        </div>
      </header>
      {account.parts.length > 0 && (
        <ul className={css.parts}>
          {account.parts.map((part) => (
            <li key={part.name}>
              <span>{said(part.title as Said, language)}</span>
              <span className={css.track} aria-hidden="true">
                <i
                  className={classes(part.points < 0 && css.minus)}
                  style={
                    { "--share": part.most > 0 ? Math.min(1, Math.abs(part.points) / part.most) : 1 } as CSSProperties
                  }
                />
              </span>
              <span className={css.figure}>
                {format.number(part.points, 0)}
                {part.most > 0 && <small> / {format.number(part.most, 0)}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {measures.length > 0 && (
        <details className={css.measures}>
          <summary>{w.operate.score.measures}</summary>
          <dl>
            {measures.map((measure) => (
              <div key={measure.name}>
                <dt>{said(measure.title as Said, language)}</dt>
                <dd>{measure.value === null ? "–" : format.joined(format.compact(measure.value, 3), measure.unit)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <footer className={css.foot}>
        <Button variant="primary" icon={RotateCcw} onClick={onAgain} reason={locked} data-testid="score-again">
          {w.operate.score.again}
        </Button>
        <Button icon={Shuffle} onClick={onNewStart} reason={locked}>
          {w.operate.newStart}
        </Button>
        {account.record && review}
      </footer>
    </section>
  );
}
