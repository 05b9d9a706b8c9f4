import { create } from "zustand";

/** Kinds of messages: news leaves by itself, a caution while it holds, an error until closed. */
export type ToastKind = "info" | "ok" | "caution" | "error";

/** A message at the corner of the scene. */
export interface Toast {
  id: string;
  kind: ToastKind;
  /** What happened, in one short sentence. */
  title: string;
  /** What to do next. */
  text?: string;
  action?: { label: string; run: () => void };
}

const STAYS_FOR = 5000;
let last = 0;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export const useToasts = create<{ list: Toast[] }>(() => ({ list: [] }));

/** Takes a message away. */
export function dismissToast(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  useToasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }));
}

/**
 * Shows a message; the same `id` replaces the one that is there. At most two are seen: errors and cautions before news,
 * the newest first. Returns the id for {@link dismissToast}.
 */
export function showToast(toast: Omit<Toast, "id"> & { id?: string }): string {
  const id = toast.id ?? `toast-${++last}`;
  clearTimeout(timers.get(id));
  timers.delete(id);
  useToasts.setState(({ list }) => ({ list: [...list.filter((other) => other.id !== id), { ...toast, id }] }));
  if (toast.kind === "info" || toast.kind === "ok")
    timers.set(
      id,
      setTimeout(() => dismissToast(id), STAYS_FOR),
    );
  return id;
}

/** Takes away the errors: they belong to the place where they arose. */
export function leaveErrors(): void {
  for (const { id, kind } of useToasts.getState().list) if (kind === "error") dismissToast(id);
}

const WEIGHT: Record<ToastKind, number> = { error: 2, caution: 1, info: 0, ok: 0 };

/** The two messages to show, the one that matters most last (nearest to the corner). */
export function shownToasts(list: readonly Toast[], most = 2): Toast[] {
  return list
    .map((toast, at) => ({ toast, at }))
    .sort((a, b) => WEIGHT[b.toast.kind] - WEIGHT[a.toast.kind] || b.at - a.at)
    .slice(0, most)
    .map(({ toast }) => toast)
    .reverse();
}
