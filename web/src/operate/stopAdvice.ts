import type { Words } from "@/words";

/** What a session says of a stop besides its words. */
export interface StopData {
  readonly reason?: unknown;
  /** Whether a scheme goes on and holds the robot; the drives of others are without power. */
  readonly held?: unknown;
}

/** The stop that stands after an event: released and reset end it, and a scheme that failed holds nothing any longer. */
export function stopAfter(
  stop: StopData | null,
  event: { readonly kind: string; readonly data: unknown },
): StopData | null {
  if (event.kind === "stop") return (event.data ?? {}) as StopData;
  if (event.kind === "released" || event.kind === "reset") return null;
  return event.kind === "power-off" && stop?.held === true ? { ...stop, held: false } : stop;
}

export const STOP_REASONS = ["stop", "enable", "link"] as const;

/** What to do about a stop, and that the robot is held if it is: it may still move a little, and has power. */
export function stopAdvice(data: StopData | null, enable: string, w: Words["operate"]["stop"]): string {
  const next = data?.reason === "enable" ? w.switchOn(enable) : data?.reason === "link" ? w.goOn : w.next;
  return data?.held === true ? `${w.held} ${next}` : next;
}
