import {
  BookOpen,
  Check,
  CircleCheck,
  CircleMinus,
  CirclePause,
  CirclePlus,
  Hand,
  Lightbulb,
  Move3d,
  Play,
  TriangleAlert,
  X,
} from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import type { AttemptAccount, ExerciseCard, ReadingAccount, StageAccount } from "@/gen/messages";
import { Button, classes, Icon, isBoolean, useKept } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import { neededText, readingText, shownReadings } from "./figures";
import css from "./TaskCard.module.css";

function Reading({ reading }: { reading: ReadingAccount }) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const needed = neededText(format, w, reading);
  return (
    <li className={css.reading} data-holds={reading.holds}>
      <Icon of={reading.holds ? CircleCheck : TriangleAlert} size={14} strokeWidth={2} />
      <span className={css.what}>
        {said(reading.title as Said, language)}
        <span className="only-read">: {reading.holds ? w.operate.task.holds : w.operate.task.holdsNot}</span>
      </span>
      {reading.value !== null && (
        <span className={css.value} data-testid="reading-value">
          {readingText(format, w, reading)}
        </span>
      )}
      {needed && <small>{needed}</small>}
    </li>
  );
}

interface StageProps {
  stage: StageAccount;
  index: number;
  account: AttemptAccount;
  /** Whether the present stage says how it is done. */
  hint: boolean;
  way: string;
}

