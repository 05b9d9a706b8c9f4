import { ChartLine, Download, Film, RotateCcw, ShieldCheck, Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { RecordEntry, RecordInfo } from "@/gen/messages";
import { navigate } from "@/shell/router";
import { useTopBarItem } from "@/shell/topbar";
import { Button, MenuButton, type MenuItem } from "@/ui";
import { useWords } from "@/words";
import css from "./Actions.module.css";
import { againPath, plotsPath, recordPath, save } from "./paths";
import type { Worker } from "./useWork";

export interface ActionsAsked {
  info: RecordInfo | null;
  /** Camera that the film looks through; empty for the usual one. */
  camera: string;
  start: Worker["start"];
  onRemove: (entry: RecordEntry) => void;
}

/** What can be done with record A, in the bar at the top. */
export function useActions({ info, camera, start, onRemove }: ActionsAsked): void {
  const w = useWords().review;
  const node = useMemo(() => {
    if (!info) return null;
    const { entry } = info;
    const replayable = info.replayable ? { reason: w.notReplayable(info.replayable) } : {};
    const items: (MenuItem | "-")[] = [
      { label: w.saveMcap, icon: Download, onSelect: () => save(`${recordPath(entry.name)}/file`) },
      { label: w.saveVideo, icon: Film, onSelect: () => start("video", entry.name, camera) },
      { label: w.openPlots, icon: ChartLine, onSelect: () => navigate(plotsPath(entry.name)) },
      "-",
      { label: w.check, icon: ShieldCheck, onSelect: () => start("replay", entry.name), ...replayable },
      "-",
      { label: w.removeRecord, icon: Trash2, danger: true, onSelect: () => onRemove(entry) },
    ];
    return (
      <span className={css.actions}>
        <Button
          size="s"
          icon={RotateCcw}
          reason={entry.exercise ? undefined : w.noExercise}
          onClick={() => navigate(againPath(entry))}
          data-testid="review-again"
        >
          <span className={css.word}>{w.tryAgain}</span>
        </Button>
        <MenuButton
          label={w.export}
          items={items}
          align="end"
          button={(props) => (
            <Button size="s" icon={Download} {...props} data-testid="review-export">
              <span className={css.word}>{w.export}</span>
            </Button>
          )}
        />
      </span>
    );
  }, [info, camera, start, onRemove, w]);
  useTopBarItem("review", node, 0);
}
