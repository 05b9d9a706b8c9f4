import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useAsked } from "@/documents/useAsked";
import type { ExerciseCard as Exercise, Recent, SessionInfo } from "@/gen/messages";
import { api } from "@/link/http";
import { groupsOf } from "@/model/home/plan";
import { Button, EmptyState, ErrorBox, Select, Skeleton } from "@/ui";
import { said, useLanguage, useWords } from "@/words";
import { Details, NewExercise } from "./Details";
import { ExerciseCard, levelOf } from "./ExerciseCard";
import { RobotGroup } from "./Groups";
import css from "./Home.module.css";
import { ImportRobot } from "./ImportRobot";
import { Makers } from "./Makers";
import { OwnRobots } from "./OwnRobots";
import { Procedures } from "./Procedures";
import { Continue, RecentList } from "./Top";
import { Warming } from "./Warming";

const askExercises = () => api.get<Exercise[]>("/api/exercises");
const askRecent = () => api.get<Recent[]>("/api/recent");
const askSessions = () => api.get<SessionInfo[]>("/api/sessions");

type Filter = "all" | "own" | 0 | 1 | 2;
type Order = "robot" | "difficulty" | "name" | "score";

/** The screen "Home": where to go on, and the gallery of exercises. */
export default function HomeScreen() {
  const w = useWords();
  const language = useLanguage();
  const exercises = useAsked(askExercises, language);
  const recent = useAsked(askRecent, language);
  const sessions = useAsked(askSessions, language);
  const [filter, setFilter] = useState<Filter>("all");
  const [order, setOrder] = useState<Order>("robot");
  const [details, setDetails] = useState<Exercise | null>(null);
  const [making, setMaking] = useState(false);
  const all = useMemo(() => exercises.value ?? [], [exercises.value]);
  const shown = useMemo(() => {
    const fits = (one: Exercise) =>
      filter === "all" || (filter === "own" ? one.own : levelOf(one.difficulty) === filter);
    const titled = (one: Exercise) => said(one.title, language);
    if (order === "robot") return all.filter(fits);
    const by: Record<Exclude<Order, "robot">, (a: Exercise, b: Exercise) => number> = {
      difficulty: (a, b) => a.difficulty - b.difficulty || titled(a).localeCompare(titled(b), language),
      name: (a, b) => titled(a).localeCompare(titled(b), language),
      score: (a, b) => (b.best?.points ?? -1) - (a.best?.points ?? -1),
    };
    return all.filter(fits).sort(by[order]);
  }, [all, filter, order, language]);
  const chips: { value: Filter; label: string; count: number }[] = [
    { value: "all" as Filter, label: w.home.all, count: all.length },
    ...([0, 1, 2] as const).map((level) => ({
      value: level as Filter,
      label: w.home.levels[level] ?? "",
      count: all.filter((one) => levelOf(one.difficulty) === level).length,
    })),
    { value: "own" as Filter, label: w.home.own, count: all.filter((one) => one.own).length },
  ].filter((chip) => chip.value === "all" || chip.count > 0);

  return (
    <div className={css.page}>
      <h1 className="only-read">{w.home.title}</h1>
      <div className={css.top}>
        {exercises.value ? (
          <Continue sessions={sessions.value ?? []} exercises={all} />
        ) : (
          <section className={css.continue}>{!exercises.error && <Skeleton height={174} />}</section>
        )}
        <RecentList recent={recent.value} error={recent.error ?? ""} />
        <ImportRobot />
      </div>
      <OwnRobots />
      <div className={css.head}>
        <h2>{w.home.exercises}</h2>
        <div className={css.chips} role="group" aria-label={w.home.exercises}>
          {chips.map((chip) => (
            <button
              key={chip.value}
              type="button"
              className={css.chip}
              aria-pressed={filter === chip.value}
              onClick={() => setFilter(chip.value)}
            >
              {chip.label} <span className="num">{chip.count}</span>
            </button>
          ))}
        </div>
        <span className={css.push} />
        <Warming />
        <Select
          label={w.home.sort}
          labelled="hidden"
          value={order}
          options={[
            { value: "robot" as Order, label: w.home.byRobot },
            { value: "difficulty" as Order, label: w.home.byDifficulty },
            { value: "name" as Order, label: w.home.byName },
            { value: "score" as Order, label: w.home.byScore },
          ]}
          onChange={setOrder}
        />
        <Button icon={Plus} onClick={() => setMaking(true)} {...(all.length ? {} : { reason: w.common.loading })}>
          {w.home.newExercise}
        </Button>
      </div>
      {exercises.error && <ErrorBox message={exercises.error} onRetry={exercises.retry} />}
      {!exercises.value && !exercises.error && (
        <div className={css.grid}>
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} height={266} />
          ))}
        </div>
      )}
      {order === "robot" ? (
        groupsOf(shown).map((group) => <RobotGroup key={group.robot} group={group} onDetails={setDetails} />)
      ) : (
        <div className={css.grid}>
          {shown.map((one) => (
            <ExerciseCard key={one.name} exercise={one} onDetails={() => setDetails(one)} />
          ))}
        </div>
      )}
      {exercises.value && shown.length === 0 && (
        <EmptyState text={w.home.none} action={<Button onClick={() => setFilter("all")}>{w.home.showAll}</Button>} />
      )}
      <Procedures />
      <Makers />
      {details && <Details exercise={details} onClose={() => setDetails(null)} />}
      {making && <NewExercise exercises={all} onClose={() => setMaking(false)} onMade={exercises.retry} />}
    </div>
  );
}
