import { useMemo, useRef } from "react";
import type { BlockInfo } from "@/gen/messages";
import { levelOf, wireOf } from "@/model/scheme/document";
import { insertable } from "@/model/scheme/fits";
import { blocksThatFit } from "@/model/scheme/search";
import { portAt } from "@/model/scheme/store";
import { Popover } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useView } from "../context";
import { Palette } from "../palette/Palette";
import { useOwnTypes } from "../palette/useOwnTypes";
import css from "./Canvas.module.css";
import { readKey } from "./fitting";

/** The palette where a wire was let go or a double click was: blocks that fit, to be placed right there. */
export function PalettePop() {
  const w = useWords();
  const { store, view, actions } = useEditor();
  const pop = useView((now) => now.pop);
  const own = useOwnTypes();
  const anchor = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const close = () => view.setState({ pop: null });
  const filter = useMemo(() => {
    if (!pop || (!pop.from && !pop.wire)) return undefined;
    const state = store.getState();
    const clear = () => view.setState({ pop: { ...pop, from: undefined, wire: undefined } });
    if (pop.wire) {
      const part = levelOf(state.doc, state.level);
      const wire = part && wireOf(part, pop.wire);
      const from = wire && portAt(state, state.level, wire.from, "from");
      const to = wire && portAt(state, state.level, wire.to, "to");
      return {
        label: w.design.canvas.insert,
        clear,
        fits: (info: BlockInfo) => from !== undefined && to !== undefined && insertable(info, from, to) !== undefined,
      };
    }
    const { role, terminal } = readKey(pop.from ?? "");
    const port = portAt(state, state.level, terminal, role === "out" ? "from" : "to");
    const fits = (info: BlockInfo) =>
      port !== undefined && blocksThatFit([info], port, role === "out" ? "from" : "to").length > 0;
    return { label: w.design.palette.fitting(terminal), clear, fits };
  }, [pop, store, view, w]);
  const place = (type: string) => {
    if (!pop) return;
    close();
    actions.place(
      type,
      { x: pop.at.x - (pop.from?.startsWith("in:") ? 120 : 0), y: pop.at.y - 48 },
      { from: pop.from, wire: pop.wire },
    );
  };
  return (
    <>
      <div ref={anchor} className={css.anchor} style={{ left: pop?.x ?? 0, top: pop?.y ?? 0 }} />
      <Popover
        open={pop !== null}
        onClose={close}
        anchor={anchor}
        label={w.design.palette.label}
        side="right"
        align="start"
      >
        <div className={css.pop}>
          <Palette ref={field} own={own} filter={filter} fleeting onPlace={place} onDrop={() => undefined} />
        </div>
      </Popover>
    </>
  );
}
