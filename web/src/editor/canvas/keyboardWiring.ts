/** Drawing a wire with keys: W begins at the focused port, arrows choose, Enter connects. */

import { portsOf } from "@/model/scheme/store";
import { showToast } from "@/ui";
import { words } from "@/words";
import type { Editor } from "../context";
import { fittingPorts, readKey } from "./fitting";
import { endWiring, type PortKey, portKey, useWiring } from "./wiring";

/** The focused port, else the first output of the selected block or the selected input of the level. */
function startPort({ store }: Editor): PortKey | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("[data-port]")?.dataset.port;
  if (focused) return focused;
  const state = store.getState();
  const { blocks, inputs, outputs } = state.selection;
  const [block] = blocks;
  if (block) {
    const ports = portsOf(state, state.level, block);
    if (ports.outputs[0]) return portKey("out", `${block}.${ports.outputs[0].name}`);
    if (ports.inputs[0]) return portKey("in", `${block}.${ports.inputs[0].name}`);
  }
  if (inputs[0]) return portKey("out", inputs[0]);
  return outputs[0] ? portKey("in", outputs[0]) : undefined;
}

/** Where a port is on the screen; ports that are not drawn come last. */
function placeOf(key: PortKey): { x: number; y: number } | undefined {
  const box = document.querySelector(`[data-port="${CSS.escape(key)}"]`)?.getBoundingClientRect();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Fitting ports, the nearest first. */
function near(from: PortKey, fits: ReadonlySet<PortKey>): PortKey[] {
  const start = placeOf(from) ?? { x: 0, y: 0 };
  const far = (key: PortKey) => {
    const at = placeOf(key);
    return at ? Math.hypot(at.x - start.x, at.y - start.y) : Number.POSITIVE_INFINITY;
  };
  return [...fits].sort((a, b) => far(a) - far(b));
}

export function startWiring(editor: Editor): void {
  const from = startPort(editor);
  if (!from) return;
  const fits = fittingPorts(editor.store.getState(), from);
  const [chosen] = near(from, fits);
  if (!chosen) {
    showToast({ kind: "info", id: "wiring", title: words().design.canvas.noFit });
    return;
  }
  useWiring.setState({ from, fits, chosen });
  showToast({
    kind: "info",
    id: "wiring",
    title: words().design.canvas.wiringFrom(readKey(from).terminal),
    text: readKey(chosen).terminal,
  });
}

export function stepWiring({ actions }: Editor, key: string): void {
  const { from, fits, chosen } = useWiring.getState();
  if (!fits) return;
  if (key === "Enter") {
    const [a, b] = [readKey(from), readKey(chosen)];
    endWiring();
    if (a.role === "out") actions.connect(a.terminal, b.terminal);
    else actions.connect(b.terminal, a.terminal);
    return;
  }
  const list = near(from, fits);
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const next = list.at((list.indexOf(chosen) + step) % list.length);
  if (!next) return;
  useWiring.setState({ chosen: next });
  showToast({
    kind: "info",
    id: "wiring",
    title: words().design.canvas.wiringFrom(readKey(from).terminal),
    text: readKey(next).terminal,
  });
}
