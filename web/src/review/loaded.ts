/** A record on the page: what it says of itself first, then its motion, which may take seconds to be made ready. */

import { useEffect, useState } from "react";
import type { NoteRecent, RecordInfo, Scene, StageSpan } from "@/gen/messages";
import { api } from "@/link/http";
import { fetchScene, recordScene } from "@/link/scene";
import { decodeRows, RecordSource, rowsPath } from "@/model/plots/record";
import { decodePoses, type PoseRows, thinning, withTimes } from "@/model/review/poses";
import { type Trail, trailOf } from "@/model/review/trail";
import { saidBy } from "@/words";

export interface Motion {
  scene: Scene | null;
  poses: PoseRows | null;
  trail: Trail | null;
  /** Why there is no picture; empty if there is one. */
  unseen: string;
}

/** A record that can be looked at. */
export interface Attempt {
  name: string;
  info: RecordInfo;
  stages: readonly StageSpan[];
  /** Length [s]. */
  length: number;
  source: RecordSource;
  /** Null while it is being made ready. */
  motion: Motion | null;
}

export interface Loaded {
  attempt: Attempt | null;
  error: string;
  retry: () => void;
}

interface Kept {
  first: Promise<Attempt>;
  motion: Promise<Motion>;
}

const MAX_KEPT = 4;
const kept = new Map<string, Kept>();
/** Those that are there as a whole; they can be shown at once. */
const whole = new Map<string, Attempt>();

/** A record is gone: nothing of it stays. */
export function forget(name: string): void {
  kept.delete(name);
  whole.delete(name);
}

async function open(name: string): Promise<Attempt> {
  const info = await api.get<RecordInfo>(`/api/records/${encodeURIComponent(name)}`);
  const source = new RecordSource(info, api.binary);
  const length = Math.max(info.entry.time, (info.rows - 1) * info.dt, 0);
  return { name, info, stages: info.stages, source, length, motion: null };
}

async function move({ name, info }: Attempt): Promise<Motion> {
  const bodies = info.channels.filter((channel) => channel.name.startsWith("body.")).length;
  const every = thinning(info.rows, Math.max(1, bodies));
  // Rows tell their true times too, even when no signal is asked for.
  const rows = api.binary(`${rowsPath(name, info.effector ? [info.effector] : [])}&every=${every}`).then(decodeRows);
  const [track, poses, scene] = await Promise.allSettled([
    rows,
    api.binary(`/api/records/${encodeURIComponent(name)}/poses?every=${every}`).then(decodePoses),
    fetchScene(recordScene(name)),
  ]);
  const trail = track.status === "fulfilled" ? trailOf(track.value.times, track.value.columns) : null;
  if (poses.status === "rejected") return { scene: null, poses: null, trail, unseen: saidBy(poses.reason) };
  if (scene.status === "rejected") return { scene: null, poses: null, trail, unseen: saidBy(scene.reason) };
  const timed = track.status === "fulfilled" ? withTimes(poses.value, track.value.times) : poses.value;
  return { scene: scene.value, poses: timed, trail, unseen: "" };
}

const noted = new Set<string>();

/** A record that could be opened stands under what was opened lately; once is enough while the page is there. */
function note(name: string): void {
  if (noted.has(name)) return;
  noted.add(name);
  const wanted: NoteRecent = { kind: "record", name };
  api.post("/api/recent", wanted).catch(() => noted.delete(name));
}

function load(name: string): Kept {
  const known = kept.get(name);
  if (known) return known;
  const first = open(name);
  const motion = first.then(move);
  const made: Kept = { first, motion };
  kept.set(name, made);
  const failed = () => kept.get(name) === made && forget(name);
  // A record that is still being written grows: it is fetched anew next time.
  const growing = (attempt: Attempt) => attempt.info.entry.reason === "running";
  first.then((attempt) => growing(attempt) && failed(), failed);
  Promise.all([first, motion]).then(([attempt, moved]) => {
    if (kept.get(name) === made) whole.set(name, { ...attempt, motion: moved });
  }, failed);
  for (const old of kept.keys()) if (kept.size > MAX_KEPT) forget(old);
  return made;
}

/** A record by name; null for none. `recent` notes that it was opened; `fresh` fetches it anew. */
export function useLoaded(name: string | null, recent = false, fresh = false): Loaded {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [error, setError] = useState("");
  const [tried, setTried] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again loads anew
  useEffect(() => {
    let ended = false;
    setError("");
    if (name && fresh) forget(name);
    const ready = name ? whole.get(name) : undefined;
    setAttempt((before) => ready ?? (before?.name === name ? before : null));
    if (!name || ready) return;
    const { first, motion } = load(name);
    const failed = (reason: unknown) => !ended && setError(saidBy(reason));
    first.then(async (found) => {
      if (ended) return;
      setAttempt(found);
      const moved = await motion;
      if (!ended) setAttempt({ ...found, motion: moved });
    }).catch(failed); // biome-ignore format: one chain
    return () => {
      ended = true;
    };
  }, [name, tried]);
  const there = attempt !== null && attempt.name === name;
  useEffect(() => {
    if (recent && there && name) note(name);
  }, [recent, there, name]);
  const shown = attempt?.name === name ? attempt : name && !fresh ? (whole.get(name) ?? null) : null;
  return { attempt: shown, error, retry: () => setTried(tried + 1) };
}
