/** The list of records, fetched when the screen opens and again when the window comes back. */

import { useCallback, useEffect, useState } from "react";
import type { RecordEntry } from "@/gen/messages";
import { api } from "@/link/http";
import { saidBy } from "@/words";
import { forget } from "./loaded";

export interface Records {
  /** Null until it is there. */
  entries: readonly RecordEntry[] | null;
  error: string;
  refresh: () => void;
  remove: (name: string) => Promise<void>;
}

export function useRecords(): Records {
  const [entries, setEntries] = useState<readonly RecordEntry[] | null>(null);
  const [error, setError] = useState("");
  const refresh = useCallback(() => {
    setError("");
    api.get<RecordEntry[]>("/api/records").then(setEntries, (failed: unknown) => setError(saidBy(failed)));
  }, []);
  useEffect(() => {
    refresh();
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, [refresh]);
  const remove = useCallback(async (name: string) => {
    await api.remove(`/api/records/${encodeURIComponent(name)}`);
    forget(name);
    setEntries((now) => now?.filter((entry) => entry.name !== name) ?? null);
  }, []);
  return { entries, error, refresh, remove };
}
