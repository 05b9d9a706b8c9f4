/** What the operator can ask of the session, from buttons, keys and gamepads alike. */

import type { SessionRequest } from "@/gen/documents";
import type { Answer } from "@/gen/messages";
import { again, ask, hub, pilotDrives, useLive } from "@/link/live";
import { preparePanel, startRobot } from "@/link/starting";
import { stoppedJustNow, stopRobot } from "@/link/stopping";
import { askStops } from "@/link/stops";
import { heldToMove, readPanel } from "@/model/panel/elements";
import { firstSelection } from "@/model/panel/selection";
import { mixer, values } from "@/panel";
import { showToast } from "@/ui";
import { language, type Said, said, saidBy, words } from "@/words";
import { operatorName } from "./operator";
import { knownScene } from "./scenes";

async function tell(request: SessionRequest): Promise<boolean> {
  return told(ask(request));
}

async function told(asked: Promise<Answer>): Promise<boolean> {
  const answer = await asked;
  if (!answer.ok && answer.error) showToast({ id: "request-refused", kind: "error", title: answer.error });
  return answer.ok;
}

/** Stop, at once. Nothing comes before it. */
export function stop(): void {
  void told(stopRobot());
  mixer.neutral();
}

/** First of two steps back: the stop ends, and time stands until Start. */
export async function release(): Promise<void> {
  if (stoppedJustNow()) return;
  mixer.neutral();
  await tell({ do: "pause" });
  if (await tell({ do: "arm" })) showToast({ id: "stop", kind: "info", title: words().operate.stop.released });
}

/** What is to be selected so that the stick moves the robot. */
function selection(): ReturnType<typeof firstSelection> {
  const { described, planned } = useLive.getState();
  const panel = readPanel(described?.panel);
  if (!panel || !planned) return {};
  const aim = {
    acting: planned.acting,
    effector: planned.exercise?.effector ?? "",
    places: knownScene()?.effectors ?? {},
  };
  return firstSelection(panel, (name) => values.get(name), aim);
}

/** One press starts: takes the panel, ends a stop for want of an operator, enables motion, selects what is needed. */
export async function start(): Promise<void> {
  mixer.neutral();
  const problem = await startRobot(operatorName(), () => preparePanel(selection()));
  if (problem) {
    showToast({ id: "request-refused", kind: "error", title: problem });
    return;
  }
  const panel = readPanel(useLive.getState().described?.panel);
  const held = heldToMove(panel);
  if (!held || pilotDrives(useLive.getState())) return;
  const name = said(panel?.elements[held]?.label as Said | undefined, language()) || held;
  showToast({ id: "hold", kind: "info", title: words().operate.stop.hold(name) });
}

export function pause(): void {
  mixer.neutral();
  void tell({ do: "pause" });
}

/** Pauses a robot that runs. One that stands still, or is stopped for want of an operator, is started. */
export async function startOrPause(): Promise<void> {
  const running = useLive.getState().session?.state === "running";
  const absent = running && hub.frame?.stopped === true && (await askStops()).includes("link");
  if (running && !absent) pause();
  else await start();
}

export function step(): void {
  void tell({ do: "step", steps: 1 });
}

export function setSpeed(factor: number): void {
  void tell({ do: "speed", factor });
}

/** Back to the start of the same attempt; it waits for Start. */
export async function reset(): Promise<void> {
  mixer.neutral();
  if (useLive.getState().session?.state === "running") await tell({ do: "pause" });
  await tell({ do: "reset" });
}

/** Draw another start, or change the variant. */
export async function newStart(seed: number | null, variant = ""): Promise<void> {
  mixer.neutral();
  try {
    await again(seed, variant);
  } catch (error) {
    showToast({ kind: "error", title: saidBy(error) });
  }
}
