import { documentKeys } from "@/documents/History";
import { moveBy } from "@/model/paneldoc/arrange";
import { boxFor, PICTURE, sizeOf } from "@/model/paneldoc/document";
import { duplicate, removeElements, setBoxes } from "@/model/paneldoc/edits";
import { limited, SNAP, snap } from "@/model/paneldoc/geometry";
import { LEAST_SIZE } from "@/model/paneldoc/kinds";
import { moveOption, removeOption } from "@/model/paneldoc/options";
import { keysAreFor, useShortcuts } from "@/shell/keys";
import { useWords } from "@/words";
import type { PanelEditorFacts } from "./context";

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const STEP: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const onBoard = () =>
  keysAreFor("[data-panel-canvas],[role=toolbar],[data-testid=panel-outline],[data-testid=panel-problems]");

/** Keys of the panel editor. */
export function useKeys({ store, view }: PanelEditorFacts, save: () => void): void {
  const w = useWords();
  const p = w.paneleditor;
  const get = store.getState;
  const editing = () => !view.getState().preview && !document.querySelector("[role=dialog]");
  const here = () => editing() && onBoard();
  const some = () => here() && (get().selection.length > 0 || get().mark !== null);
  const nudge = ({ code, shiftKey }: KeyboardEvent) => {
    const [x, y] = STEP[code] ?? [0, 0];
    const { mark, selection, doc, edit } = get();
    if (mark) {
      const element = doc.elements[mark.element];
      const options = element && "options" in element && !Array.isArray(element.options) ? element.options : {};
      const found = options[mark.option];
      const position = typeof found === "object" && "position" in found ? found.position : undefined;
      if (!Array.isArray(position)) return;
      const by = shiftKey ? 10 : 1;
      edit(
        p.steps.move(mark.option),
        (now) => moveOption(now, mark.element, mark.option, Number(position[0]) + x * by, Number(position[1]) + y * by),
        `nudge ${mark.option}`,
      );
      return;
    }
    const by = shiftKey ? 10 : SNAP;
    edit(p.steps.move(selection.join(", ")), (now) => moveBy(now, selection, x * by, y * by), `nudge ${selection}`);
  };
  const resize = ({ code }: KeyboardEvent) => {
    const [x, y] = STEP[code] ?? [0, 0];
    const { selection, doc, edit } = get();
    const [name] = selection;
    const box = name === undefined || name === PICTURE ? null : boxFor(doc, name);
    if (!box || name === undefined || selection.length !== 1) return;
    const [wide, tall] = sizeOf(doc);
    const width = limited(snap(box.width + x * 4), LEAST_SIZE[0], wide - box.x);
    const height = limited(snap(box.height + y * 4), LEAST_SIZE[1], tall - box.y);
    const made = { ...box, width, height };
    edit(p.steps.resize(name), (now) => setBoxes(now, new Map([[name, made]])), `size ${name}`);
  };
  const remove = () => {
    const { mark, selection, edit } = get();
    if (mark) edit(p.steps.remove(mark.option), (now) => removeOption(now, mark.element, mark.option));
    else edit(p.steps.remove(selection.join(", ")), (now) => removeElements(now, selection));
  };
  const cancel = () => {
    if (view.getState().preview) view.setState({ preview: false });
    else get().select([]);
  };
  useShortcuts(
    (words) => words.paneleditor.title,
    [
      ...documentKeys(store, save, editing),
      { action: "cancel", when: () => view.getState().preview || here(), run: cancel },
      { keys: ARROWS, label: p.keys.nudge, when: some, withShift: true, repeats: true, run: nudge },
      { keys: ARROWS.map((key) => `Ctrl+${key}`), label: p.keys.resize, when: some, repeats: true, run: resize },
      { keys: ["Delete", "Backspace"], label: p.keys.remove, when: some, run: remove },
      {
        keys: "Ctrl+KeyD",
        label: p.keys.duplicate,
        when: editing,
        run: () => get().make(p.steps.duplicate, (doc) => duplicate(doc, get().selection)),
      },
      {
        keys: "Ctrl+KeyA",
        label: p.keys.all,
        when: here,
        run: () => get().select(Object.keys(get().doc.elements).filter((name) => boxFor(get().doc, name))),
      },
    ],
  );
}
