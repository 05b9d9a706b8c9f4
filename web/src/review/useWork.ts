/** Long work on a record: its film, and running it again. One at a time. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { Job } from "@/gen/messages";
import { api, LinkError } from "@/link/http";
import { cancel, finish } from "@/link/jobs";
import { saidBy } from "@/words";
import { recordPath } from "./paths";

export type WorkKind = "video" | "replay";

export interface Work {
  kind: WorkKind;
  /** Name of the record. */
  record: string;
  state: "running" | "done" | "failed" | "cancelled";
  /** 0 to 1, if anybody can tell. */
  share: number | undefined;
  detail: string;
  /** For people: what came of it, or why it failed. */
  text: string;
  /** For a replay: whether every bit was the same. */
  same: boolean;
}

export interface Worker {
  work: Work | null;
  start: (kind: WorkKind, record: string, camera?: string) => void;
  stop: () => void;
  dismiss: () => void;
}

const FILM = { width: 1280, height: 720, fps: 30 };

export function useWork(): Worker {
  const [work, setWork] = useState<Work | null>(null);
  const job = useRef<Job | null>(null);
  const number = useRef(0);

  const stop = useCallback(() => {
    if (job.current?.state === "running") cancel(job.current).catch(() => {});
  }, []);
  // Nobody waits for it any more.
  useEffect(() => stop, [stop]);

  const start = useCallback(
    (kind: WorkKind, record: string, camera = "") => {
      stop();
      job.current = null;
      const mine = ++number.current;
      const change = (next: Partial<Work>) =>
        mine === number.current && setWork((now) => (now ? { ...now, ...next } : now));
      setWork({ kind, record, state: "running", share: undefined, detail: "", text: "", same: false });
      api
        .post<Job>(`${recordPath(record)}/${kind}`, kind === "video" ? { camera, ...FILM } : {})
        .then((begun) =>
          finish<{ same?: boolean; text?: string }>(begun, (now) => {
            if (mine === number.current) job.current = now;
            change({ share: now.progress ?? undefined, detail: now.detail });
          }),
        )
        .then(
          (result) => change({ state: "done", same: result?.same ?? false, text: result?.text ?? "" }),
          (error: unknown) => {
            const ended = error instanceof LinkError && error.code === "cancelled";
            change({ state: ended ? "cancelled" : "failed", text: ended ? "" : saidBy(error) });
          },
        );
    },
    [stop],
  );
  const dismiss = useCallback(() => {
    stop();
    number.current++;
    setWork(null);
  }, [stop]);
  return { work, start, stop, dismiss };
}
