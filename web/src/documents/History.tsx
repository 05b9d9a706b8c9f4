import { Redo2, Undo2 } from "lucide-react";
import type { StoreApi, UseBoundStore } from "zustand";
import type { DocumentState } from "@/model/document/store";
import type { Shortcut } from "@/shell/keys";
import { IconButton } from "@/ui";
import { useWords } from "@/words";

/** Props of {@link UndoButtons}. */
export interface UndoButtonsProps<S> {
  store: UseBoundStore<StoreApi<S>>;
  /** Nothing can be changed now. */
  off?: boolean;
  size?: "s" | "m";
  /** Names of the two in tests. */
  testids?: readonly [string, string];
}

/** Undo and redo, by name. */
export function UndoButtons<S extends DocumentState<unknown>>({
  store,
  off,
  size = "s",
  testids,
}: UndoButtonsProps<S>) {
  const { history: h } = useWords().documents;
  const undoName = store((state) => state.undoName);
  const redoName = store((state) => state.redoName);
  const [undo, redo] = testids ?? ["undo", "redo"];
  return (
    <>
      <IconButton
        icon={Undo2}
        size={size}
        label={h.undo(undoName)}
        kbd="Ctrl Z"
        reason={undoName && !off ? undefined : h.nothingUndo}
        onClick={() => store.getState().undo()}
        data-testid={undo}
      />
      <IconButton
        icon={Redo2}
        size={size}
        label={h.redo(redoName)}
        kbd="Ctrl Shift Z"
        reason={redoName && !off ? undefined : h.nothingRedo}
        onClick={() => store.getState().redo()}
        data-testid={redo}
      />
    </>
  );
}

/** The keys of every editor: undo, redo, save. `when` tells whether the first two act now. */
export function documentKeys(
  store: Pick<StoreApi<Pick<DocumentState<unknown>, "undo" | "redo">>, "getState">,
  save: () => void,
  when: () => boolean = () => !document.querySelector("[role=dialog]"),
): Shortcut[] {
  return [
    { action: "undo", label: (w) => w.common.undo, when, run: () => store.getState().undo() },
    { action: "redo", label: (w) => w.common.redo, when, run: () => store.getState().redo() },
    { keys: "Ctrl+KeyS", label: (w) => w.documents.save.save, inText: true, run: save },
  ];
}
