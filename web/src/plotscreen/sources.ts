/** What the page of plots can show: the running session, or a record. */

import { useCallback, useEffect, useState } from "react";
import type { RecordEntry, RecordInfo, SessionInfo } from "@/gen/messages";
import { api } from "@/link/http";
import { openSession, useLive } from "@/link/live";
import { RecordSource } from "@/model/plots/record";

/** Something asked of the server: not there yet, there, or refused. */
export type Asked<T> =
  | { state: "coming" }
  | { state: "there"; value: T }
  | { state: "refused"; error: string; retry: () => void };

function useAsked<T>(ask: () => Promise<T>): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ state: "coming" });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    let wanted = true;
    setAsked({ state: "coming" });
    ask().then(
      (value) => wanted && setAsked({ state: "there", value }),
      (error: unknown) => {
        const retry = () => setTurn((number) => number + 1);
        if (wanted)
          setAsked({ state: "refused", error: error instanceof Error ? error.message : String(error), retry });
      },
    );
    return () => {
      wanted = false;
    };
  }, [ask, turn]);
  return asked;
}

/** A record as a source of signals. */
export function useRecord(name: string): Asked<RecordSource> {
  const ask = useCallback(async () => {
    const info = await api.get<RecordInfo>(`/api/records/${encodeURIComponent(name)}`);
    return new RecordSource(info, api.binary);
  }, [name]);
  return useAsked(ask);
}

const listRecords = () => api.get<RecordEntry[]>("/api/records");

/** All records, newest first. */
export const useRecords = (): Asked<RecordEntry[]> => useAsked(listRecords);

/** Shows the session that is named, or else one that runs; whether there is none is known after a while. */
export function useSomeSession(named: string): "coming" | "there" | "none" {
  const id = useLive((state) => state.id);
  const [none, setNone] = useState(false);
  useEffect(() => {
    if (named) openSession(named);
    if (named || id) return;
    let wanted = true;
    api.get<SessionInfo[]>("/api/sessions").then(
      (sessions) => {
        if (!wanted) return;
        const running = sessions.filter(({ state }) => state !== "ended" && state !== "dead");
        const newest = running.sort((a, b) => b.started - a.started)[0];
        if (newest) openSession(newest.id);
        else setNone(true);
      },
      () => wanted && setNone(true),
    );
    return () => {
      wanted = false;
    };
  }, [named, id]);
  if (id) return "there";
  return none ? "none" : "coming";
}
