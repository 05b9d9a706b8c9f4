/** What the page of plots can show: the running session, or a record. */

import { useCallback, useEffect, useState } from "react";
import { useAsked } from "@/documents/useAsked";
import type { RecordEntry, RecordInfo, SessionInfo } from "@/gen/messages";
import { api } from "@/link/http";
import { openSession, useLive } from "@/link/live";
import { RecordSource } from "@/model/plots/record";

/** A record as a source of signals. */
export function useRecord(name: string) {
  const ask = useCallback(async () => {
    const info = await api.get<RecordInfo>(`/api/records/${encodeURIComponent(name)}`);
    return new RecordSource(info, api.binary);
  }, [name]);
  return useAsked(ask);
}

const listRecords = () => api.get<RecordEntry[]>("/api/records");

/** All records, newest first. */
export const useRecords = () => useAsked(listRecords);

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
