import { Gamepad2 } from "lucide-react";
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import { boxes, boxFor, PICTURE, pictureBox, sizeOf } from "@/model/paneldoc/document";
import { addElement } from "@/model/paneldoc/edits";
import { overlap } from "@/model/paneldoc/geometry";
import { ElementView, loadPanel, mixer, PanelContext, Picture, rehearse, usePicking } from "@/panel";
import { Button, classes, EmptyState, track } from "@/ui";
import { useWords } from "@/words";
import css from "./Board.module.css";
import { Boxes } from "./Boxes";
import { usePanelEditor, usePanelState, useView } from "./context";
import { Marks } from "./Marks";
import { Strip } from "./Strip";
import { onBoard } from "./tracking";

const MARGIN = 32;
const NO_JOINTS: readonly never[] = [];
const NO_EFFECTORS = {};

/** Elements take what is done with them, but nothing leaves the page. */
function useRehearsal(doc: PanelDocument, preview: boolean): void {
  const tried = useRef(doc);
  if (!preview) tried.current = doc;
  const shown = tried.current;
  useEffect(() => loadPanel(shown), [shown]);
  useEffect(() => {
    rehearse(true);
    return () => {
      mixer.close();
      loadPanel(null);
      rehearse(false);
    };
  }, []);
  useEffect(() => {
    if (preview) mixer.reopen();
    else mixer.close();
    loadPanel(tried.current);
  }, [preview]);
  usePicking(preview ? shown : null);
}

/** The panel at its size: elements as they will look, and what moves and resizes them. */
export function Board() {
  const w = useWords();
  const b = w.paneleditor.board;
  const { store, view, picture } = usePanelEditor();
  const written = usePanelState((state) => state.doc);
  const natural = useView((now) => now.natural);
  const preview = useView((now) => now.preview);
  const zoom = useView((now) => now.zoom);
  const guides = useView((now) => now.guides);
  const area = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [frame, setFrame] = useState<{ x: number; y: number; width: number; height: number } | null>(null);
  const doc = useMemo(
    () =>
      written.picture && !written.picture.size && natural
        ? { ...written, picture: { ...written.picture, size: [...natural] } }
        : written,
    [written, natural],
  );
  const [width, height] = sizeOf(doc);
  const facts = useMemo(
    () => ({ panel: doc, picture, joints: NO_JOINTS, effectors: NO_EFFECTORS, locked: "" }),
    [doc, picture],
  );
  useRehearsal(doc, preview);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const strip = 64;
  const fit = Math.min(1, (room.width - 2 * MARGIN) / width, (room.height - MARGIN - strip) / height);
  const scale = Math.max(0.25, zoom || fit);
  useEffect(() => view.setState({ scale }), [view, scale]);
  const empty = Object.keys(doc.elements).length === 0 && !doc.picture;
  const shown = pictureBox(doc);

  const press = (event: PointerEvent) => {
    if (event.button !== 0 || preview || (event.target as Element).closest("[data-box],button")) return;
    const from = onBoard(event.clientX, event.clientY, width);
    if (!from) return;
    const more = event.shiftKey || event.ctrlKey ? store.getState().selection : [];
    track(event, {
      move: (_dx, _dy, now) => {
        const to = onBoard(now.clientX, now.clientY, width);
        if (!to) return;
        const box = {
          x: Math.min(from[0], to[0]),
          y: Math.min(from[1], to[1]),
          width: Math.abs(to[0] - from[0]),
          height: Math.abs(to[1] - from[1]),
        };
        setFrame(box);
        const inside = boxes(doc).flatMap(([name, other]) => (name !== PICTURE && overlap(box, other) ? [name] : []));
        store.getState().select([...more, ...inside]);
      },
      end: ({ moved }) => {
        setFrame(null);
        if (!moved) store.getState().select([]);
      },
    });
  };
  const begin = () =>
    store.getState().make(w.paneleditor.steps.add("joystick"), (now) => {
      const [made, name] = addElement(now, "joystick");
      return [made, [name]];
    });
  return (
    <div ref={area} className={css.area} onPointerDown={press} data-panel-canvas="" data-testid="panel-canvas">
      <div className={css.middle}>
        <div className={css.outer} style={{ width: width * scale, height: height * scale }}>
          <div
            className={classes(css.board, !preview && css.grid)}
            style={{ width, height, transform: `scale(${scale})` }}
            role="group"
            aria-label={b.label}
            data-panel-board=""
            data-testid="panel-board"
          >
            <div className={css.layer} inert={!preview} data-testid="panel-drawn">
              <PanelContext value={facts}>
                {shown && (
                  <div
                    className={css.place}
                    style={{ left: shown.x, top: shown.y, width: shown.width, height: shown.height }}
                  >
                    <Picture />
                  </div>
                )}
                {Object.keys(doc.elements).map((name) => {
                  const box = boxFor(doc, name);
                  return (
                    box && (
                      <div
                        key={name}
                        className={css.place}
                        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
                      >
                        <ElementView name={name} />
                      </div>
                    )
                  );
                })}
              </PanelContext>
            </div>
            {!preview && <Boxes doc={doc} zoom={scale} />}
            {!preview && <Marks doc={doc} zoom={scale} />}
            {guides.map(({ across, at }) => (
              <i
                key={`${across} ${at}`}
                className={classes(css.guide, across && css.across)}
                style={across ? { top: at } : { left: at }}
              />
            ))}
            {frame && (
              <i
                className={css.frame}
                style={{ left: frame.x, top: frame.y, width: frame.width, height: frame.height }}
              />
            )}
            {empty && (
              <EmptyState
                className={css.empty}
                icon={Gamepad2}
                text={
                  <>
                    <b>{b.emptyTitle}</b>
                    <br />
                    {b.emptyText}
                  </>
                }
                action={
                  <Button variant="primary" onClick={begin} data-testid="panel-begin">
                    {b.begin}
                  </Button>
                }
              />
            )}
          </div>
        </div>
        {!preview && <Strip doc={doc} />}
      </div>
    </div>
  );
}
