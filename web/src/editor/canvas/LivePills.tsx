import { useStore, ViewportPortal } from "@xyflow/react";
import { useEffect, useMemo, useRef } from "react";
import { hub, useLive } from "@/link/live";
import { classes } from "@/ui";
import { useFormat } from "@/words";
import { useEditor, useScheme, useView } from "../context";
import colours from "../Glyph.module.css";
import { knownSignal, short, signalText } from "../LiveText";
import { useRunState } from "../running";
import { signalNames } from "../signals";
import css from "./Canvas.module.css";
import type { Net } from "./wires";

const EVERY = 100;
/** Under this zoom figures could not be read. */
const SMALLEST = 0.7;
const MOST = 150;

/** Values on the wires, ten times a second. */
export function LivePills({ nets }: { nets: readonly Net[] }) {
  const { name } = useEditor();
  const live = useView((view) => view.live);
  const run = useRunState(name);
  const near = useStore((state) => state.transform[2] >= SMALLEST);
  if (!live || !near || run === "none" || run === "starting") return null;
  return <Pills nets={nets} />;
}

function Pills({ nets }: { nets: readonly Net[] }) {
  const format = useFormat();
  const doc = useScheme((state) => state.doc);
  const path = useScheme((state) => state.path);
  const opened = useLive((state) => state.described?.number ?? -1);
  // the part of the drawing on the screen, in coarse steps: it changes seldom while the canvas is moved
  const view = useStore(({ transform: [x, y, zoom], width, height }) =>
    [
      Math.round(-x / zoom / 200),
      Math.round(-y / zoom / 200),
      Math.ceil(width / zoom / 200),
      Math.ceil(height / zoom / 200),
    ].join(),
  );
  const place = useRef<HTMLDivElement>(null);
  const pills = useMemo(() => {
    const [left = 0, top = 0, width = 0, height = 0] = view.split(",").map((number) => Number(number) * 200);
    if (opened < 0) return [];
    return nets
      .filter(({ x, y }) => x > left - 200 && x < left + width + 200 && y > top - 200 && y < top + height + 200)
      .slice(0, MOST)
      .flatMap((net) => {
        const signal = knownSignal(signalNames(doc, path, net.from));
        return signal ? [{ ...net, signal }] : [];
      });
  }, [nets, doc, path, view, opened]);
  useEffect(() => {
    hub.want(
      "editor.pills",
      pills.map((pill) => pill.signal),
    );
    const show = () => {
      const boxes = place.current?.children;
      pills.forEach((pill, index) => {
        const box = boxes?.[index];
        if (!box) return;
        const value = signalText(pill.signal, (number) =>
          pill.quantity === "logic" ? String(Math.round(number)) : short(number, format.number.bind(format)),
        );
        const unit = format.unit(pill.unit);
        const text = value && unit ? `${value} ${unit}` : value;
        if (box.textContent === text) return;
        box.textContent = text;
        // a value that is longer than its wire stands above it, clear of the ports
        box.classList.toggle(css.above ?? "", pill.room > 0 && text.length * 6.5 + 40 > pill.room);
      });
    };
    show();
    const timer = window.setInterval(show, EVERY);
    return () => {
      window.clearInterval(timer);
      hub.want("editor.pills", []);
    };
  }, [pills, format]);
  return (
    <ViewportPortal>
      <div ref={place} className={css.pills}>
        {pills.map((pill) => (
          <span
            key={pill.from}
            className={classes(css.pill, colours[pill.quantity])}
            style={{ left: pill.x, top: pill.y }}
            data-testid={`live-${pill.from}`}
          />
        ))}
      </div>
    </ViewportPortal>
  );
}
