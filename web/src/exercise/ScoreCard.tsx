import { Medal, RotateCcw, Shuffle, TriangleAlert, X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import type { AttemptAccount, LimitBreaks, Measure } from "@/gen/messages";
import { Button, Chip, classes, Icon, IconButton } from "@/ui";
import { type Language, type Said, said, useFormat, useLanguage, useWords, type Words } from "@/words";
import { measureText, neededText, readingText } from "./figures";
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

function outcome(account: AttemptAccount, w: Words, language: Language): string {
  const fatal = account.breaks.find((broken) => broken.fatal);
  if (fatal) return w.operate.score.endedBy(said(fatal.title as Said, language));
  const known = w.operate.score.reasons;
  return account.reason in known ? known[account.reason as keyof typeof known] : account.reason;
}

/** A broken limit: which, how often, when, in which stage, where, and what was measured. */
function Broken({ of }: { of: LimitBreaks }) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const stage = said(of.stage as Said, language);
  const where = of.place && `(${of.place.map((x) => format.number(x, 2)).join("; ")})\u00a0${format.unit("m")}`;
  const readings = of.readings.map((reading) => {
    const needed = neededText(format, w, reading);
    return `${said(reading.title as Said, language)} ${readingText(format, w, reading)}${needed && ` (${needed})`}`;
  });
  const facts = [
    format.clock(of.time, 1),
    stage && w.operate.score.inStage(stage),
    where && w.operate.score.at(where),
    ...readings,
    of.count > 1 && w.operate.score.times(of.count),
  ];
  return (
    <li data-testid="score-broken">
      <Icon of={TriangleAlert} size={14} />
      <span>
        <b>{said(of.title as Said, language)}</b>
        <small>{facts.filter(Boolean).join(" · ")}</small>
      </span>
      <span className={css.figure}>{of.fatal ? w.operate.score.ended : format.compact(of.points)}</span>
    </li>
  );
}

/** How the attempt went: points, medal, what they are made of, and what to do next. */
export function ScoreCard({ account, measures, onAgain, onNewStart, onClose, review, locked }: ScoreCardProps) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const medals = w.operate.score.medals;
  const medal = account.medal in medals ? medals[account.medal as keyof typeof medals] : "";
  const lost = -account.parts.reduce((sum, part) => sum + Math.min(0, part.points), 0);
  return (
    <section className={css.card} role="dialog" aria-label={w.operate.score.title} data-testid="score-card">
      <IconButton icon={X} size="s" label={w.common.close} onClick={onClose} className={css.close} />
      <header className={css.head}>
        <div className={css.points}>
          <b data-testid="score-points">{account.score === null ? "–" : format.points(account.score)}</b>
          <span className="cap">{w.operate.score.points}</span>
        </div>
        <div className={css.words}>
          <h2>{account.success ? w.operate.score.done : w.operate.score.notDone}</h2>
          <p>{outcome(account, w, language)}</p>
          {account.pilot && (
            <p data-testid="score-assisted">
              {account.taken_over === null
                ? w.operate.demo.byPilot
                : w.operate.demo.taken(format.clock(account.taken_over, 1))}
            </p>
          )}
          <div className={css.chips}>
            {medal && (
              <Chip tone="ok" icon={Medal}>
                {medal}
              </Chip>
            )}
            <Chip>{format.clock(account.time, 1)}</Chip>
            {account.stood > 0 && <Chip>{w.operate.score.stood(format.clock(account.stood, 1))}</Chip>}
            {lost > 0 && <Chip tone="bad">{w.operate.score.penalty(format.number(lost, 0))}</Chip>}
          </div>
        </div>
      </header>
      {account.breaks.length > 0 && (
        <section className={css.broken} aria-label={w.operate.score.brokenLimits}>
          <ul>
            {account.breaks.map((broken) => (
              <Broken key={broken.name} of={broken} />
            ))}
          </ul>
        </section>
      )}
      {account.parts.length > 0 && (
        <ul className={css.parts}>
          {account.parts.map((part) => (
            <li key={part.name} data-testid="score-part" data-counts={part.counts}>
              <span>{said(part.title as Said, language)}</span>
              <span className={css.track} aria-hidden="true">
                {part.counts && (
                  <i
                    className={classes(part.points < 0 && css.minus)}
                    style={
                      { "--share": part.most > 0 ? Math.min(1, Math.abs(part.points) / part.most) : 1 } as CSSProperties
                    }
                  />
                )}
              </span>
              <span className={css.figure}>
                {part.counts ? (
                  <>
                    {part.points > 0 && part.most === 0 && "+"}
                    {format.number(part.points, 0)}
                    {part.most > 0 && <small> / {format.number(part.most, 0)}</small>}
                  </>
                ) : (
                  <small>{w.operate.score.uncounted}</small>
                )}
              </span>
            </li>
          ))}
          {account.score !== null && (
            <li className={css.sum}>
              <b>{w.operate.score.sum}</b>
              <span />
              <span className={css.figure} data-testid="score-sum">
                {format.points(account.score)}
                <small> / {format.number(100, 0)}</small>
              </span>
            </li>
          )}
          {account.parts.some((part) => !part.counts) && <li className={css.why}>{w.operate.score.uncountedWhy}</li>}
        </ul>
      )}
      {measures.length > 0 && (
        <details className={css.measures}>
          <summary>{w.operate.score.measures}</summary>
          {measures.some((measure) => !measure.counts) && <p className={css.why}>{w.operate.score.measuresWhy}</p>}
          <dl>
            {measures.map((measure) => (
              <div key={measure.name}>
                <dt>{said(measure.title as Said, language)}</dt>
                <dd>{measureText(format, measure)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <footer className={css.foot}>
        <Button variant="primary" icon={RotateCcw} onClick={onAgain} reason={locked} data-testid="score-again">
          {account.pilot ? w.operate.demo.again : w.operate.score.again}
        </Button>
        <Button icon={Shuffle} onClick={onNewStart} reason={locked}>
          {w.operate.newStart}
        </Button>
        {account.record && review}
      </footer>
    </section>
  );
}
