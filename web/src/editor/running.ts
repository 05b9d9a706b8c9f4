/** The session that runs this scheme, and tuning it. */

import { ask, hub, takePanel, useLive } from "@/link/live";
import { startRobot, whenReady } from "@/link/starting";
import { releaseRobot } from "@/link/stopping";
import { setParameter } from "@/model/scheme/edits";
import { shortValue } from "@/model/scheme/numbers";
import { showToast } from "@/ui";
import { words } from "@/words";
import type { Editor } from "./context";
import { parameterName } from "./signals";
import type { Tuned } from "./view";

export type RunState = "none" | "starting" | "ready" | "running" | "halted" | "ended" | "dead";

/** How the session of a scheme stands; 'none' if the open session runs another one. */
export function useRunState(name: string): RunState {
  return useLive(({ session }) => {
    if (!session || session.scheme !== name) return "none";
    return session.state === "compiling" ? "starting" : session.state;
  });
}

export const runsNow = (name: string): boolean => {
  const { session } = useLive.getState();
  return (
    session?.scheme === name && (session.state === "running" || session.state === "ready" || session.state === "halted")
  );
};

/** Only who has the panel may start, pause and tune: take it first where it is free, ask before taking it away. */
export async function mayControl(force = false): Promise<boolean> {
  if (useLive.getState().mine) return true;
  const answer = await takePanel("", force);
  return answer.ok;
}

/** Start or pause the session. */
export async function control(what: "start" | "pause", force = false): Promise<void> {
  const r = words().design.run;
  if (!(await mayControl(force))) {
    showToast({
      id: "control",
      kind: "error",
      title: r.notMine,
      action: { label: r.take, run: () => void control(what, true) },
    });
    return;
  }
  const problem = what === "start" ? await startRobot("") : (await ask({ do: what })).error;
  if (problem) showToast({ id: "control", kind: "error", title: problem });
}

/** First of two steps after a stop: the stop ends, and the robot waits for Start. */
export async function release(): Promise<void> {
  const problem = await releaseRobot("");
  if (problem === null) return;
  const title = problem || words().design.tools.released;
  showToast({ id: "control", kind: problem ? "error" : "info", title });
}

/** Start the session as soon as it can be, however long it compiles; if it never can, say why. */
export function startWhenReady(id: string): void {
  const { run } = words().design;
  whenReady(
    id,
    () => void control("start"),
    (reason) => showToast({ kind: "error", title: run.failed, text: reason || words().common.link.lost }),
  );
}

/** Length of a ramp [ms] and its steps: a jump of a gain would be felt. */
const RAMP = 50;
const STEPS = 5;

const ramps = new Map<string, number>();
/** What the robot was told last, by parameter. */
const sent = new Map<string, number>();

/** Tell the running session a value at once; numbers go there in a few steps. */
function send(name: string, from: unknown, to: unknown): void {
  const round = (ramps.get(name) ?? 0) + 1;
  ramps.set(name, round);
  const failed = (error: string) =>
    showToast({ id: `tune ${name}`, kind: "error", title: words().design.run.setFailed(name), text: error });
  const say = async (value: unknown) => {
    if (!(await mayControl())) {
      failed(words().design.run.notMine);
      return false;
    }
    const answer = await ask({ do: "set", name, value });
    if (!answer.ok) failed(answer.error);
    return answer.ok;
  };
  if (typeof from !== "number" || typeof to !== "number") {
    void say(to);
    return;
  }
  const begin = sent.get(name) ?? from;
  let step = 0;
  const next = async () => {
    if (ramps.get(name) !== round) return;
    step += 1;
    const value = step >= STEPS ? to : begin + ((to - begin) * step) / STEPS;
    sent.set(name, value);
    const ok = await say(value);
    if (ok && step < STEPS) window.setTimeout(next, RAMP / STEPS);
  };
  void next();
}

/** A parameter was changed in the document: the running robot gets it too, and the change is remembered. */
export function tune(editor: Editor, block: string, parameter: string, before: unknown, after: unknown): void {
  const { path, level } = editor.store.getState();
  const name = parameterName(path, block, parameter);
  send(name, before, after);
  hub.mark(`${parameter} ${shortValue(before)} → ${shortValue(after)}`, "set");
  editor.view.setState(({ tuned }) => {
    const old = tuned.find((entry) => entry.name === name);
    const entry = { name, level, block, parameter, before: old ? old.before : before, after, when: Date.now() };
    const rest = tuned.filter((other) => other.name !== name);
    return { tuned: JSON.stringify(entry.before) === JSON.stringify(after) ? rest : [entry, ...rest] };
  });
}

/** Give a tuned value back what it had when the run began, wherever in the scheme it is. */
export function putBack({ store, view }: Editor, entry: Tuned): void {
  const before = store.getState().doc;
  store
    .getState()
    .edit(words().design.steps.reset(entry.name), (doc) =>
      setParameter(doc, entry.level, entry.block, entry.parameter, entry.before),
    );
  send(entry.name, entry.after, entry.before);
  const applied = view.getState().applied === before ? store.getState().doc : view.getState().applied;
  view.setState(({ tuned }) => ({ applied, tuned: tuned.filter((other) => other.name !== entry.name) }));
}
