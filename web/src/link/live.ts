/** The session that this page shows: its state for React, its frames in `hub`. */

import { create } from "zustand";
import type { SessionRequest } from "../gen/documents";
import type {
  Answer,
  ApplyScheme,
  AttemptAccount,
  Described,
  Job,
  Planned,
  Playing,
  SessionEvent,
  SessionInfo,
  StartSession,
  ToPage,
} from "../gen/messages";
import { Hub } from "../model/hub";
import { words } from "../words";
import { api, LinkError, setClient } from "./http";
import { finish } from "./jobs";
import { type AnswerTo, SessionLink } from "./session";

export const hub = new Hub();

const MAX_EVENTS = 200;

export interface Live {
  id: string;
  link: "idle" | "connecting" | "open" | "lost";
  /** When the link was lost, on the clock of `performance.now` [ms]. */
  lostAt: number;
  session: SessionInfo | null;
  /** What the session is made of: known before it is open. */
  planned: Planned | null;
  described: Described | null;
  account: AttemptAccount | null;
  /** Name of this page's connection. */
  client: string;
  operator: { client: string; name: string; watchers: number };
  /** Whether this page has the panel. */
  mine: boolean;
  events: readonly SessionEvent[];
  job: Job | null;
  /** The recorded motion that is played into the session, or was last. */
  playing: Playing | null;
  /** There and back between page and server [ms]. */
  latency: number;
  /** How long the session process has not shown that it is alive [s]. */
  age: number;
}

const nothing: Live = {
  id: "",
  link: "idle",
  lostAt: 0,
  session: null,
  planned: null,
  described: null,
  account: null,
  client: "",
  operator: { client: "", name: "", watchers: 0 },
  mine: false,
  events: [],
  job: null,
  playing: null,
  latency: 0,
  age: 0,
};

export const useLive = create<Live>(() => nothing);

/** Whether a pilot has the panel: from the moment it was asked for until somebody takes over, or the attempt is over. */
export function pilotDrives({ account }: Live): boolean {
  return account !== null && account.pilot !== "" && account.taken_over === null && account.state !== "done";
}

let connection: SessionLink | null = null;

function heard(said: Exclude<ToPage, { type: "beat" }>): void {
  const { setState: set, getState: get } = useLive;
  switch (said.type) {
    case "hello":
      setClient(said.client);
      // what is played is told next, if anything is: its end may have come while there was no link
      set({ client: said.client, session: said.session, playing: null });
      break;
    case "planned":
      set({ planned: said.planned });
      break;
    case "opened":
      hub.describe(said.described.number, said.described.channels, said.described.bodies);
      set({ described: said.described });
      break;
    case "state":
      set({ session: said.session });
      break;
    case "account":
      set({ account: said.account });
      break;
    case "event":
      hub.mark(said.text, said.kind);
      set({ events: [...get().events.slice(1 - MAX_EVENTS), said] });
      break;
    case "operator": {
      const mine = said.client !== "" && said.client === get().client;
      if (connection) connection.operating = mine;
      set({ operator: { client: said.client, name: said.name, watchers: said.watchers }, mine });
      break;
    }
    case "job":
      set({ job: said.job });
      break;
    case "playing":
      set({ playing: said });
      break;
    case "answer":
      break;
  }
}

/** The session is not there any more: it was ended, here or by somebody else. */
function gone(): void {
  useLive.setState(({ session }) => ({
    link: "open",
    mine: false,
    session: session && { ...session, state: "ended", reason: words().common.link.ended },
  }));
}

function linked(open: boolean): void {
  if (open) {
    useLive.setState({ link: "open" });
    const { number, signals } = hub.watched;
    connection?.watch(number, signals);
  } else {
    if (connection) connection.operating = false;
    useLive.setState((state) => ({
      link: "lost",
      mine: false,
      lostAt: state.link === "lost" ? state.lostAt : performance.now(),
    }));
  }
}

/** Show a session; the one shown before goes on without this page. */
export function openSession(id: string): void {
  if (useLive.getState().id === id) return;
  closeSession();
  useLive.setState({ ...nothing, id, link: "connecting" });
  connection = new SessionLink(id, {
    message: heard,
    beat: (latency, age) => useLive.setState({ latency, age }),
    frame: (data) => hub.take(data),
    link: linked,
    gone,
  });
  hub.onWatch = (number, signals) => connection?.watch(number, signals);
}

/** A sign in the middle of work that may take long, such as drawing: the page is slow, but it responds. */
export const alive = (): void => connection?.alive();

/** Show no session any more. */
export function closeSession(): void {
  connection?.close();
  connection = null;
  hub.clear();
  useLive.setState(nothing);
}

/** Start a session and show it. */
export async function startSession(wanted: StartSession): Promise<SessionInfo> {
  const session = await api.post<SessionInfo>("/api/sessions", wanted);
  openSession(session.id);
  return session;
}

/** End a session for everybody; `force` also one that somebody else operates. */
export function removeSession(id: string, force = false): Promise<void> {
  return api.remove(`/api/sessions/${encodeURIComponent(id)}${force ? "?force=1" : ""}`);
}

/** End the session that is shown, for everybody. */
export async function endSession(): Promise<void> {
  const { id } = useLive.getState();
  if (!id) return;
  await removeSession(id);
  closeSession();
}

function noLink(): Promise<Answer & { value: null }> {
  const error = words().common.link.none;
  return Promise.resolve({ type: "answer", id: 0, ok: false, error, value: null, tick: null });
}

/** Ask something of the session, such as {do: "start"}; the answer says whether it was done, and why not. */
export function ask<R extends SessionRequest>(request: R): Promise<AnswerTo<R>> {
  return connection?.ask(request) ?? noLink();
}

/** Whether this page notes when inputs were answered and pictures drawn, for `pult bench studio`. */
export const measuring = new URLSearchParams(location.search).has("measure");

/** Move elements of the panel. */
export function input(values: Record<string, unknown>): Promise<Answer> {
  const startTime = performance.now();
  const answer = ask({ do: "input", values });
  if (measuring) void answer.then(({ tick }) => performance.mark("pult-input", { startTime, detail: tick }));
  return answer;
}

/** Ask for the panel; `force` takes it from whoever has it. */
export function takePanel(name: string, force = false): Promise<Answer> {
  return connection?.take(name, force) ?? noLink();
}

export function releasePanel(): Promise<Answer> {
  return connection?.release() ?? noLink();
}

/** Put an edited scheme into the running session; tells how far it is. */
export async function applyScheme<T>(document: unknown, told: (job: Job) => void): Promise<T> {
  const { id } = useLive.getState();
  if (!id) throw new LinkError(0, { error: words().common.link.none });
  const body: ApplyScheme = { document };
  const job = await api.post<Job>(`/api/sessions/${encodeURIComponent(id)}/apply`, body);
  return finish<T>(job, told);
}

/** Start a dead session again, with the same setup. */
export function restartSession(): Promise<SessionInfo> {
  return api.post<SessionInfo>(`/api/sessions/${encodeURIComponent(useLive.getState().id)}/restart`);
}

/** Draw a new start, or choose another variant. */
export function again(seed: number | null, variant = ""): Promise<SessionInfo> {
  return api.post<SessionInfo>(`/api/sessions/${encodeURIComponent(useLive.getState().id)}/again`, { seed, variant });
}
