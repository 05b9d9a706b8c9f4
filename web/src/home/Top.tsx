import {
  Bot,
  Box,
  Gamepad2,
  History,
  LayoutPanelLeft,
  ListVideo,
  Play,
  RotateCcw,
  Route,
  Waypoints,
  Workflow,
} from "lucide-react";
import { thingPath } from "@/documents/paths";
import type { ExerciseCard as Exercise, Recent, SessionInfo } from "@/gen/messages";
import { removeSession } from "@/link/live";
import { groupsOf, nextOf } from "@/model/home/plan";
import { Link, navigate, pathOf } from "@/shell/router";
import { Button, EmptyState, Icon, Skeleton, showToast } from "@/ui";
import { said, saidBy, useFormat, useLanguage, useWords, type Words } from "@/words";
import { Picture } from "./ExerciseCard";
import { reasonText } from "./Groups";
import css from "./Home.module.css";

/** The session that runs, or the exercise to begin with. */
export function Continue({
  sessions,
  exercises,
}: {
  sessions: readonly SessionInfo[];
  exercises: readonly Exercise[];
}) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const open = sessions.filter((one) => one.exercise && one.state !== "ended" && one.state !== "dead");
  const session = open.at(-1); // the newest
  const next = nextOf(groupsOf(exercises).flatMap((group) => group.exercises));
  const usual = next?.exercise ?? exercises.find((one) => !one.problem);
  const exercise = exercises.find((one) => one.name === session?.exercise) ?? usual;
  const why = !session && next && next.exercise === exercise ? next.why : null;
  if (!exercise) return <section className={css.continue} />;
  const way = exercise.variants.find((one) => one.name === (session?.variant || exercise.variant));
  const over = async () => {
    try {
      if (session) await removeSession(session.id);
    } catch (problem) {
      // somebody may be driving it: then it is joined, and not ended behind their back
      showToast({ kind: "caution", title: saidBy(problem) });
    }
    navigate(pathOf("operate", exercise.name));
  };
  const resume = () =>
    navigate(pathOf("operate", exercise.name) + (session ? `?session=${encodeURIComponent(session.id)}` : ""));
  return (
    <section className={css.continue} aria-label={session ? w.home.continue : w.home.firstSteps}>
      <div className={css.side}>
        <Picture exercise={exercise} />
      </div>
      <div className={css.text}>
        <span className="cap">
          {session ? w.home.continue : exercise.attempts ? w.home.continue : w.home.firstSteps}
        </span>
        <h2>{said(exercise.title, language)}</h2>
        <p className={css.quiet}>
          {[w.home.stages(exercise.stages.length), way ? said(way.title, language) : ""].filter(Boolean).join(" · ")}
        </p>
        <p className={css.quiet}>{said(exercise.description, language)}</p>
        {why && <p className={css.reason}>{reasonText(why, w, format, language)}</p>}
        <div className={css.actions}>
          <Button variant="primary" icon={Play} onClick={resume} data-testid="continue">
            {session ? w.home.resume : w.home.start}
          </Button>
          {session && (
            <Button icon={RotateCcw} onClick={() => void over()} data-testid="start-again">
              {w.home.startOver}
            </Button>
          )}
          {open.length > 1 && (
            <Link href={pathOf("operate")} className={css.quiet} data-testid="more-sessions">
              {w.home.moreSessions(open.length - 1)}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}

const ICONS = {
  exercise: Gamepad2, scheme: Workflow, panel: LayoutPanelLeft, procedure: Route, program: ListVideo, tunnel: Waypoints, world: Box, robot: Bot, record: History,
}; // biome-ignore format: a list

/** What is said of a thing beside its kind: of a record its points. */
function detailOf(thing: Recent, w: Words): string {
  return thing.kind === "record" && thing.detail ? w.home.points(thing.detail) : thing.detail;
}

/** What was opened lately. */
export function RecentList({ recent, error }: { recent: readonly Recent[] | undefined; error: string }) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  return (
    <section className={css.recent} aria-label={w.home.recent}>
      <h2>{w.home.recent}</h2>
      {!recent && !error && <Skeleton lines={3} height={20} />}
      {error && <p className={css.quiet}>{error}</p>}
      {recent?.length === 0 && <EmptyState text={w.home.noRecent} icon={History} className={css.small} />}
      {recent && recent.length > 0 && (
        <ul>
          {recent.slice(0, 3).map((thing) => (
            <li key={`${thing.kind}/${thing.name}`}>
              <Link href={thingPath(thing.kind, thing.name)} className={css.thing}>
                <span className={css.sign}>
                  <Icon of={ICONS[thing.kind]} size={15} />
                </span>
                <span className={css.two}>
                  <b>{said(thing.title, language)}</b>
                  <small>{[w.home.kinds[thing.kind], detailOf(thing, w)].filter(Boolean).join(" · ")}</small>
                </span>
                <small>{format.ago(thing.when * 1000)}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
