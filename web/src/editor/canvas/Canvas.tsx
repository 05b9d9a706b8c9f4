import {
  Background, BackgroundVariant, type Connection, type EdgeChange, type NodeChange, type OnConnectStartParams, ReactFlow, SelectionMode,
} from "@xyflow/react"; // biome-ignore format: a list
import "@xyflow/react/dist/base.css";
import { type MouseEvent as PointerPress, useCallback, useEffect, useRef, useState } from "react";
import { levelOf, positionOf, type Selection } from "@/model/scheme/document";
import { useSelection } from "@/model/selection";
import { classes } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme, useView } from "../context";
import { SNAP_X, SNAP_Y } from "../snap";
import { BlockNode } from "./BlockNode";
import css from "./Canvas.module.css";
import { DrawnWire } from "./DrawnWire";
import { EmptyCanvas } from "./EmptyCanvas";
import { fittingPorts, judge } from "./fitting";
import { Ghost } from "./Ghost";
import { Legend } from "./Legend";
import { LivePills } from "./LivePills";
import { NoteNode } from "./NoteNode";
import { type CanvasNode, nodeThing, type WireEdgeType } from "./nodes";
import { Overview } from "./Overview";
import { Pace } from "./Pace";
import { PalettePop } from "./PalettePop";
import { READABLE, show } from "./showing";
import { TerminalNode } from "./TerminalNode";
import { ThingMenu } from "./ThingMenu";
import { type Moved, useGraph } from "./useGraph";
import { WireEdge } from "./WireEdge";
import { WiringTip } from "./WiringTip";
import { endWiring, useWiring } from "./wiring";
import { Zoom } from "./Zoom";

const nodeTypes = { block: BlockNode, terminal: TerminalNode, note: NoteNode };
const edgeTypes = { wire: WireEdge };
const NOWHERE: Moved = new Map();
// The same objects at every picture: the flow draws everything anew when one of these is another.
const PLAIN = { hideAttribution: true };
const SNAP: [number, number] = [SNAP_X, SNAP_Y];
const DOTS: [number, number] = [20, 24];
const ADDING = ["Shift", "Control", "Meta"];
const PANNING = [1, 2];

/** Names of nodes as a selection. */
export function selectionOf(ids: readonly string[], wires: readonly string[]): Selection {
  const of = (role: string) =>
    ids
      .map(nodeThing)
      .filter((thing) => thing.role === role)
      .map((thing) => thing.name);
  return { blocks: of("block"), inputs: of("input"), outputs: of("output"), notes: of("note").map(Number), wires };
}

