import { Maximize, Minus, Plus } from "lucide-react";
import { classes, IconButton } from "@/ui";
import { useFormat, useWords } from "@/words";
import { useEditor, useView } from "../context";
import css from "./Canvas.module.css";
import { show } from "./showing";

/** Zoom: smaller, how much, larger, show all. */
export function Zoom() {
  const w = useWords();
  const c = w.design.canvas;
  const format = useFormat();
  const { flow } = useEditor();
  const zoom = useView((view) => view.zoom);
  return (
    <div className={classes(css.zoom, css.glass)}>
      <IconButton
        icon={Minus}
        size="s"
        side="top"
        label={c.zoomOut}
        onClick={() => void flow.current?.zoomOut({ duration: 160 })}
      />
      <button
        type="button"
        className={css.percent}
        aria-label={`${format.percent(zoom)}. ${c.zoom}`}
        title={c.zoom}
        onClick={() => void flow.current?.zoomTo(1, { duration: 160 })}
        data-testid="zoom"
      >
        {format.percent(zoom)}
      </button>
      <IconButton
        icon={Plus}
        size="s"
        side="top"
        label={c.zoomIn}
        onClick={() => void flow.current?.zoomIn({ duration: 160 })}
      />
      <IconButton
        icon={Maximize}
        size="s"
        side="top"
        label={c.fit}
        onClick={() => show({ flow }, [], { duration: 240 })}
        data-testid="fit"
      />
    </div>
  );
}
