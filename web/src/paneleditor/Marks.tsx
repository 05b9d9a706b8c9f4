import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import { elementsOf } from "@/model/panel/elements";
import { classes } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import css from "./Board.module.css";
import { usePanelEditor, usePanelState } from "./context";
import { dragMark } from "./drags";

/** The drawn picture; it has its proportions, so it is smaller than its frame. */
const drawn = (board: Element | null | undefined): DOMRect | null =>
  board?.querySelector("[data-testid=picture] img")?.getBoundingClientRect() ?? null;

/** Marks of joints, effectors and cameras, to be dragged over the picture. */
export function Marks({ doc, zoom }: { doc: PanelDocument; zoom: number }) {
  const w = useWords();
  const language = useLanguage();
  const format = useFormat();
  const { store, view, picture } = usePanelEditor();
  const chosen = usePanelState((state) => state.mark);
  const root = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState("");
  const board = () => root.current?.closest("[data-panel-board]");
  // measured after every drawing: the frame around the picture follows its own layout
  useLayoutEffect(() => {
    const [inner, outer] = [drawn(board()), board()?.getBoundingClientRect()];
    const parts = inner && outer ? [inner.left - outer.left, inner.top - outer.top, inner.width, inner.height] : [];
    setBox(parts.map((part) => (part / zoom).toFixed(1)).join(" "));
  });
  const [left = 0, top = 0, across = 0, down = 0] = box.split(" ").map(Number);
  const [width, height] = doc.picture?.size ?? [];
  const press = (element: string, option: string) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    store.getState().selectMark({ element, option });
    const room = drawn(board());
    if (room) dragMark({ store, view }, event, { element, option }, room);
  };
  return (
    <div ref={root}>
      {picture &&
        width &&
        height &&
        across > 0 &&
        elementsOf(doc, "joints", "effectors", "cameras").flatMap(([element, found]) =>
          Object.entries(found.options).map(([option, { label, position }]) => {
            if (!position) return null;
            const [x = 0, y = 0] = position;
            const picked = chosen?.element === element && chosen.option === option;
            const words = said(label as Said | undefined, language) || option;
            return (
              <button
                key={`${element} ${option}`}
                type="button"
                className={classes(css.mark, picked && css.chosen)}
                style={{ left: left + (x / width) * across, top: top + (y / height) * down }}
                aria-pressed={picked}
                aria-label={w.paneleditor.board.at(words, format.compact(x, 4), format.compact(y, 4))}
                title={words}
                data-testid={`mark-${element}-${option}`}
                onPointerDown={press(element, option)}
                onFocus={() => !picked && store.getState().selectMark({ element, option })}
              >
                {picked && <span className={css.caption}>{words}</span>}
              </button>
            );
          }),
        )}
    </div>
  );
}
