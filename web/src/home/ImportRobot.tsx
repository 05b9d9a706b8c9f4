import { FolderOpen, Import } from "lucide-react";
import { type DragEvent, useState } from "react";
import { droppedFiles } from "@/link/dropped";
import { handOver } from "@/link/handed";
import { navigate, pathOf } from "@/shell/router";
import { Button, Icon } from "@/ui";
import { useWords } from "@/words";
import css from "./Home.module.css";

/** A place to drop a robot's files; they are read on a screen of their own. */
export function ImportRobot() {
  const w = useWords();
  const [over, setOver] = useState(false);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    handOver(await droppedFiles(event.dataTransfer));
    navigate(pathOf("robot"));
  };
  return (
    <section
      className={css.drop}
      data-over={over}
      aria-label={w.home.import}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <span className={css.dropSign}>
        <Icon of={Import} size={18} />
      </span>
      <h2>{w.home.import}</h2>
      <p className={css.quiet}>{w.home.importText}</p>
      <div className={css.actions}>
        <Button size="s" icon={FolderOpen} onClick={() => navigate(pathOf("robot"))}>
          {w.home.choose}
        </Button>
      </div>
    </section>
  );
}
