/** Keeps the check of a document up to date: a moment after every change, the newest answer wins. */

import { onLanguage, saidBy } from "@/words";
import type { DocumentStore } from "./store";

/** Time without a change after which a document is checked, unless its kind says another [ms]. */
const PAUSE = 150;

export interface Checking<D, C> {
  /** Must be asked anew for every answer: what else the check depends on may have changed. */
  readonly ask: (doc: D) => Promise<C>;
  readonly pause?: number;
  /** Whether a check of one document says all about the other, too. */
  readonly alike?: (one: D, two: D) => boolean;
  /** An answer with everything that is as before kept as the same object: what shows it is not drawn anew. */
  readonly settled?: (before: C, fresh: C) => C;
}

export interface Checks {
  /** Check now. */
  readonly now: () => void;
  readonly end: () => void;
}

export function keepChecked<D, C>(store: DocumentStore<D, C>, how: Checking<D, C>): Checks {
  const { ask, pause = PAUSE, alike, settled } = how;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  const now = async () => {
    clearTimeout(timer);
    const mine = ++round;
    const { doc } = store.getState();
    store.getState().setChecking(true);
    try {
      const found = await ask(doc);
      if (mine !== round) return;
      const { check } = store.getState();
      store.getState().setCheck(check !== null && settled ? settled(check, found) : found, doc);
    } catch (error) {
      if (mine === round) store.getState().setCheckFailed(saidBy(error));
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(now, pause);
  };
  const stop = store.subscribe((state, before) => {
    if (state.doc === before.doc) return;
    const { check, checked } = state;
    if (check === null || checked === null || !alike?.(checked, state.doc)) return later();
    // nothing that a check looks at has changed: what was found still holds, at the new places
    clearTimeout(timer);
    round += 1;
    if (checked !== state.doc) state.setCheck(check, state.doc);
  });
  const deaf = onLanguage(later);
  later();
  return {
    now: () => void now(),
    end: () => {
      clearTimeout(timer);
      round += 1;
      stop();
      deaf();
    },
  };
}
