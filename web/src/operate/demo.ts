/** Beginning a demonstration in the session of this page, and taking over from its pilot. */

import type { DemoInfo } from "@/gen/messages";
import { ask, pilotDrives, useLive } from "@/link/live";
import { startRobot } from "@/link/starting";
import { showToast } from "@/ui";
import { words } from "@/words";
import { newStart, reset } from "./actions";
import { operatorName } from "./operator";

/** Whether a pilot has the panel of the session. */
export const useDriven = (): boolean => useLive(pilotDrives);

/** Let a pilot show the exercise from the start of this session; it drives as soon as that is open. */
export async function showDemo({ pilot, variant }: DemoInfo): Promise<void> {
  const { session } = useLive.getState();
  if (!session) return;
  if (variant !== session.variant) await newStart(session.seed, variant);
  else await reset();
  const problem = await startRobot(operatorName(), () => ask({ do: "demonstrate", pilot }));
  if (problem) showToast({ id: "demo", kind: "error", title: words().operate.demo.failed, text: problem });
}

export async function takeOver(): Promise<void> {
  const answer = await ask({ do: "take-over" });
  if (!answer.ok) showToast({ id: "demo", kind: "error", title: answer.error });
}
