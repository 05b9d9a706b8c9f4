/** What the operator can ask of the session, from buttons, keys and gamepads alike. */

import type { PanelDocument } from "@/gen/documents";
import type { Answer } from "@/gen/messages";
import { again, ask, hub, useLive } from "@/link/live";
import { stoppedJustNow, stopRobot } from "@/link/stopping";
import { restoredEnable } from "@/model/panel/elements";
import { mixer, setValues, values } from "@/panel";
import { showToast } from "@/ui";
import { words } from "@/words";

async function tell(request: { do: string } & Record<string, unknown>): Promise<boolean> {
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
export async function release(panel: PanelDocument | null): Promise<void> {
  if (stoppedJustNow()) return;
  mixer.neutral();
  await tell({ do: "pause" });
  const enable = restoredEnable(panel);
  if (Object.keys(enable).some((name) => values.get(name) === false)) {
    setValues(enable);
    mixer.flush();
  }
  if (await tell({ do: "arm" })) showToast({ id: "stop", kind: "info", title: words().operate.stop.released });
}

export function start(): void {
  void tell({ do: "start" });
}

export function pause(): void {
  mixer.neutral();
  void tell({ do: "pause" });
}

/** Second of two steps: a stopped robot is not started, it must be released first. */
export function startOrPause(): void {
  if (useLive.getState().session?.state === "running") pause();
  else if (hub.frame?.stopped) showToast({ id: "stop", kind: "caution", title: words().operate.stop.startFirst });
  else start();
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
    showToast({ kind: "error", title: error instanceof Error ? error.message : String(error) });
  }
}
