import { useEffect, useMemo, useRef } from "react";
import type { Alignment } from "@/model/review/align";
import type { Player } from "@/model/review/player";
import { ErrorBoundary, ErrorBox, Progress, Segmented, Select } from "@/ui";
import { useFormat, useWords } from "@/words";
import { AttemptScene, type Played } from "./AttemptScene";
import { Key, type Letter } from "./Key";
import type { Attempt } from "./loaded";
import css from "./Stage.module.css";

export type ViewMode = "together" | "side" | "camera";

export interface StageProps {
  a: Attempt;
  b: Attempt | null;
  titles: Record<Letter, string>;
  alignment: Alignment;
  player: Player;
  mode: ViewMode;
  onMode: (mode: ViewMode) => void;
  camera: string;
  onCamera: (camera: string) => void;
}

/** The robots: together, side by side, or through a camera of the model. */
export function Stage({ a, b, titles, alignment, player, mode, onMode, camera, onCamera }: StageProps) {
  const w = useWords().review;
  const cameraNames = useWords().scene.cameras;
  const same = useMemo(() => (time: number) => Math.min(time, a.length), [a.length]);
  const warped = useMemo(() => (time: number) => Math.min(alignment.toB(time), b?.length ?? 0), [alignment, b?.length]);
  const first = useMemo((): Played => ({ letter: "a", attempt: a, timeOf: same }), [a, same]);
  const second = useMemo(
    (): Played | null => (b?.motion?.poses ? { letter: "b", attempt: b, timeOf: warped } : null),
    [b, warped],
  );
  const cameras = a.motion?.scene?.cameras ?? [];
  const chosen = cameras.find((one) => one.name === camera)?.name ?? cameras[0]?.name ?? "";
  const shown: ViewMode = (mode === "side" && !b) || (mode === "camera" && !chosen) ? "together" : mode;

  const views = [
    { value: "together" as const, label: w.together },
    { value: "side" as const, label: w.sideBySide, ...(b ? {} : { reason: w.needsTwo }) },
    { value: "camera" as const, label: w.camera, ...(chosen ? {} : { reason: w.noCameras }) },
  ];
  return (
    <section className={css.stage} aria-label={w.scene} data-testid="review-stage" data-mode={shown}>
      <ErrorBoundary of={w.scene}>
        <div className={css.pictures}>
          <Picture
            played={first}
            ghost={shown === "side" ? null : second}
            player={player}
            camera={shown === "camera" ? chosen : ""}
          />
          {shown === "side" && b && (
            <Picture
              played={second ?? { letter: "b", attempt: b, timeOf: warped }}
              ghost={null}
              player={player}
              camera=""
            />
          )}
        </div>
      </ErrorBoundary>
      <div className={css.tools}>
        <div className={css.glass}>
          <Segmented label={w.view} value={shown} options={views} onChange={onMode} />
        </div>
        {shown === "camera" && cameras.length > 1 && (
          <Select
            label={w.cameraName}
            labelled="hidden"
            value={chosen}
            options={cameras.map(({ name }) => ({ value: name, label: cameraNames[name] ?? name }))}
            onChange={onCamera}
            className={css.camera}
          />
        )}
      </div>
      <Legend titles={titles} two={b !== null} player={player} timeOf={{ a: same, b: warped }} />
      {b?.motion?.unseen && (
        <p className={css.note}>
          {w.noPictureOf("B")} {b.motion.unseen}
        </p>
      )}
    </section>
  );
}

function Picture({
  played,
  ghost,
  player,
  camera,
}: {
  played: Played;
  ghost: Played | null;
  player: Player;
  camera: string;
}) {
  const w = useWords().review;
  const { motion } = played.attempt;
  if (motion?.unseen) {
    return (
      <div className={css.blank} data-testid="review-unseen">
        <ErrorBox message={w.noPicture} detail={motion.unseen} />
      </div>
    );
  }
  if (!motion) {
    return (
      <div className={css.blank} data-testid="review-preparing">
        <Progress label={w.preparing} className={css.progress} />
        <p className="cap">{w.preparingHint}</p>
      </div>
    );
  }
  return <AttemptScene main={played} ghost={ghost} player={player} camera={camera} />;
}

interface LegendProps {
  titles: Record<Letter, string>;
  two: boolean;
  player: Player;
  timeOf: Record<Letter, (time: number) => number>;
}

/** Who is who, and where each of them is on its own clock. */
function Legend({ titles, two, player, timeOf }: LegendProps) {
  const format = useFormat();
  const clocks = useRef<Record<Letter, HTMLSpanElement | null>>({ a: null, b: null });
  useEffect(() => {
    const write = () => {
      for (const letter of ["a", "b"] as const) {
        const element = clocks.current[letter];
        if (element) element.textContent = format.clock(timeOf[letter](player.time));
      }
    };
    write();
    return player.onMove(write);
  }, [player, timeOf, format]);
  const letters: Letter[] = two ? ["a", "b"] : ["a"];
  return (
    <ul className={css.legend} data-testid="review-legend">
      {letters.map((letter) => (
        <li key={letter}>
          <Key of={letter} />
          <span className={css.name}>{titles[letter]}</span>
          <span
            className={css.clock}
            ref={(element) => {
              clocks.current[letter] = element;
            }}
          />
        </li>
      ))}
    </ul>
  );
}
