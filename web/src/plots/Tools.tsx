import { Download, Pause, Play, Ruler, ZoomOut } from "lucide-react";
import type { RefObject } from "react";
import { useStore } from "zustand";
import type { Line } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import {
  pauseAt,
  resume,
  setWindow,
  shownTimes,
  toggleMeasure,
  unzoom,
  type ViewStore,
  WINDOWS,
} from "@/model/plots/view";
import { Button, IconButton, MenuButton } from "@/ui";
import { type Format, useFormat, useWords } from "@/words";
import { saveCsv, savePng } from "./exports";

interface Of {
  source: SignalSource;
  view: ViewStore;
}

/** Pauses and continues the view. */
export function togglePause(source: SignalSource, view: ViewStore): void {
  if (view.getState().heldAt !== null) resume(view);
  else pauseAt(view, source.now());
}

/** A length of time as it stands on a button: 10 s, 5 min. */
export const windowText = (window: number, format: Format): string =>
  window >= 300 ? format.joined(format.compact(window / 60, 2), "min") : format.joined(format.compact(window, 2), "s");

/** Pause and continue, for a session; shows whether it is paused. */
export function PauseButton({ source, view, size = "m" }: Of & { size?: "s" | "m" }) {
  const w = useWords().plots;
  const held = useStore(view, (state) => state.heldAt !== null);
  if (!source.live) return null;
  return (
    <IconButton
      size={size}
      icon={held ? Play : Pause}
      label={held ? w.resume : w.pause}
      pressed={held}
      data-testid="plots-pause"
      onClick={() => togglePause(source, view)}
    />
  );
}

/** How much time is shown. */
export function WindowMenu({ source, view, size = "m" }: Of & { size?: "s" | "m" }) {
  const w = useWords().plots;
  const format = useFormat();
  const window = useStore(view, (state) => state.window);
  const text = (length: number) => (length === 0 ? w.all : windowText(length, format));
  const lengths = source.live ? WINDOWS : [0, ...WINDOWS];
  return (
    <MenuButton
      label={w.window}
      side="top"
      items={lengths.map((length) => ({
        label: text(length),
        checked: length === window,
        onSelect: () => setWindow(view, length),
      }))}
      button={(props) => (
        <Button size={size} variant="quiet" className="num" title={w.window} data-testid="plots-window" {...props}>
          {text(window)}
        </Button>
      )}
    />
  );
}

/** The two measuring cursors. */
export function MeasureButton({ source, view, size = "m" }: Of & { size?: "s" | "m" }) {
  const w = useWords().plots;
  const on = useStore(view, (state) => state.measure !== null);
  return (
    <IconButton
      size={size}
      icon={Ruler}
      label={w.measure}
      pressed={on}
      data-testid="plots-measure"
      onClick={() => toggleMeasure(view, source.now(), source.live)}
    />
  );
}

/** Undoes the zoom; there only while there is one. */
export function UnzoomButton({ view, size = "m" }: { view: ViewStore; size?: "s" | "m" }) {
  const w = useWords().plots;
  const zoomed = useStore(view, (state) => state.range !== null);
  return zoomed ? (
    <IconButton size={size} icon={ZoomOut} label={w.unzoom} data-testid="plots-unzoom" onClick={() => unzoom(view)} />
  ) : null;
}

/** Tables and a picture of what is shown. */
export function ExportMenu(
  props: Of & { lines: readonly Line[]; name: string; within: RefObject<HTMLElement | null>; size?: "s" | "m" },
) {
  const { source, view, lines, name, within, size = "m" } = props;
  const w = useWords().plots;
  const csv = (from: number, to: number) => saveCsv(name, source, lines, from, to);
  const reason = lines.length === 0 ? w.noSignals : undefined;
  return (
    <MenuButton
      label={w.export}
      side="top"
      items={[
        { label: w.csvShown, reason, onSelect: () => csv(...shownTimes(view.getState(), source.now())) },
        { label: w.csvAll, reason, onSelect: () => csv(0, source.now() + 1) },
        { label: w.picture, reason, onSelect: () => within.current && void savePng(name, within.current) },
      ]}
      button={(button) => (
        <IconButton size={size} icon={Download} label={w.export} data-testid="plots-export" {...button} />
      )}
    />
  );
}
