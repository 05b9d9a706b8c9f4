import { useConnection, useStoreApi } from "@xyflow/react";
import { Ban, RefreshCw } from "lucide-react";
import { useEffect, useMemo } from "react";
import { Icon, Kbd } from "@/ui";
import { useFormat, useWords } from "@/words";
import { useEditor } from "../context";
import { shapeText } from "../look";
import css from "./Canvas.module.css";
import { judge, verdictText } from "./fitting";
import { useWiring } from "./wiring";

/** Why the wire does not fit the port under it, with the fix that one key makes. */
export function WiringTip({ onFixed }: { onFixed: () => void }) {
  const w = useWords();
  const format = useFormat();
  const c = w.design.canvas;
  const { store, actions } = useEditor();
  const flow = useStoreApi();
  const pair = useConnection((state) =>
    state.inProgress && state.toHandle && state.isValid === false ? `${state.fromHandle.id}|${state.toHandle.id}` : "",
  );
  const spot = useConnection((state) => (state.inProgress && state.toHandle ? `${state.to.x} ${state.to.y}` : ""));
  const verdict = useMemo(() => {
    const [one = "", two = ""] = pair.split("|");
    return pair ? judge(store.getState(), one, two) : null;
  }, [pair, store]);
  const fix = verdict?.fix;
  useEffect(() => {
    if (!verdict || !fix) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      onFixed();
      flow.getState().cancelConnection();
      actions.connectThrough(verdict.from, verdict.to, fix);
    };
    window.addEventListener("keydown", pressed, true);
    return () => window.removeEventListener("keydown", pressed, true);
  }, [verdict, fix, flow, actions, onFixed]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !flow.getState().connection.inProgress) return;
      event.preventDefault();
      event.stopPropagation();
      onFixed();
      flow.getState().cancelConnection();
    };
    window.addEventListener("keydown", pressed, true);
    return () => window.removeEventListener("keydown", pressed, true);
  }, [flow, onFixed]);
  // Alt tells the flow to judge anew: a loop may then be closed
  useEffect(() => {
    const held = (event: KeyboardEvent) => event.key === "Alt" && useWiring.setState({ alt: event.type === "keydown" });
    window.addEventListener("keydown", held);
    window.addEventListener("keyup", held);
    return () => {
      window.removeEventListener("keydown", held);
      window.removeEventListener("keyup", held);
    };
  }, []);
  if (!verdict || verdict.ok || !spot) return null;
  const [atX = 0, atY = 0] = spot.split(" ").map(Number);
  const {
    transform: [x, y, zoom],
    width,
  } = flow.getState();
  const left = Math.min(Math.max(12, atX * zoom + x - 140), width - 300);
  const top = atY * zoom + y + 28;
  return (
    <div className={css.refusal} style={{ left, top }} role="alert" data-testid="refusal">
      <b>
        <Icon of={verdict.loop ? RefreshCw : Ban} size={15} strokeWidth={2} />
        {verdict.loop ? c.loopTitle : c.doNotFit}
      </b>
      <p>{verdictText(verdict, w, format, actions.title)}</p>
      <div className={css.fix}>
        {fix && (
          <span className={css.fixKey}>
            {fix.kind === "shape" ? c.widen(shapeText(fix.shape)) : c.insertFix(actions.title(fix.type))}{" "}
            <Kbd>Enter</Kbd>
          </span>
        )}
        <span className="cap">{verdict.loop ? `${c.dropAnyway}, ${c.letGo}` : c.letGo}</span>
      </div>
    </div>
  );
}
