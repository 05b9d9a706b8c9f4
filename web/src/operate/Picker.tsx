import { Play, RotateCcw, Route, Square } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { ExerciseCard, SessionInfo } from "@/gen/messages";
import { api, LinkError } from "@/link/http";
import { closeSession, removeSession, useLive } from "@/link/live";
import { Link, navigate, pathOf } from "@/shell/router";
import { Button, Chip, ErrorBox, Skeleton, showToast } from "@/ui";
import { type Said, said, saidBy, useFormat, useLanguage, useWords } from "@/words";
import { sessionPath } from "./opening";
import css from "./Picker.module.css";

interface Found {
  sessions: SessionInfo[];
  exercises: ExerciseCard[];
}

/** Nothing is open: what runs already, and what can be started. */
export function Picker() {
  const w = useWords();
  const language = useLanguage();
  const format = useFormat();
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState("");
  const load = useCallback(() => {
    setError("");
    Promise.all([api.get<SessionInfo[]>("/api/sessions"), api.get<ExerciseCard[]>("/api/exercises")])
      .then(([sessions, exercises]) => setFound({ sessions, exercises }))
      .catch((problem: unknown) => setError(saidBy(problem)));
  }, []);
  useEffect(load, [load]);
  const end = async (session: SessionInfo, force = false): Promise<boolean> => {
    let ended = false;
    try {
      await removeSession(session.id, force);
      if (useLive.getState().id === session.id) closeSession();
      ended = true;
    } catch (problem) {
      const operated = problem instanceof LinkError && problem.code === "operated";
      showToast({
        kind: "error",
        title: saidBy(problem),
        ...(operated ? { action: { label: w.operate.pick.endAnyway, run: () => void end(session, true) } } : {}),
      });
    }
    load();
    return ended;
  };
  const again = async (session: SessionInfo) => {
    if (await end(session)) navigate(`${pathOf("operate", session.exercise)}?variant=${session.variant}`);
  };
  if (error) return <ErrorBox message={w.operate.pick.failed} detail={error} onRetry={load} />;
  if (!found) return <Skeleton className={css.page} lines={4} height={40} />;
  return (
    <div className={css.page} data-testid="operate-picker">
      <h1>{w.operate.title}</h1>
      {found.sessions.length > 0 ? (
        <section>
          <h2>{w.operate.pick.running}</h2>
          <ul className={css.list}>
            {found.sessions.toReversed().map((session) => (
              <li key={session.id}>
                <div className={css.words}>
                  <Link href={sessionPath(session)}>
                    {said(session.title as Said, language) || session.exercise || session.world}
                  </Link>
                  <span className={css.note}>
                    {[
                      session.variant,
                      session.operator && w.operate.who.mine(session.operator),
                      format.ago(session.started * 1000),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </div>
                <Chip tone={session.state === "dead" ? "bad" : session.state === "running" ? "ok" : "plain"}>
                  {w.operate.pick.states[session.state]}
                </Chip>
                <Button size="s" variant="primary" icon={Play} onClick={() => navigate(sessionPath(session))}>
                  {w.operate.pick.open}
                </Button>
                {session.exercise && (
                  <Button size="s" icon={RotateCcw} onClick={() => void again(session)}>
                    {w.operate.pick.again}
                  </Button>
                )}
                <Button size="s" icon={Square} onClick={() => void end(session)}>
                  {w.operate.pick.end}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className={css.lead}>{w.operate.pick.lead}</p>
      )}
      <section>
        <h2>{w.operate.pick.exercises}</h2>
        {found.exercises.length === 0 && <p className={css.lead}>{w.operate.pick.none}</p>}
        <ul className={css.cards}>
          {found.exercises.map((exercise) => (
            <li key={exercise.name} className={css.card}>
              {exercise.picture && <img src={exercise.picture} alt="" loading="lazy" />}
              <h3>{said(exercise.title as Said, language)}</h3>
              <p>{said(exercise.description as Said, language)}</p>
              <div className={css.row}>
                <span className={css.note}>
                  {[
                    w.operate.pick.stages(exercise.stages.length),
                    exercise.duration !== null && format.clock(exercise.duration, 0),
                    exercise.best && w.operate.pick.best(format.points(exercise.best.points)),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                <Button
                  size="s"
                  variant="primary"
                  icon={Play}
                  reason={exercise.problem || undefined}
                  onClick={() => navigate(pathOf("operate", exercise.name))}
                  data-testid={`operate-${exercise.name}`}
                >
                  {w.operate.start}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{w.procedure.list.title}</h2>
        <p className={css.lead}>{w.procedure.hint}</p>
        <Button size="s" icon={Route} onClick={() => navigate(pathOf("procedure"))} data-testid="operate-procedures">
          {w.procedure.openList}
        </Button>
      </section>
    </div>
  );
}
