import { TriangleAlert } from "lucide-react";
import type { SweepEntry } from "@/gen/messages";
import { isLive, shareOf } from "@/model/sweeps/watching";
import { Icon, Progress } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./Sweeps.module.css";

/** How far a sweep is: runs done, failures, runs a second, time left; and why it was ended. */
export function Advance({ entry }: { entry: SweepEntry }) {
  const w = useWords().sweeps;
  const format = useFormat();
  const { success, runs, state } = entry;
  const live = isLive(state);
  const failed = success.runs - success.hits;
  const figures = [
    { title: w.done, value: w.of(success.runs, runs), id: "done" },
    { title: w.failures, value: String(failed), id: "failed", bad: failed > 0 },
    ...(live
      ? [
          { title: w.speed, value: entry.speed === null ? "–" : format.compact(entry.speed, 3), id: "speed" },
          { title: w.left, value: entry.left === null ? "–" : format.duration(Math.max(1, entry.left)), id: "left" },
        ]
      : []),
  ];
  return (
    <section className={css.card} aria-label={w.progress}>
      {entry.problem && (
        <p className={css.problem} role="alert">
          <Icon of={TriangleAlert} size={15} />
          {entry.problem}
        </p>
      )}
      <div className={css.advance}>
        <dl className={css.figures}>
          {figures.map(({ title, value, id, bad }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd className={bad ? css.bad : undefined} data-testid={`sweep-${id}`}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {live && !success.runs ? (
          <Progress label={w.starting} />
        ) : (
          <Progress label={w.progress} share={shareOf(entry)} bare />
        )}
      </div>
    </section>
  );
}
