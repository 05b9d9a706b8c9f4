import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { HowTo, ScoreCard, TaskCard } from "@/exercise";
import type { Measure, RecordInfo, Scene } from "@/gen/messages";
import { api } from "@/link/http";
import { useLive } from "@/link/live";
import { navigate, pathOf } from "@/shell/router";
import { Button } from "@/ui";
import { useWords } from "@/words";
import { newStart, reset, start } from "./actions";
import { DemoButton } from "./Demo";
import { useDriven } from "./demo";
import css from "./Task.module.css";
import { Ways } from "./Ways";
import { useWay } from "./way";

const RETRY = 1000;
const TRIES = 8;

/** Measures of a record that was closed a moment ago: it may take a little until it can be read. */
function useMeasures(record: string): readonly Measure[] {
  const [measures, setMeasures] = useState<readonly Measure[]>([]);
  useEffect(() => {
    let timer = 0;
    let ended = false;
    setMeasures([]);
    const load = (left: number) => {
      api
        .get<RecordInfo>(`/api/records/${encodeURIComponent(record)}`)
        .then((info) => !ended && setMeasures(info.measures))
        .catch(() => {
          if (!ended && left > 0) timer = window.setTimeout(() => load(left - 1), RETRY);
        });
    };
    if (record) load(TRIES);
    return () => {
      ended = true;
      window.clearTimeout(timer);
    };
  }, [record]);
  return measures;
}

/** Task card, result and instructions of the exercise that runs. */
export function Task({ scene, locked, noStart }: { scene: Scene | null; locked: string; noStart: string }) {
  const w = useWords();
  const account = useLive((live) => live.account);
  const exercise = useLive((live) => live.described?.exercise ?? live.planned?.exercise ?? null);
  const [howTo, setHowTo] = useState(false);
  const [closed, setClosed] = useState(-1);
  const done = account?.state === "done";
  const driven = useDriven();
  const way = useWay(scene);
  const measures = useMeasures(done ? account.record : "");
  if (!account || account.state === "free") return null;
  return (
    <>
      <div className={css.task} data-covers>
        <TaskCard
          account={account}
          exercise={exercise}
          way={way}
          onStart={() => void start()}
          noStart={noStart || undefined}
          onHowTo={() => setHowTo(true)}
          ways={exercise && <Ways variants={exercise.variants} locked={locked} />}
        >
          {exercise && !driven && <DemoButton locked={locked} />}
        </TaskCard>
      </div>
      {done && closed !== account.attempt && (
        <div className={css.result}>
          <ScoreCard
            account={account}
            measures={measures}
            locked={locked || undefined}
            onAgain={() => void reset()}
            onNewStart={() => void newStart(null)}
            onClose={() => setClosed(account.attempt)}
            review={
              <Button
                icon={History}
                onClick={() => navigate(pathOf("review", account.record))}
                data-testid="score-review"
              >
                {w.operate.score.review}
              </Button>
            }
          />
        </div>
      )}
      {exercise && (
        <HowTo
          exercise={exercise}
          open={howTo}
          onClose={() => setHowTo(false)}
          {...(account.state === "waiting" && !noStart ? { onStart: () => void start() } : {})}
        />
      )}
    </>
  );
}