/** The drawing of the level that is open: blocks can be moved, wired and selected. */
export function Canvas() {
  const w = useWords();
  const editor = useEditor();
  const { store, view, actions } = editor;
  const level = useScheme((state) => state.level);
  const path = useScheme((state) => state.path);
  const empty = useScheme((state) => {
    const part = levelOf(state.doc, state.level);
    return !part?.blocks?.length && !part?.inputs && !part?.outputs && !part?.notes?.length;
  });
  const gliding = useView((now) => now.gliding);
  const centre = useView((now) => now.centre);
  const [moved, setMoved] = useState<Moved>(NOWHERE);
  const { nodes, edges, nets, faces } = useGraph(moved);
  const drawn = useRef(nodes);
  drawn.current = nodes;
  const fixed = useRef(false);
  const viewports = useRef(new Map<string, { x: number; y: number; zoom: number }>());
  const shown = useRef(level);

  // every level is shown as it was left; one that is seen for the first time is shown whole
  useEffect(() => {
    shown.current = level;
    const at = viewports.current.get(level);
    if (at) void editor.flow.current?.setViewport(at);
    else requestAnimationFrame(() => show(editor, [], { least: READABLE }));
  }, [level, editor]);

  useEffect(() => {
    if (centre.round === 0) return;
    const ids = centre.ids.filter((id) => id);
    requestAnimationFrame(() => {
      show(editor, ids, {
        duration: 240,
        most: ids.length > 0 ? Math.max(editor.flow.current?.getZoom() ?? 1, 0.8) : 1,
        least: READABLE,
      });
    });
  }, [centre, editor]);

  // what is selected here is selected everywhere
  const blocks = useScheme((state) => state.selection.blocks);
  useEffect(() => {
    const prefix = path.slice(1).map((crumb) => crumb.block);
    useSelection.getState().select(blocks.map((id) => ({ kind: "block", name: [...prefix, id].join(".") })));
  }, [blocks, path]);

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const places = new Map<string, { x: number; y: number }>();
      const chosen = new Map<string, boolean>();
      for (const change of changes) {
        if (change.type === "position" && change.position && change.dragging) places.set(change.id, change.position);
        if (change.type === "select") chosen.set(change.id, change.selected);
      }
      if (places.size > 0) setMoved((now) => new Map([...now, ...places]));
      if (chosen.size > 0) {
        const ids = drawn.current.filter((node) => chosen.get(node.id) ?? node.selected).map((node) => node.id);
        store.getState().select(selectionOf(ids, store.getState().selection.wires));
      }
    },
    [store],
  );

  const onEdgesChange = useCallback(
    (changes: EdgeChange<WireEdgeType>[]) => {
      const chosen = new Map(
        changes.flatMap((change) => (change.type === "select" ? [[change.id, change.selected] as const] : [])),
      );
      if (chosen.size === 0) return;
      const { selection } = store.getState();
      const wires = new Set(selection.wires);
      for (const [id, selected] of chosen) {
        if (selected) wires.add(id);
        else wires.delete(id);
      }
      store.getState().select({ ...selection, wires: [...wires] });
    },
    [store],
  );

  /** The end of a drag is one step; a lone block that was let go over a wire goes into it. */
  const onNodeDragStop = useCallback(
    (event: PointerPress | globalThis.MouseEvent | globalThis.TouchEvent, _: CanvasNode, dragged: CanvasNode[]) => {
      setMoved(NOWHERE);
      const [first] = dragged;
      const before = first && store.getState();
      if (!first || !before) return;
      const face = faces.get(first.id);
      const part = levelOf(before.doc, before.level);
      const { role, name } = nodeThing(first.id);
      const kind = role === "block" ? "blocks" : role === "input" ? "inputs" : role === "output" ? "outputs" : "notes";
      const at = part && positionOf(part, kind, name);
      if (!at) return;
      const dx = first.position.x - (face?.dx ?? 0) - at.x;
      const dy = first.position.y - (face?.dy ?? 0) - at.y;
      const ids = dragged.map((node) => node.id);
      actions.move(selectionOf(ids, []), dx, dy);
      if (ids.length === 1 && role === "block" && "clientX" in event) {
        const free = !part?.wires?.some(
          (other) => other.from.startsWith(`${name}.`) || other.to.startsWith(`${name}.`),
        );
        // asked last: looking for a wire under the pointer takes the browser long in a large scheme
        const wire = free && wireAt(event.clientX, event.clientY);
        if (wire) actions.insert(name, wire);
      }
    },
    [store, actions, faces],
  );

  const onConnectStart = useCallback(
    (_: unknown, { handleId }: OnConnectStartParams) => {
      fixed.current = false;
      if (handleId) useWiring.setState({ from: handleId, fits: fittingPorts(store.getState(), handleId), chosen: "" });
    },
    [store],
  );
  const isValid = useCallback(
    (wanted: Connection | WireEdgeType) => {
      const verdict =
        wanted.sourceHandle && wanted.targetHandle
          ? judge(store.getState(), wanted.sourceHandle, wanted.targetHandle)
          : null;
      return verdict !== null && (verdict.ok || (verdict.loop !== undefined && useWiring.getState().alt));
    },
    [store],
  );
  const onConnect = useCallback(
    ({ sourceHandle, targetHandle }: Connection) => {
      if (sourceHandle && targetHandle && !fixed.current) actions.connect(sourceHandle.slice(4), targetHandle.slice(3));
    },
    [actions],
  );
  const onConnectEnd = useCallback(
    (
      event: globalThis.MouseEvent | TouchEvent,
      state: { fromHandle: { id?: string | null } | null; toHandle: unknown },
    ) => {
      endWiring();
      const at = "clientX" in event ? event : event.changedTouches[0];
      const from = state.fromHandle?.id;
      if (!at || !from || state.toHandle || fixed.current) return;
      const under = document.elementFromPoint(at.clientX, at.clientY);
      if (!under?.classList.contains("react-flow__pane")) return;
      const place = editor.flow.current?.screenToFlowPosition({ x: at.clientX, y: at.clientY });
      if (place) view.setState({ pop: { x: at.clientX, y: at.clientY, at: place, from } });
    },
    [editor, view],
  );
  const onFixed = useCallback(() => {
    fixed.current = true;
    endWiring();
  }, []);

  return (
    <div
      className={classes(css.canvas, gliding && css.gliding)}
      data-canvas=""
      data-testid="canvas"
      onDoubleClick={(event) => {
        if (!(event.target instanceof Element) || !event.target.classList.contains("react-flow__pane")) return;
        const at = editor.flow.current?.screenToFlowPosition({ x: event.clientX, y: event.clientY });
        if (at) view.setState({ pop: { x: event.clientX, y: event.clientY, at } });
      }}
    >
      <ReactFlow<CanvasNode, WireEdgeType>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={(flow) => {
          editor.flow.current = flow;
          requestAnimationFrame(() => show(editor, [], { least: READABLE }));
        }}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeDragStop={onNodeDragStop}
        onSelectionDragStop={(event, dragged) => dragged[0] && onNodeDragStop(event, dragged[0], dragged)}
        onNodeDoubleClick={(_, node) => node.type === "block" && actions.enter(node.data.id)}
        onEdgeContextMenu={(event, edge) => {
          event.preventDefault();
          store.getState().select({ wires: [edge.id] });
          view.setState({ menu: { x: event.clientX, y: event.clientY, wire: edge.id } });
        }}
        onEdgeDoubleClick={(event, edge) =>
          view.setState({ menu: { x: event.clientX, y: event.clientY, wire: edge.id } })
        }
        onConnectStart={onConnectStart}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        isValidConnection={isValid}
        connectionLineComponent={DrawnWire}
        connectionRadius={18}
        connectOnClick={false}
        onMoveEnd={(_, viewport) => {
          viewports.current.set(shown.current, viewport);
          view.setState({ zoom: viewport.zoom });
        }}
        onlyRenderVisibleElements
        nodesFocusable
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        panActivationKeyCode={null}
        multiSelectionKeyCode={ADDING}
        selectionOnDrag
        selectionMode={SelectionMode.Partial}
        panOnDrag={PANNING}
        zoomOnDoubleClick={false}
        elevateNodesOnSelect={false}
        snapToGrid
        snapGrid={SNAP}
        minZoom={0.1}
        maxZoom={2.5}
        nodeDragThreshold={3}
        proOptions={PLAIN}
        aria-label={w.design.canvas.label}
      >
        <Background variant={BackgroundVariant.Dots} gap={DOTS} size={1.6} color="var(--dot)" bgColor="var(--app)" />
        <LivePills nets={nets} />
        <Overview nodes={nodes} />
        <WiringTip onFixed={onFixed} />
      </ReactFlow>
      <Legend />
      <Zoom />
      <Pace />
      {empty && level === "" && <EmptyCanvas />}
      <Ghost />
      <PalettePop />
      <ThingMenu />
    </div>
  );
}

const AROUND = [0, -14, 14].flatMap((dx) => [0, -14, 14].map((dy) => [dx, dy] as const));

/** The wire under a point of the screen, or close to it. */
export function wireAt(x: number, y: number): string | undefined {
  for (const [dx, dy] of AROUND) {
    const found = document.elementsFromPoint(x + dx, y + dy).find((element) => element.closest(".react-flow__edge"));
    const id = found?.closest<HTMLElement>(".react-flow__edge")?.dataset.id;
    if (id) return id;
  }
  return undefined;
}
