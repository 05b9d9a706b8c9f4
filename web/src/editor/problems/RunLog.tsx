import { useLive } from "@/link/live";
import { useFormat, useWords } from "@/words";
import css from "./Problems.module.css";

/** What happened in the session, the newest first. */
export function RunLog() {
  const w = useWords();
  const format = useFormat();
  const events = useLive((live) => live.events);
  const dt = useLive((live) => live.described?.dt ?? 0);
  if (events.length === 0) return <p className={css.none}>{w.design.problems.noLog}</p>;
  return (
    <ol className={css.list} aria-live="polite">
      {events.toReversed().map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several events may come with one tick
        <li key={`${event.tick} ${events.length - index}`} className={css.event}>
          <span className="num cap">{format.clock(event.tick * dt)}</span>
          <span className="cap">{event.kind}</span>
          <span className={css.message}>{event.text}</span>
        </li>
      ))}
    </ol>
  );
}
