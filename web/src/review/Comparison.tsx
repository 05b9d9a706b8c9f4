import { useEffect, useMemo, useRef, useState } from "react";
import { align, knotsOf } from "@/model/review/align";
import { momentsOf, nextMoment } from "@/model/review/events";
import { firstSignal } from "@/model/review/signal";
import { useShortcuts } from "@/shell/keys";
import { ErrorBoundary, isBoolean, Split, useKept } from "@/ui";
import { useWords } from "@/words";
import type { Letter } from "./Key";
import type { Attempt, Loaded } from "./loaded";
import { Measures } from "./Measures";
import css from "./Review.module.css";
import { SignalButton } from "./SignalButton";
import { SignalChart } from "./SignalChart";
import { Stage, type ViewMode } from "./Stage";
import { Timeline } from "./Timeline";
import { Transport } from "./Transport";
import { usePlayer, usePlaying } from "./usePlaying";
import type { Worker } from "./useWork";
import { WorkCard } from "./WorkCard";

export interface ComparisonProps {
  a: Attempt;
  b: Attempt | null;
  /** How B is being loaded; null without B. */
  second: Loaded | null;
  titles: Record<Letter, string>;
  onSwap: (() => void) | null;
  camera: string;
  onCamera: (camera: string) => void;
  worker: Worker;
  /** Begin to play as soon as it can be seen; told when it does. */
  onPlayed: (() => void) | null;
}

/** Under this width [px] the measures begin closed: scene and timeline need the room. */
const NARROW = 1100;

/** One attempt, or two on one clock: scene, timeline, measures. */
export function Comparison({ a, b, second, titles, onSwap, camera, onCamera, worker, onPlayed }: ComparisonProps) {
  const w = useWords().review;
  const player = usePlayer();
  const { length } = usePlaying(player);
  const [mode, setMode] = useState<ViewMode>("together");
  const [byStage, setByStage] = useKept("review.byStage", false, isBoolean);
  const [chosen, setChosen] = useState("");
  const [narrow] = useState(window.innerWidth < NARROW);
  const [measured, setMeasured] = useKept(narrow ? "review.measured.narrow" : "review.measured", !narrow, isBoolean);

  const alignReason = !b ? w.alignNeeds : knotsOf(a, b).length === 0 ? w.alignForeign : undefined;
  const alignment = useMemo(() => align(a, b, byStage ? "stage" : "clock"), [a, b, byStage]);
  useEffect(() => {
    player.length = alignment.length;
  }, [player, alignment]);
  // Another record begins at its beginning; one that changed places with B goes on where it was.
  const resumed = useRef<number | null>(null);
  useEffect(() => {
    if (!a.name) return;
    if (resumed.current === null) player.pause();
    player.seek(resumed.current ?? 0);
    resumed.current = null;
  }, [player, a.name]);
  const seen = a.motion !== null && length > 0;
  const played = useRef(onPlayed);
  played.current = onPlayed;
  useEffect(() => {
    if (!seen || !played.current) return;
    player.play();
    played.current();
  }, [player, seen]);
  const swap = onSwap && (() => {
    resumed.current = alignment.toB(player.time);
    onSwap();
  }); // biome-ignore format: one thing

  const signal = a.source.entries(chosen).length > 0 ? chosen : firstSignal(a.info.channels);
  const moments = useMemo(() => {
    const own = a.info.events.map((event) => event.time);
    const others = b?.info.events.map((event) => alignment.fromB(event.time)) ?? [];
    return momentsOf([0, ...own, ...others]);
  }, [a, b, alignment]);
  const toEvent = (direction: 1 | -1) => {
    const moment = nextMoment(moments, player.time, direction);
    player.pause();
    if (moment !== undefined) player.seek(moment);
  };
  const toFrame = (direction: 1 | -1) => {
    const { dt } = a.info;
    const frame = dt * Math.max(1, Math.round(0.01 / Math.max(dt, 1e-6)));
    player.pause();
    player.seek(player.time + direction * frame);
  };
  useShortcuts(
    (words) => words.review.title,
    [
      { keys: "KeyP", label: (words) => `${words.review.play}, ${words.review.pause}`, run: () => player.toggle() },
      { keys: "Comma", label: (words) => words.review.previousFrame, run: () => toFrame(-1), repeats: true },
      { keys: "Period", label: (words) => words.review.nextFrame, run: () => toFrame(1), repeats: true },
      { keys: "BracketLeft", label: (words) => words.review.previousEvent, run: () => toEvent(-1) },
      { keys: "BracketRight", label: (words) => words.review.nextEvent, run: () => toEvent(1) },
      { keys: ["KeyA", "KeyB"], label: (words) => words.review.swap, run: () => swap?.() },
    ],
  );

  const timeline = (
    <section className={css.time} aria-label={w.timeline}>
      <Transport
        player={player}
        onFrame={toFrame}
        onEvent={toEvent}
        onSwap={swap}
        byStage={byStage}
        onByStage={setByStage}
        alignReason={alignReason}
      >
        <SignalButton source={a.source} signal={signal} onChange={setChosen} />
      </Transport>
      <ErrorBoundary of={w.timeline}>
        <Timeline a={a} b={b} alignment={alignment} player={player}>
          <SignalChart a={a} b={b} signal={signal} alignment={alignment} player={player} length={length} />
        </Timeline>
      </ErrorBoundary>
    </section>
  );
  const measures = (
    <ErrorBoundary of={w.measuresPane}>
      <Measures a={a.info} b={b?.info ?? null} titles={titles} />
    </ErrorBoundary>
  );
  return (
    <Split
      side="right"
      size={324}
      min={260}
      max={460}
      keep="review.measures"
      label={w.measuresPane}
      open={measured}
      onOpenChange={setMeasured}
      pane={measures}
      stacks={{}}
    >
      <Split
        side="bottom"
        size={264}
        min={170}
        max={460}
        keep="review.timeline"
        label={w.timeline}
        pane={timeline}
        stacks={{ rest: "46vh", pane: "264px" }}
      >
        <div className={css.scene}>
          <Stage
            a={a}
            b={b}
            titles={titles}
            alignment={alignment}
            player={player}
            mode={mode}
            onMode={setMode}
            camera={camera}
            onCamera={onCamera}
          />
          {second?.error && (
            <p className={css.second} role="alert" data-testid="review-second-failed">
              B: {w.recordFailed} {second.error}
            </p>
          )}
          <WorkCard worker={worker} />
        </div>
      </Split>
    </Split>
  );
}
