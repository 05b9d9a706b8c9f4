import type { DocumentStore } from "@/model/document/store";
import { type Tracked, track } from "@/ui";

let drags = 0;

/**
 * Follows a drag that edits a document: one step of undo, taken back if it is called off.
 *
 * @param move What a move does; its edits are to be made under the key.
 * @param end What follows when the pointer is let go or the drag called off.
 */
export function dragStep(
  store: Pick<DocumentStore<unknown>, "getState">,
  down: Parameters<typeof track>[0],
  move: (key: string) => Tracked["move"],
  end?: Tracked["end"],
): void {
  const before = store.getState().doc;
  track(down, {
    move: move(`drag ${++drags}`),
    end: (how, event) => {
      const { doc, seal, undo } = store.getState();
      seal();
      if (how.cancelled && doc !== before) undo();
      end?.(how, event);
    },
  });
}
