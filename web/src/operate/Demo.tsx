import { Eye } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { DemoInfo, DemoMade, DemoWanted, Job } from "@/gen/messages";
import { api, LinkError } from "@/link/http";
import { cancel, finish } from "@/link/jobs";
import { useLive } from "@/link/live";
import { navigate, pathOf } from "@/shell/router";
import { Button, Dialog, Progress, showToast } from "@/ui";
import { type Said, said, saidBy, useFormat, useLanguage, useWords, words } from "@/words";
import { pause } from "./actions";
import css from "./Demo.module.css";

/** Who can show the exercise of the session; null until that is known. */
function useDemo(exercise: string, variant: string): DemoInfo | null {
  const [found, setFound] = useState<DemoInfo | null>(null);
  useEffect(() => {
    let ended = false;
    setFound(null);
    if (!exercise) return;
    api
      .get<DemoInfo>(`/api/demos/${encodeURIComponent(exercise)}?variant=${encodeURIComponent(variant)}`)
      .then((info) => !ended && setFound(info))
      // then nobody shows it
      .catch(() => !ended && setFound({ pilot: "", variant: "" }));
    return () => {
      ended = true;
    };
  }, [exercise, variant]);
  return found;
}

/** Lets a pilot show the exercise from the same start; its record plays in Review when it is made. */
export function DemoButton() {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const exercise = useLive((live) => live.session?.exercise ?? "");
  const variant = useLive((live) => live.session?.variant ?? "");
  const seed = useLive((live) => live.session?.seed ?? 0);
  const variants = useLive((live) => live.described?.exercise?.variants ?? null);
  const info = useDemo(exercise, variant);
  const [job, setJob] = useState<Job | null>(null);
  const running = useRef<Job | null>(null);
  const stop = () => {
    const now = running.current;
    running.current = null;
    setJob(null);
    if (now?.state === "running") cancel(now).catch(() => undefined);
  };
  // whoever leaves does not wait for it
  const leave = useRef(stop);
  leave.current = stop;
  useEffect(() => () => leave.current(), []);

  const show = async () => {
    const { mine, session } = useLive.getState();
    if (mine && session?.state === "running") pause();
    const wanted: DemoWanted = { variant, seed };
    let id = "";
    try {
      const begun = await api.post<Job>(`/api/demos/${encodeURIComponent(exercise)}`, wanted);
      id = begun.id;
      running.current = begun;
      const made = await finish<DemoMade>(begun, (now) => {
        if (running.current?.id !== id) return;
        running.current = now;
        setJob(now);
      });
      if (running.current?.id !== id) return;
      running.current = null;
      setJob(null);
      if (!made.success) showToast({ id: "demo", kind: "caution", title: words().operate.demo.notDone });
      navigate(`${pathOf("review", made.record)}?play=1`);
    } catch (error) {
      if (error instanceof LinkError && error.code === "cancelled") return;
      if (id && running.current?.id !== id) return;
      running.current = null;
      setJob(null);
      const text = saidBy(error);
      showToast({ id: "demo", kind: "error", title: words().operate.demo.failed, text });
    }
  };
  const reason = info === null ? w.common.loading : info.pilot ? undefined : w.operate.demo.none;
  const other = info?.pilot && info.variant !== variant ? info.variant : "";
  const way =
    other && (said(variants?.find(({ name }) => name === other)?.title as Said | undefined, language) || other);
  return (
    <>
      <Button
        variant="quiet"
        size="s"
        icon={Eye}
        reason={reason}
        title={reason ? undefined : w.operate.demo.hint}
        onClick={() => void show()}
        data-testid="demo"
      >
        {w.operate.demo.button}
      </Button>
      <Dialog
        open={job !== null}
        onClose={stop}
        title={w.operate.demo.title}
        width={420}
        actions={
          <Button onClick={stop} data-testid="demo-cancel">
            {w.common.cancel}
          </Button>
        }
      >
        <div className={css.making} data-testid="demo-making">
          <Progress
            label={job?.progress === null ? w.operate.demo.preparing : w.operate.demo.driving}
            {...(job?.progress === null || job?.progress === undefined
              ? {}
              : { share: job.progress, detail: format.percent(job.progress) })}
          />
          <p>{w.operate.demo.text}</p>
          {way && <p>{w.operate.demo.otherWay(way)}</p>}
        </div>
      </Dialog>
    </>
  );
}
