import { ChartLine, Shuffle, StepForward } from "lucide-react";
import { useState } from "react";
import { hub, useLive } from "@/link/live";
import { Button, Dialog, IconButton, MenuButton, type MenuItem, NumberField, Segmented } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import { newStart, setSpeed, step } from "./actions";
import { Health } from "./Health";
import { MainButtons, type MainButtonsProps } from "./MainButtons";
import { useFrame } from "./status";
import css from "./Transport.module.css";

const SPEEDS: readonly (readonly [number, string])[] = [
  [0.25, "¼×"],
  [0.5, "½×"],
  [1, "1×"],
  [2, "2×"],
  [4, "4×"],
];

/** Another start: drawn, from a seed, or another way to operate. */
function StartMenu({ locked }: { locked: string }) {
  const w = useWords();
  const language = useLanguage();
  const session = useLive((live) => live.session);
  const exercise = useLive((live) => live.described?.exercise ?? null);
  const [open, setOpen] = useState(false);
  const [seed, setSeed] = useState(0);
  if (!session || !exercise) return null;
  const reason = locked || undefined;
  const items: (MenuItem | "-")[] = [
    { label: w.operate.drawStart, icon: Shuffle, onSelect: () => void newStart(null), reason },
    {
      label: w.operate.sameSeed,
      onSelect: () => {
        setSeed(session.seed);
        setOpen(true);
      },
      reason,
    },
  ];
  if (exercise.variants.length > 1) {
    const variants = exercise.variants.map((variant): MenuItem => {
      const checked = variant.name === session.variant;
      return {
        label: said(variant.title as Said, language) || variant.name,
        checked,
        onSelect: () => checked || void newStart(session.seed, variant.name),
        reason,
      };
    });
    items.push("-", ...variants);
  }
  return (
    <>
      <MenuButton
        label={w.operate.startMenu}
        side="top"
        items={items}
        button={(props) => (
          <IconButton icon={Shuffle} label={w.operate.startMenu} side="top" data-testid="start-menu" {...props} />
        )}
      />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={w.operate.sameSeed.replace("…", "")}
        width={340}
        actions={
          <Button
            variant="primary"
            onClick={() => {
              setOpen(false);
              void newStart(seed);
            }}
          >
            {w.operate.useSeed}
          </Button>
        }
      >
        <NumberField
          label={w.operate.seed}
          hint={w.operate.seedNow(String(session.seed))}
          value={seed}
          whole
          digits={16}
          min={0}
          step={1}
          onChange={setSeed}
        />
      </Dialog>
    </>
  );
}

export interface TransportProps extends Pick<MainButtonsProps, "locked" | "noStart" | "absent"> {
  plots: boolean;
  onPlots: () => void;
}

/** The bar below the scene: time, speed, record, plots, health. */
export function Transport({ locked, noStart, absent, plots, onPlots }: TransportProps) {
  const w = useWords();
  const format = useFormat();
  const state = useLive((live) => live.session?.state ?? "starting");
  const dt = useLive((live) => live.described?.dt ?? 0.01);
  const speed = useFrame((frame) => frame?.speed ?? 1);
  const running = state === "running";
  const recording = useLive(
    ({ account, session }) =>
      !account?.record_problem && (account?.state === "running" || session?.state === "running"),
  );
  const nearest = SPEEDS.reduce(
    (best, [value]) => (Math.abs(value - speed) < Math.abs(best - speed) ? value : best),
    1,
  );
  return (
    <footer className={css.bar} data-testid="transport" data-state={state}>
      <MainButtons locked={locked} noStart={noStart} absent={absent} className={css.main} />
      <IconButton
        icon={StepForward}
        label={w.operate.step(format.duration(dt))}
        side="top"
        reason={locked || (running ? w.operate.stepFirst : undefined)}
        onClick={step}
        data-testid="step"
      />
      <StartMenu locked={locked} />
      <span className={css.line} />
      <Segmented
        label={w.operate.speed}
        className={css.speeds}
        value={nearest}
        reason={locked}
        options={SPEEDS.map(([value, label]) => ({ value, label, name: `${format.compact(value)}×` }))}
        onChange={setSpeed}
      />
      {recording && running && (
        <span className={css.recording} data-testid="recording">
          <span className={css.dot} aria-hidden="true" />
          {w.operate.recording}
        </span>
      )}
      <span className={css.space} />
      <Button
        variant="quiet"
        icon={ChartLine}
        pressed={plots}
        onClick={onPlots}
        aria-keyshortcuts="G"
        data-testid="plots-toggle"
      >
        {w.operate.plots}
      </Button>
      <span className={css.line} />
      <Health hub={hub} running={running} />
    </footer>
  );
}
