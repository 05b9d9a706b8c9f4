import { CircleCheck, CircleX, Download, X } from "lucide-react";
import { Button, classes, Icon, IconButton, Progress } from "@/ui";
import { useFormat, useWords } from "@/words";
import { recordPath, save } from "./paths";
import type { Worker } from "./useWork";
import css from "./WorkCard.module.css";

/** How far the film or the check is, and what came of it. */
export function WorkCard({ worker }: { worker: Worker }) {
  const words = useWords();
  const w = words.review;
  const format = useFormat();
  const { work } = worker;
  if (!work) return null;
  const film = work.kind === "video";
  if (work.state === "running") {
    const detail = work.share === undefined ? work.detail : format.percent(work.share);
    return (
      <div className={css.card} data-testid="review-work" data-state="running">
        <Progress label={film ? w.filming : w.checking} share={work.share} detail={detail} />
        <Button size="s" onClick={worker.stop} data-testid="review-work-cancel">
          {words.common.cancel}
        </Button>
      </div>
    );
  }
  const good = work.state === "done" && (film || work.same);
  const head = {
    done: film ? w.filmReady : work.same ? w.same : w.differs,
    failed: film ? w.filmFailed : w.checkFailed,
    cancelled: w.cancelled,
  }[work.state];
  return (
    <div className={css.card} role="status" data-testid="review-work" data-state={work.state}>
      <div className={css.line}>
        {work.state !== "cancelled" && (
          <Icon of={good ? CircleCheck : CircleX} size={16} className={good ? css.good : css.bad} />
        )}
        <b className={classes(css.head)}>{head}</b>
        <IconButton size="s" icon={X} label={words.common.close} onClick={worker.dismiss} />
      </div>
      {work.text && <p className={css.text}>{work.text}</p>}
      {film && work.state === "done" && (
        <Button
          size="s"
          icon={Download}
          onClick={() => save(`${recordPath(work.record)}/video`)}
          data-testid="review-save-film"
        >
          {w.saveFilm}
        </Button>
      )}
    </div>
  );
}
