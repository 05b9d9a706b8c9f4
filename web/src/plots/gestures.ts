/** Pointer, wheel and keys over a chart. */

import type uPlot from "uplot";
import type { SignalSource } from "@/model/plots/source";
import { panBy, shownTimes, stretch, unzoom, type ViewStore, zoomAbout, zoomTo } from "@/model/plots/view";
import type { Overlay } from "./Overlay";

/** A press that moves less than this is a click [px]. */
const STILL = 4;

export interface Gestures {
  /** Keep the cursor under a pointer that rests while time runs on. */
  follow: () => void;
  end: () => void;
}

/** Listens until it is ended. `moved` is called after the keyboard moved the cursor. */
export function gestures(
  holder: HTMLElement,
  plot: uPlot,
  overlay: Overlay,
  source: SignalSource,
  view: ViewStore,
  moved: () => void,
): Gestures {
  const end = new AbortController();
  const { signal } = end;
  const over = plot.over;
  const place = (event: { clientX: number }) => event.clientX - over.getBoundingClientRect().left;
  let rests: number | null = null;
  const timeAt = (left: number) => plot.posToVal(left, "x");
  const shown = () => shownTimes(view.getState(), source.now());

  const drag = (
    target: HTMLElement,
    down: PointerEvent,
    move: (event: PointerEvent) => void,
    done: (event: PointerEvent | null) => void,
  ) => {
    const stop = new AbortController();
    const finish = (event: PointerEvent | null) => {
      stop.abort();
      done(event);
    };
    const options = { signal: AbortSignal.any([stop.signal, signal]) };
    target.setPointerCapture(down.pointerId);
    target.addEventListener("pointermove", move, options);
    target.addEventListener("pointerup", finish, options);
    target.addEventListener("pointercancel", () => finish(null), options);
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        finish(null);
      },
      { ...options, capture: true },
    );
  };

  const choose = (down: PointerEvent) => {
    const from = place(down);
    const limited = (event: PointerEvent) => Math.min(over.clientWidth, Math.max(0, place(event)));
    drag(
      over,
      down,
      (event) => overlay.choice(Math.abs(place(event) - from) < STILL ? null : [from, limited(event)]),
      (event) => {
        overlay.choice(null);
        if (!event || Math.abs(place(event) - from) < STILL) return;
        zoomTo(view, timeAt(from), timeAt(limited(event)), source.now(), source.live);
      },
    );
  };

  const pan = (down: PointerEvent) => {
    const [begin, finish] = shown();
    const from = place(down);
    drag(
      over,
      down,
      (event) => {
        const by = ((from - place(event)) / over.clientWidth) * (finish - begin);
        zoomTo(view, begin + by, finish + by, source.now(), source.live);
      },
      (event) => event ?? zoomTo(view, begin, finish, source.now(), source.live),
    );
  };

  over.addEventListener(
    "pointerdown",
    (event) => {
      if (event.target instanceof HTMLElement && overlay.handles.includes(event.target)) return;
      const still = view.getState().heldAt !== null || !source.live;
      if (event.button === 1 || (event.button === 0 && (event.shiftKey || (event.pointerType === "touch" && still)))) {
        event.preventDefault();
        pan(event);
      } else if (event.button === 0) choose(event);
    },
    { signal },
  );
  const point = (left: number | null) => {
    rests = left;
    view.setState({ cursor: left === null ? null : timeAt(left) });
  };
  over.addEventListener("pointermove", (event) => point(place(event)), { signal });
  over.addEventListener("pointerleave", () => point(null), { signal });
  over.addEventListener("dblclick", () => unzoom(view), { signal });
  over.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const [from, to] = shown();
      const along = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (Math.abs(along) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        panBy(view, (along / over.clientWidth) * (to - from), source.now(), source.live);
        return;
      }
      const factor = 1.0015 ** event.deltaY;
      // A view that follows goes on following: only its length changes.
      if (source.live && view.getState().heldAt === null) stretch(view, factor);
      else zoomAbout(view, timeAt(place(event)), factor, source.now(), source.live);
    },
    { signal, passive: false },
  );

  overlay.handles.forEach((handle, i) => {
    const put = (time: number) => {
      const { measure } = view.getState();
      if (!measure) return;
      const [from, to] = shown();
      const kept = Math.min(to, Math.max(from, time));
      view.setState({ measure: i === 0 ? [kept, measure[1]] : [measure[0], kept] });
    };
    handle.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        const was = view.getState().measure?.[i] ?? 0;
        drag(
          handle,
          event,
          (move) => put(timeAt(place(move))),
          (done) => done ?? put(was),
        );
      },
      { signal },
    );
    handle.addEventListener(
      "keydown",
      (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const [from, to] = shown();
        put((view.getState().measure?.[i] ?? 0) + (step * (to - from) * (event.shiftKey ? 10 : 1)) / 200);
      },
      { signal },
    );
  });

  holder.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const [from, to] = shown();
      const { cursor } = view.getState();
      const step = ((to - from) * (event.shiftKey ? 10 : 1)) / 200;
      const at = cursor ?? to;
      const next = { ArrowLeft: at - step, ArrowRight: at + step, Home: from, End: to }[event.key];
      if (next !== undefined) {
        view.setState({ cursor: Math.min(to, Math.max(from, next)) });
        moved();
      } else if (event.key === "+" || event.key === "=") zoomAbout(view, at, 0.7, source.now(), source.live);
      else if (event.key === "-") zoomAbout(view, at, 1 / 0.7, source.now(), source.live);
      else if (event.key === "0") unzoom(view);
      else if (event.key === "Escape" && cursor !== null) view.setState({ cursor: null });
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  holder.addEventListener("blur", () => view.setState({ cursor: null }), { signal });
  return {
    follow: () => {
      if (rests !== null) view.setState({ cursor: timeAt(rests) });
    },
    end: () => end.abort(),
  };
}
