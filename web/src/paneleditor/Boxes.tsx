import type { KeyboardEvent, PointerEvent } from "react";
import type { PanelDocument } from "@/gen/documents";
import { boxes, PICTURE } from "@/model/paneldoc/document";
import { HANDLES } from "@/model/paneldoc/guides";
import { aboutOf, outsiders } from "@/model/paneldoc/problems";
import { classes } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import css from "./Board.module.css";
import { usePanelEditor, usePanelFaults, usePanelState } from "./context";
import { dragBoxes, dragHandle } from "./drags";

const CURSORS: Record<string, string> = {
  "-1 -1": "nwse-resize",
  "0 -1": "ns-resize",
  "1 -1": "nesw-resize",
  "1 0": "ew-resize",
  "1 1": "nwse-resize",
  "0 1": "ns-resize",
  "-1 1": "nesw-resize",
  "-1 0": "ew-resize",
};

/** The boxes over the drawn elements: they select, move and resize. */
export function Boxes({ doc, zoom }: { doc: PanelDocument; zoom: number }) {
  const w = useWords();
  const b = w.paneleditor.board;
  const language = useLanguage();
  const format = useFormat();
  const { store, view } = usePanelEditor();
  const selection = usePanelState((state) => state.selection);
  const mark = usePanelState((state) => state.mark);
  const faults = usePanelFaults();
  const wrong = new Set([...faults.map((fault) => aboutOf(doc, fault).name), ...outsiders(doc)]);
  const whole = (value: number) => format.compact(value, 5);

  const press = (name: string) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { selection: before, mark: marked, select, toggle } = store.getState();
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    if (more) {
      toggle(name);
      return;
    }
    const among = before.includes(name) && !marked;
    if (!among) select([name]);
    dragBoxes({ store, view }, event, zoom, () => select([name]));
  };
  const key = (name: string) => (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (event.shiftKey) store.getState().toggle(name);
    else store.getState().select([name]);
  };
  return (
    <>
      {boxes(doc).map(([name, box]) => {
        const element = doc.elements[name];
        const kind = element ? w.paneleditor.kinds[element.type].name : b.pictureOf;
        const label = element ? said(element.label as Said | undefined, language) || name : "";
        const chosen = selection.includes(name) && !mark;
        return (
          <div
            key={name}
            className={classes(css.box, wrong.has(name) && css.wrong, chosen && css.selected)}
            style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
            role="button"
            tabIndex={0}
            aria-pressed={chosen}
            aria-label={b.at([kind, label].filter(Boolean).join(" "), whole(box.x), whole(box.y))}
            data-box=""
            data-testid={name === PICTURE ? "box-picture" : `box-${name}`}
            onPointerDown={press(name)}
            onFocus={(event) => {
              if (event.currentTarget.matches(":focus-visible") && !chosen) store.getState().select([name]);
            }}
            onKeyDown={key(name)}
          >
            {wrong.has(name) && (
              <span className={css.badge} aria-hidden="true">
                !
              </span>
            )}
          </div>
        );
      })}
      {selection.length === 1 &&
        !mark &&
        boxes(doc)
          .filter(([name]) => name === selection[0])
          .map(([name, box]) => (
            <div key={name}>
              {HANDLES.map((handle) => (
                <span
                  key={`${handle.x} ${handle.y}`}
                  className={css.handle}
                  style={{
                    left: box.x + ((handle.x + 1) / 2) * box.width,
                    top: box.y + ((handle.y + 1) / 2) * box.height,
                    cursor: CURSORS[`${handle.x} ${handle.y}`],
                  }}
                  data-box=""
                  data-testid={`handle-${handle.x}-${handle.y}`}
                  onPointerDown={(event) => {
                    if (event.button === 0) dragHandle({ store, view }, event, zoom, name, handle);
                  }}
                />
              ))}
              <span
                className={classes(css.measure, "num")}
                style={{ left: box.x + box.width / 2, top: box.y + box.height }}
              >
                {b.size(whole(box.width), whole(box.height))}
              </span>
            </div>
          ))}
    </>
  );
}
