import { CircleCheck, Compass } from "lucide-react";
import type { ExerciseCard as Exercise } from "@/gen/messages";
import type { Group, Reason } from "@/model/home/plan";
import { Icon } from "@/ui";
import { type Format, type Language, said, useFormat, useLanguage, useWords, type Words } from "@/words";
import { ExerciseCard, Picture } from "./ExerciseCard";
import css from "./Home.module.css";

/** Why an exercise is the next one. */
export function reasonText(why: Reason, w: Words, format: Format, language: Language): string {
  switch (why.kind) {
    case "first":
      return w.home.why.first;
    case "again":
      return w.home.why.again(w.home.attempts(why.attempts));
    case "better":
      return w.home.why.better(format.points(why.points));
    case "next":
      return w.home.why.next(said(why.after, language));
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The exercises of one robot: what it is, what to do first and why. */
export function RobotGroup({ group, onDetails }: { group: Group; onDetails: (exercise: Exercise) => void }) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const title = capital(said(group.title, language)) || w.home.noRobot;
  const next = group.exercises.find((one) => one.name === group.next?.name);
  const head = group.exercises.find((one) => one.picture) ?? group.exercises[0];
  return (
    <section className={css.group} aria-label={title} data-testid={`robot-${group.robot || "none"}`}>
      <header className={css.robot}>
        <span className={css.portrait}>{head && <Picture exercise={head} />}</span>
        <div className={css.about2}>
          <h3>{title}</h3>
          {group.text && <p>{said(group.text, language)}</p>}
        </div>
        <p className={css.plan} data-testid="plan">
          {group.next && next ? (
            <>
              <Icon of={Compass} size={16} />
              <span>
                <b>{w.home.doFirst(said(next.title, language))}</b> {reasonText(group.next.why, w, format, language)}
              </span>
            </>
          ) : (
            <>
              <Icon of={CircleCheck} size={16} />
              <span>{w.home.allDone}</span>
            </>
          )}
          <small className="num">{w.home.doneOf(group.done, group.exercises.length)}</small>
        </p>
      </header>
      <div className={css.grid}>
        {group.exercises.map((one) => (
          <ExerciseCard
            key={one.name}
            exercise={one}
            first={one.name === group.next?.name}
            onDetails={() => onDetails(one)}
          />
        ))}
      </div>
    </section>
  );
}
