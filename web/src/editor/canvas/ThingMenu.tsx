import { ChartSpline, CirclePlus, Trash2, WandSparkles } from "lucide-react";
import { useRef } from "react";
import { usePlotted } from "@/model/plotted";
import { bendsOf, levelOf, wireOf } from "@/model/scheme/document";
import { Menu, type MenuItem, showToast } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useView } from "../context";
import { knownSignal } from "../LiveText";
import { useRunState } from "../running";
import { signalNames, sourceOf } from "../signals";
import css from "./Canvas.module.css";
import { readKey } from "./fitting";

/** What can be done with a wire or a port: plot its signal, insert a block, straighten it, take it away. */
export function ThingMenu() {
  const w = useWords();
  const c = w.design.canvas;
  const { store, view, actions, flow, name } = useEditor();
  const menu = useView((now) => now.menu);
  const run = useRunState(name);
  const anchor = useRef<HTMLDivElement>(null);
  const close = () => view.setState({ menu: null });
  const items = (): MenuItem[] => {
    if (!menu) return [];
    const { doc, level, path } = store.getState();
    const part = levelOf(doc, level);
    const wire = menu.wire && part ? wireOf(part, menu.wire) : undefined;
    const key = menu.port ? readKey(menu.port) : undefined;
    const from = wire?.from ?? (key?.role === "in" ? sourceOf(doc, level, key.terminal) : key?.terminal);
    const plot = () => {
      const names = from ? signalNames(doc, path, from) : [];
      const signal = knownSignal(names) ?? names[0];
      if (!signal) return;
      usePlotted.getState().add(signal);
      showToast({ kind: "ok", title: c.plotted(signal) });
    };
    const list: MenuItem[] = [
      { label: c.plot, icon: ChartSpline, reason: run === "none" ? c.notRunning : undefined, onSelect: plot },
    ];
    if (wire && menu.wire) {
      const at = flow.current?.screenToFlowPosition({ x: menu.x, y: menu.y }) ?? { x: 0, y: 0 };
      list.push({
        label: c.insert,
        icon: CirclePlus,
        onSelect: () =>
          view.setState({ pop: { x: menu.x, y: menu.y, at: { x: at.x - 60, y: at.y }, wire: menu.wire } }),
      });
      if (part && bendsOf(part, menu.wire))
        list.push({
          label: c.straighten,
          icon: WandSparkles,
          onSelect: () => actions.bend(menu.wire ?? "", undefined),
        });
      list.push({
        label: c.removeWire,
        icon: Trash2,
        danger: true,
        kbd: "Del",
        onSelect: () => actions.remove({ blocks: [], inputs: [], outputs: [], notes: [], wires: [menu.wire ?? ""] }),
      });
    }
    return list;
  };
  return (
    <>
      <div ref={anchor} className={css.anchor} style={{ left: menu?.x ?? 0, top: menu?.y ?? 0 }} />
      <Menu open={menu !== null} onClose={close} anchor={anchor} label={c.wire} items={items()} />
    </>
  );
}
