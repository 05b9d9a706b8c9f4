/** One upload: its files on their way, what is found in them, and what is missing. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { Job, RobotLook } from "@/gen/messages";
import { takeHanded } from "@/link/handed";
import { LinkError } from "@/link/http";
import { forgetUpload, type Given, lookAt, sendFiles } from "@/link/uploads";

export interface Sending {
  readonly done: number;
  readonly all: number;
}

export interface Upload {
  id: string;
  sending: Sending | null;
  job: Job | null;
  look: RobotLook | null;
  error: LinkError | null;
  /** Begin anew with these files. */
  begin: (given: readonly Given[]) => Promise<void>;
  /** Add files to those that are there, and look again. */
  add: (given: readonly Given[]) => Promise<void>;
  /** Look at the robot in another way. */
  again: (how: { main?: string; without_meshes?: boolean }) => Promise<void>;
  /** Back to the beginning. */
  clear: () => void;
}

const failure = (error: unknown) => (error instanceof LinkError ? error : new LinkError(0, { error: String(error) }));

export function useUpload(): Upload {
  const [id, setId] = useState("");
  const [sending, setSending] = useState<Sending | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const [look, setLook] = useState<RobotLook | null>(null);
  const [error, setError] = useState<LinkError | null>(null);
  const how = useRef<{ main?: string; without_meshes?: boolean }>({});
  const upload = useRef("");

  const seek = useCallback(async () => {
    setError(null);
    setLook(null);
    try {
      setLook(await lookAt(upload.current, how.current, setJob));
    } catch (problem) {
      setError(failure(problem));
    }
    setJob(null);
  }, []);
  const send = useCallback(
    async (given: readonly Given[], into: string) => {
      if (given.length === 0) return;
      const all = given.reduce((sum, { file }) => sum + file.size, 0);
      setError(null);
      setSending({ done: 0, all });
      try {
        upload.current = await sendFiles(given, (done) => setSending({ done, all }), into);
        setId(upload.current);
        setSending(null);
        await seek();
      } catch (problem) {
        setError(failure(problem));
      }
      setSending(null);
    },
    [seek],
  );
  const clear = useCallback(() => {
    if (upload.current) void forgetUpload(upload.current).catch(() => undefined); // it ends by itself, too
    upload.current = "";
    how.current = {};
    setId("");
    setLook(null);
    setError(null);
  }, []);
  const begin = useCallback(
    (given: readonly Given[]) => {
      clear();
      return send(given, "");
    },
    [clear, send],
  );
  const add = useCallback((given: readonly Given[]) => send(given, upload.current), [send]);
  const again = useCallback(
    (next: { main?: string; without_meshes?: boolean }) => {
      how.current = { ...how.current, ...next };
      return seek();
    },
    [seek],
  );
  useEffect(() => {
    void begin(takeHanded());
  }, [begin]);
  return { id, sending, job, look, error, begin, add, again, clear };
}