function Stage({ stage, index, account, hint, way }: StageProps) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const over = account.state === "done";
  const current = stage.state === "current" && !over;
  const state = stage.state === "current" && over ? "failed" : stage.state;
  const readings = shownReadings(account.readings);
  const tip = current && hint ? said(stage.hint as Said | undefined, language) : "";
  return (
    <li
      className={classes(css.stage, css[state])}
      aria-current={current ? "step" : undefined}
      data-testid={`stage-${stage.name}`}
      data-state={state}
    >
      <span className={css.number}>
        {state === "done" ? (
          <Icon of={Check} size={11} strokeWidth={3} />
        ) : state === "failed" ? (
          <Icon of={X} size={11} strokeWidth={3} />
        ) : (
          index + 1
        )}
      </span>
      <span className={css.name}>
        {said(stage.title as Said, language)}
        <span className="only-read">: {w.operate.task.states[state]}</span>
      </span>
      {stage.state === "done" && stage.time !== null && (
        <span className={css.taken}>{format.quantity(stage.time, "s", 1)}</span>
      )}
      {tip && (
        <p className={css.hint} role="status" data-testid="task-hint">
          {tip}
        </p>
      )}
      {current && (readings.length > 0 || account.hold > 0 || way) && (
        <div className={css.goal}>
          {way && (
            <p className={css.way} data-testid="task-way">
              <Icon of={Move3d} size={14} />
              {w.operate.task.way(way)}
            </p>
          )}
          <ul>
            {readings.map((reading) => (
              <Reading key={JSON.stringify([reading.title, reading.above, reading.below])} reading={reading} />
            ))}
          </ul>
          {account.hold > 0 && (
            <div className={css.hold}>
              <span>{w.operate.task.hold(format.quantity(account.hold, "s", 1))}</span>
              <span
                className={css.holdTrack}
                role="progressbar"
                aria-label={w.operate.task.hold(format.quantity(account.hold, "s", 1))}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round((100 * Math.min(account.held, account.hold)) / account.hold)}
              >
                <i style={{ "--share": Math.min(1, account.held / account.hold) } as CSSProperties} />
              </span>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

const SHOWN_EVENTS = 3;

function Events({ account }: { account: AttemptAccount }) {
  const format = useFormat();
  const language = useLanguage();
  const events = account.events.filter((event) => event.points !== 0).slice(-SHOWN_EVENTS);
  if (events.length === 0) return null;
  return (
    <ul className={css.events}>
      {events.map((event) => (
        <li key={`${event.time} ${event.kind}`} className={event.points < 0 ? css.bad : css.good}>
          <Icon of={event.points < 0 ? CircleMinus : CirclePlus} size={16} />
          <span className={css.what}>{said(event.title as Said, language)}</span>
          <span className={css.when}>{format.clock(event.time, 0)}</span>
          <b>{event.points > 0 ? `+${format.compact(event.points)}` : format.compact(event.points)}</b>
        </li>
      ))}
    </ul>
  );
}

export interface TaskCardProps {
  account: AttemptAccount;
  exercise: ExerciseCard | null;
  onStart: () => void;
  /** Why it cannot be started now; undefined if it can. */
  noStart?: string;
  onHowTo: () => void;
  /** What is left to what the present stage aims at, in words of the stick; empty if there is nothing to go to. */
  way?: string;
  /** The ways to operate, to choose from before it starts. */
  ways?: ReactNode;
  /** Buttons at the end of the foot. */
  children?: ReactNode;
}

/** The task: time, score, stages, what the present one measures, and what happened. */
export function TaskCard({ account, exercise, onStart, noStart, onHowTo, way = "", ways, children }: TaskCardProps) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const [hint, setHint] = useKept("operate.hint", true, isBoolean);
  const clock = format.clock(account.time, 1);
  const current = account.stages[account.stage];
  const waiting = account.state === "waiting";
  const tip = said(current?.hint as Said | undefined, language);
  const how = said(exercise?.instructions as Said | undefined, language);
  return (
    <section className={css.card} aria-label={w.operate.task.title} data-testid="task-card" data-state={account.state}>
      <header className={css.head}>
        <span className="cap">{w.operate.task.time}</span>
        <span className="cap">{account.state === "running" ? w.operate.task.scoreYet : w.operate.task.score}</span>
        <span className={css.clock} data-standing={account.standing || undefined}>
          <span role="timer" data-testid="task-time">
            {clock.slice(0, -2)}
            <span className={css.tenths}>{clock.slice(-2)}</span>
          </span>
          {account.duration !== null && <small>{w.operate.task.of(format.clock(account.duration, 0))}</small>}
        </span>
        <span className={css.points} data-testid="task-score">
          {account.points === null || waiting ? "–" : format.points(account.points)}
        </span>
      </header>
      {account.standing && (
        <p className={css.standing} role="status" data-testid="task-standing">
          <Icon of={CirclePause} size={14} />
          {w.operate.task.standing[account.standing]}
        </p>
      )}
      {account.record_problem && (
        <p className={css.problem} role="alert" data-testid="record-problem">
          <Icon of={TriangleAlert} size={14} />
          {account.record_problem}
        </p>
      )}
      {account.taken_over !== null && account.state === "running" && (
        <p className={css.problem} role="status" data-testid="task-assisted">
          <Icon of={Hand} size={14} />
          {w.operate.demo.taken(format.clock(account.taken_over, 1))}
        </p>
      )}
      {waiting && ways}
      {waiting && how ? (
        <div className={css.brief}>
          <p>{said(exercise?.description as Said | undefined, language)}</p>
          {tip && (
            <p className={css.first} data-testid="task-first">
              <b>{w.operate.task.first}</b> {tip}
            </p>
          )}
        </div>
      ) : (
        <div className={css.stages}>
          <ol>
            {account.stages.map((stage, index) => (
              <Stage key={stage.name} stage={stage} index={index} account={account} hint={hint} way={way} />
            ))}
          </ol>
          <Events account={account} />
        </div>
      )}
      <footer className={css.foot}>
        {waiting ? (
          <Button variant="primary" size="s" icon={Play} onClick={onStart} reason={noStart} data-testid="task-start">
            {w.operate.start}
          </Button>
        ) : (
          tip && (
            <Button variant="quiet" size="s" icon={Lightbulb} pressed={hint} onClick={() => setHint(!hint)}>
              {w.operate.task.hint}
            </Button>
          )
        )}
        {how && (
          <Button variant="quiet" size="s" icon={BookOpen} onClick={onHowTo}>
            {w.operate.task.howTo}
          </Button>
        )}
        {children}
        {!waiting && account.stages.length > 0 && (
          <span className={css.short}>
            {w.operate.task.stageOf(Math.min(account.stage + 1, account.stages.length), account.stages.length)}
          </span>
        )}
      </footer>
    </section>
  );
}
