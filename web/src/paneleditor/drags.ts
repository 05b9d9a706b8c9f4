/** Dragging boxes, handles and marks on the board; each drag is one step of undo. */

import { dragStep } from "@/documents/dragging";
import { moveBy } from "@/model/paneldoc/arrange";
import { boxes, boxFor, PICTURE, sizeOf } from "@/model/paneldoc/document";
import { setBoxes } from "@/model/paneldoc/edits";
import { around, snap } from "@/model/paneldoc/geometry";
import { type Handle, linesOf, snapMove, snapResize } from "@/model/paneldoc/guides";
import { moveOption } from "@/model/paneldoc/options";
import type { Mark } from "@/model/paneldoc/store";
import type { Tracked } from "@/ui";
import { words } from "@/words";
import type { PanelEditorFacts } from "./context";

type Editor = Pick<PanelEditorFacts, "store" | "view">;
type Down = { clientX: number; clientY: number; pointerId: number };

const named = (names: readonly string[]): string => {
  const w = words().paneleditor;
  const [only] = names;
  if (names.length !== 1 || only === undefined) return w.steps.things(names.length);
  return only === PICTURE ? w.board.picture : only;
};

/** One drag; `still` is called when it was only a click. */
function drag({ store, view }: Editor, down: Down, move: (key: string) => Tracked["move"], still?: () => void): void {
  dragStep(store, down, move, ({ moved, cancelled }) => {
    view.setState({ guides: [] });
    if (!moved && !cancelled) still?.();
  });
}

/** Moves what is selected; `still` is called when it was only a click. */
export function dragBoxes(editor: Editor, down: Down, zoom: number, still: () => void): void {
  const { store, view } = editor;
  const { doc: start, selection: names } = store.getState();
  const size = sizeOf(start);
  const moving = names.flatMap((name) => boxFor(start, name) ?? []);
  const group = around(moving);
  if (!group) return;
  const lines = linesOf(
    boxes(start).flatMap(([name, box]) => (names.includes(name) ? [] : [box])),
    size,
  );
  drag(
    editor,
    down,
    (key) => (dx, dy, event) => {
      const free = { dx: snap(dx / zoom), dy: snap(dy / zoom), guides: [] };
      const by = event.altKey ? free : snapMove(group, dx / zoom, dy / zoom, lines);
      view.setState({ guides: by.guides });
      store
        .getState()
        .edit(words().paneleditor.steps.move(named(names)), () => moveBy(start, names, by.dx, by.dy), key);
    },
    still,
  );
}

/** Pulls a handle of something; the picture keeps its proportions. */
export function dragHandle(editor: Editor, down: Down, zoom: number, name: string, handle: Handle): void {
  const { store, view } = editor;
  const start = store.getState().doc;
  const box = boxFor(start, name);
  if (!box) return;
  const size = sizeOf(start);
  const lines = linesOf(
    boxes(start).flatMap(([other, found]) => (other === name ? [] : [found])),
    size,
  );
  drag(editor, down, (key) => (dx, dy, event) => {
    const none = { xs: [], ys: [] };
    const pulled = snapResize(box, handle, dx / zoom, dy / zoom, event.altKey ? none : lines, size);
    let made = pulled.box;
    if (name === PICTURE) {
      const scale = handle.x === 0 ? made.height / box.height : made.width / box.width;
      const [width, height] = [box.width * scale, box.height * scale];
      const [x, y] = [
        handle.x < 0 ? box.x + box.width - width : box.x,
        handle.y < 0 ? box.y + box.height - height : box.y,
      ];
      if (x < 0 || y < 0 || x + width > size[0] || y + height > size[1]) return;
      made = { x: snap(x), y: snap(y), width, height };
    }
    view.setState({ guides: pulled.guides });
    const step = words().paneleditor.steps.resize(named([name]));
    store.getState().edit(step, () => setBoxes(start, new Map([[name, made]])), key);
  });
}

/** Moves a mark on the picture; `room` is the picture in the window. */
export function dragMark(editor: Editor, down: Down, mark: Mark, room: DOMRect): void {
  const { store } = editor;
  const start = store.getState().doc;
  const [width, height] = start.picture?.size ?? [];
  if (!width || !height) return;
  drag(editor, down, (key) => (_dx, _dy, event) => {
    const x = ((event.clientX - room.left) / room.width) * width;
    const y = ((event.clientY - room.top) / room.height) * height;
    const step = words().paneleditor.steps.move(mark.option);
    store.getState().edit(step, () => moveOption(start, mark.element, mark.option, x, y), key);
  });
}
