import { Panel, useStore } from "@xyflow/react";
import { memo, type PointerEvent, useMemo, type WheelEvent } from "react";
import { useWords } from "@/words";
import { useEditor } from "../context";
import css from "./Canvas.module.css";
import type { CanvasNode } from "./nodes";
import { around, type Box, framed, pathOf } from "./overview";

const WIDE = 172;
const HIGH = 104;

const boxOf = (node: CanvasNode): Box => ({
  x: node.position.x,
  y: node.position.y,
  width: node.width ?? 0,
  height: node.height ?? 0,
});

function kindOf(node: CanvasNode): "mapOn" | "mapBad" | "mapNode" {
  if (node.selected) return "mapOn";
  return "fault" in node.data && node.data.fault === "error" ? "mapBad" : "mapNode";
}

/**
 * The whole level in small: it shows where the window is, and a press or a drag moves it. All blocks are a few paths: a
 * part of the page for each of them would make every edit of a large scheme slow.
 */
export const Overview = memo(function Overview({ nodes }: { nodes: readonly CanvasNode[] }) {
  const w = useWords();
  const { flow } = useEditor();
  const seen = useStore(
    ({ transform: [x, y, zoom], width, height }): Box => ({
      x: -x / zoom,
      y: -y / zoom,
      width: width / zoom,
      height: height / zoom,
    }),
    (a, b) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height,
  );
  const { all, paths } = useMemo(() => {
    const kinds = { mapNode: [] as Box[], mapBad: [] as Box[], mapOn: [] as Box[] };
    for (const node of nodes) kinds[kindOf(node)].push(boxOf(node));
    const list = (["mapNode", "mapBad", "mapOn"] as const).map((kind) => [kind, pathOf(kinds[kind])] as const);
    return { all: around(nodes.map(boxOf)), paths: list };
  }, [nodes]);
  const frame = framed(around(all ? [all, seen] : [seen]) ?? seen, WIDE, HIGH);

  const go = (event: PointerEvent<SVGSVGElement>) => {
    const room = event.currentTarget.getBoundingClientRect();
    const x = frame.x + ((event.clientX - room.x) / room.width) * frame.width;
    const y = frame.y + ((event.clientY - room.y) / room.height) * frame.height;
    void flow.current?.setCenter(x, y, { zoom: flow.current.getZoom() });
  };
  const zoom = (event: WheelEvent) => {
    const now = flow.current?.getZoom() ?? 1;
    void flow.current?.zoomTo(now * 2 ** (-event.deltaY / 400));
  };
  return (
    <Panel position="bottom-right" className={css.map}>
      <svg
        role="img"
        aria-label={w.design.canvas.map}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && go(event)}
        onWheel={zoom}
        data-testid="overview"
      >
        <rect className={css.mapGround} {...frame} />
        {paths.map(([kind, path]) => path && <path key={kind} className={css[kind]} d={path} />)}
        <path className={css.mapMask} fillRule="evenodd" d={pathOf([frame, seen])} />
      </svg>
    </Panel>
  );
});
