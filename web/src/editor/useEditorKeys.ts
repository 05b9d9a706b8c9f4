import { documentKeys } from "@/documents/History";
import { ask } from "@/link/live";
import { isNothing } from "@/model/scheme/document";
import { keysAreFor, useShortcuts } from "@/shell/keys";
import { useWords } from "@/words";
import { startWiring, stepWiring } from "./canvas/keyboardWiring";
import { endWiring, useWiring } from "./canvas/wiring";
import { type Editor, middleOf } from "./context";
import { runsNow } from "./running";
import { SNAP_X, SNAP_Y } from "./snap";

/** What the keys of the design screen call. */
export interface KeyTargets {
  check: () => void;
  run: () => void;
  save: () => void;
  find: () => void;
}

type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
const ARROWS: readonly Arrow[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

const onCanvas = () => keysAreFor("[data-canvas],[role=toolbar],[data-testid=outline],[data-testid=problems]");

const free = () => !document.querySelector("[role=dialog]");

/** Keys of the design screen. */
export function useEditorKeys(editor: Editor, targets: KeyTargets): void {
  const w = useWords();
  const k = w.design.keys;
  const { store, actions, view } = editor;
  const get = store.getState;
  const some = () => onCanvas() && !isNothing(get().selection);
  const wiring = () => onCanvas() && useWiring.getState().fits !== null;
  const nudge = (event: KeyboardEvent) => {
    const key = event.code as Arrow;
    const size = event.shiftKey ? 4 : 1;
    const dx = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    const dy = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
    actions.move(get().selection, dx * size * SNAP_X, dy * size * SNAP_Y, "nudge");
  };
  const cancel = () => {
    if (useWiring.getState().fits) endWiring();
    else if (view.getState().pop) view.setState({ pop: null });
    else if (view.getState().marks.size > 0) view.setState({ marks: new Map() });
    else get().clearSelection();
  };
  const open = () => {
    const [id] = get().selection.blocks;
    if (id) actions.enter(id);
  };
  useShortcuts(
    (words) => words.design.title,
    [
      { action: "stop", label: w.common.stop, when: () => runsNow(editor.name), run: () => void ask({ do: "stop" }) },
      ...documentKeys(store, targets.save),
      { action: "cancel", when: () => onCanvas() || view.getState().pop !== null, run: cancel },
      { keys: "Slash", label: k.find, when: free, run: targets.find },
      { keys: ["Enter", "NumpadEnter"], when: wiring, run: () => stepWiring(editor, "Enter") },
      { keys: [...ARROWS], when: wiring, repeats: true, run: (event) => stepWiring(editor, event.code) },
      { keys: ["Delete", "Backspace"], label: k.remove, when: some, run: () => actions.remove() },
      { keys: "Ctrl+KeyG", label: k.group, when: free, run: actions.group },
      { keys: "KeyL", label: k.tidy, when: onCanvas, run: () => void actions.tidy() },
      { keys: "KeyC", label: k.check, when: onCanvas, run: targets.check },
      { keys: "Ctrl+Enter", label: k.run, when: free, inText: true, run: targets.run },
      { keys: "Ctrl+KeyC", label: k.copy, when: some, run: () => void actions.copy() },
      { keys: "Ctrl+KeyX", label: k.cut, when: some, run: () => void actions.copy(true) },
      { keys: "Ctrl+KeyV", label: k.paste, when: onCanvas, run: () => void actions.paste(middleOf(editor)) },
      { keys: "Ctrl+KeyD", label: k.duplicate, when: free, run: actions.duplicate },
      { keys: "Ctrl+KeyA", label: k.all, when: onCanvas, run: () => get().selectAll() },
      { keys: [...ARROWS], label: k.nudge, when: some, withShift: true, repeats: true, run: nudge },
      {
        keys: ARROWS.map((arrow) => `Ctrl+${arrow}`),
        label: k.follow,
        when: some,
        run: (event) => actions.follow(event.code as Arrow),
      },
      { keys: "KeyW", label: k.wire, when: onCanvas, run: () => startWiring(editor) },
      {
        keys: ["Enter", "NumpadEnter"],
        label: k.enter,
        when: () => some() && !(document.activeElement instanceof HTMLButtonElement),
        run: open,
      },
    ],
  );
}
