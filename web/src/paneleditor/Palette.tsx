import { type PointerEvent, useState } from "react";
import { sizeOf } from "@/model/paneldoc/document";
import { addElement } from "@/model/paneldoc/edits";
import { CONTROLS, DISPLAYS, FRESH_SIZE, type Kind, PICKS } from "@/model/paneldoc/kinds";
import { Icon, track } from "@/ui";
import { useWords } from "@/words";
import { usePanelEditor } from "./context";
import { KIND_ICON } from "./icons";
import css from "./Palette.module.css";
import { onBoard } from "./tracking";

interface Carried {
  kind: Kind;
  x: number;
  y: number;
}

/** The kinds of elements: a click places one, a drag puts it where it is let go. */
export function Palette() {
  const w = useWords();
  const p = w.paneleditor;
  const { store } = usePanelEditor();
  const [carried, setCarried] = useState<Carried | null>(null);
  const place = (kind: Kind, at?: [number, number]) =>
    store.getState().make(p.steps.add(p.kinds[kind].name), (doc) => {
      const [made, name] = addElement(doc, kind, at);
      return [made, [name]];
    });
  const press = (kind: Kind) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    track(event, {
      move: (_dx, _dy, { clientX, clientY }) => setCarried({ kind, x: clientX, y: clientY }),
      end: ({ moved, cancelled }, up) => {
        setCarried(null);
        if (!moved || cancelled || up instanceof KeyboardEvent) return;
        const under = document.elementFromPoint(up.clientX, up.clientY);
        if (!under?.closest("[data-panel-canvas]")) return;
        place(kind, onBoard(up.clientX, up.clientY, sizeOf(store.getState().doc)[0]) ?? undefined);
      },
    });
  };
  const group = (title: string, kinds: readonly Kind[]) => (
    <section>
      <h3>{title}</h3>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={css.item}
              data-testid={`palette-${kind}`}
              onPointerDown={press(kind)}
              onClick={() => place(kind)}
            >
              <span className={css.sign}>
                <Icon of={KIND_ICON[kind]} size={15} />
              </span>
              <b>{p.kinds[kind].name}</b>
              <span className={css.text}>{p.kinds[kind].text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
  const size = carried && FRESH_SIZE[carried.kind];
  return (
    <div className={css.palette} data-testid="panel-palette">
      <p className={css.hint}>{p.palette.hint}</p>
      {group(p.palette.onPicture, PICKS)}
      {group(p.palette.controls, CONTROLS)}
      {group(p.palette.displays, DISPLAYS)}
      {carried && size && (
        <div
          className={css.ghost}
          style={{ left: carried.x, top: carried.y, width: size[0] || 120, height: size[1] || 36 }}
        >
          <Icon of={KIND_ICON[carried.kind]} size={16} />
          {p.kinds[carried.kind].name}
        </div>
      )}
    </div>
  );
}
