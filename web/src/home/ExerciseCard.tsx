import { Info, Play, TriangleAlert } from "lucide-react";
import type { ExerciseCard as Exercise } from "@/gen/messages";
import { navigate, pathOf } from "@/shell/router";
import { Button, Icon, IconButton } from "@/ui";
import { said, useFormat, useLanguage, useWords } from "@/words";
import css from "./Home.module.css";
import { Sparkline } from "./Progress";

/** Bars of difficulty: 1 to 5 in a document, three bars here. */
export function levelOf(difficulty: number): 0 | 1 | 2 {
  return difficulty <= 1 ? 0 : difficulty <= 3 ? 1 : 2;
}

/** An exercise in the gallery. */
export function ExerciseCard({
  exercise,
  first = false,
  onDetails,
}: {
  exercise: Exercise;
  /** Whether it is the one to do next. */
  first?: boolean;
  onDetails: () => void;
}) {
  const w = useWords();
  const language = useLanguage();
  const title = said(exercise.title, language);
  const start = () => navigate(pathOf("operate", exercise.name));
  return (
    <article
      className={css.card}
      data-first={first || undefined}
      aria-label={title}
      data-testid={`exercise-${exercise.name}`}
    >
      <div className={css.picture}>
        <Picture exercise={exercise} />
        {first && <span className={css.ribbon}>{w.home.doNow}</span>}
        <div className={css.over}>
          <Button
            variant="primary"
            icon={Play}
            onClick={start}
            aria-label={`${w.home.start}: ${title}`}
            {...(exercise.problem ? { reason: exercise.problem } : {})}
          >
            {w.home.start}
          </Button>
          <IconButton icon={Info} label={`${w.home.details}: ${title}`} onClick={onDetails} className={css.about} />
        </div>
      </div>
      <div className={css.words}>
        <h3>{title}</h3>
        <p>{exercise.problem ? "" : said(exercise.description, language)}</p>
        {exercise.problem && (
          <p className={css.problem}>
            <Icon of={TriangleAlert} size={14} /> {w.home.broken}
          </p>
        )}
        <Figures exercise={exercise} />
      </div>
    </article>
  );
}

/** The picture of an exercise, or the first letter of its title. */
export function Picture({ exercise }: { exercise: Exercise }) {
  const language = useLanguage();
  if (exercise.picture) return <img src={exercise.picture} alt="" loading="lazy" />;
  return <span className={css.letter}>{said(exercise.title, language).slice(0, 1)}</span>;
}

function Figures({ exercise }: { exercise: Exercise }) {
  const w = useWords();
  const format = useFormat();
  const level = levelOf(exercise.difficulty);
  return (
    <div className={css.figures}>
      <span className={css.bars} aria-hidden="true">
        {[0, 1, 2].map((bar) => (
          <i key={bar} data-full={bar <= level} />
        ))}
      </span>
      <span>{w.home.levels[level]}</span>
      {exercise.duration !== null && <span className={css.dim}>· {format.duration(exercise.duration)}</span>}
      <Sparkline progress={exercise.progress} />
      <span className={css.best}>
        {exercise.best ? (
          <>
            <Ring share={exercise.best.points / 100} />
            <span title={w.home.bestOf(format.points(exercise.best.points))}>
              {w.home.best} <b className="num">{format.points(exercise.best.points)}</b>
            </span>
          </>
        ) : (
          <span className={css.dim}>{exercise.attempts ? w.home.attempts(exercise.attempts) : w.home.notTried}</span>
        )}
      </span>
    </div>
  );
}

const AROUND = 2 * Math.PI * 7;

function Ring({ share }: { share: number }) {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" className={css.ring} data-high={share >= 0.9}>
      <circle cx="9" cy="9" r="7" />
      <circle cx="9" cy="9" r="7" strokeDasharray={`${share * AROUND} ${AROUND}`} transform="rotate(-90 9 9)" />
    </svg>
  );
}
