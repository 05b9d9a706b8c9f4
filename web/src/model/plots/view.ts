/** What part of time charts show together, and where their cursors stand. */

import { createStore, type StoreApi } from "zustand/vanilla";

/** Lengths of time that can be chosen [s]; 0 is everything. */
export const WINDOWS = [5, 10, 30, 60, 300] as const;

export interface View {
  /** Length of the time that is shown [s]; 0 shows everything. */
  window: number;
  /** A part chosen by zoom; it stands still. */
  range: readonly [number, number] | null;
  /** The time at which the view was paused; null follows. */
  heldAt: number | null;
  /** Whether it was paused by hand: undoing a zoom then leaves it paused. */
  paused: boolean;
  /** The time under the pointer. */
  cursor: number | null;
  /** The two measuring cursors. */
  measure: readonly [number, number] | null;
}

export type ViewStore = StoreApi<View>;

export function createView(window = 10): ViewStore {
  return createStore<View>(() => ({
    window,
    range: null,
    heldAt: null,
    paused: false,
    cursor: null,
    measure: null,
  }));
}

/** The times at the left and right edges. */
export function shownTimes(view: View, now: number): readonly [number, number] {
  if (view.range) return view.range;
  const end = view.heldAt ?? now;
  return view.window > 0 ? [end - view.window, end] : [0, Math.max(end, 1e-3)];
}

/** The time that counts as now on the axis. */
export const originOf = (view: View, now: number): number => view.heldAt ?? now;

export function pauseAt(store: ViewStore, now: number): void {
  store.setState((view) => ({ paused: true, heldAt: view.heldAt ?? now }));
}

export function resume(store: ViewStore): void {
  store.setState({ paused: false, heldAt: null, range: null, measure: null });
}

export function setWindow(store: ViewStore, window: number): void {
  store.setState({ window, range: null, ...(store.getState().paused ? {} : { heldAt: null }) });
}

/** The least time that can be looked at [s]. */
const LEAST = 0.02;

/** Show a part of time; the view stands still from now on. */
export function zoomTo(store: ViewStore, from: number, to: number, now: number, live: boolean): void {
  const [low, high] = from < to ? [from, to] : [to, from];
  const middle = (low + high) / 2;
  const half = Math.max(high - low, LEAST) / 2;
  store.setState((view) => ({
    range: [middle - half, middle + half],
    heldAt: live ? (view.heldAt ?? now) : null,
  }));
}

/** Zoom about a time: a factor below 1 shows less. */
export function zoomAbout(store: ViewStore, time: number, factor: number, now: number, live: boolean): void {
  const [from, to] = shownTimes(store.getState(), now);
  const span = Math.max(LEAST, Math.min((to - from) * factor, 24 * 3600));
  const share = (time - from) / (to - from);
  zoomTo(store, time - share * span, time + (1 - share) * span, now, live);
}

/** Change the length of a view that follows; it stays within what can be chosen. */
export function stretch(store: ViewStore, factor: number): void {
  store.setState(({ window }) => ({ window: Math.min(300, Math.max(1, window * factor)) }));
}

/** Move the view by a time. */
export function panBy(store: ViewStore, by: number, now: number, live: boolean): void {
  const [from, to] = shownTimes(store.getState(), now);
  zoomTo(store, from + by, to + by, now, live);
}

/** Undo the zoom. */
export function unzoom(store: ViewStore): void {
  store.setState((view) => ({ range: null, heldAt: view.paused ? view.heldAt : null }));
}

/** Put the two measuring cursors into the view, or take them away. A running view is paused: what moves is not measured. */
export function toggleMeasure(store: ViewStore, now: number, live: boolean): void {
  const view = store.getState();
  if (view.measure) {
    store.setState({ measure: null });
    return;
  }
  const [from, to] = shownTimes(view, now);
  if (live) pauseAt(store, now);
  store.setState({ measure: [from + (to - from) / 3, from + (2 * (to - from)) / 3] });
}
