import { ChartSpline, Spline, Trash2, WandSparkles } from "lucide-react";
import { usePlotted } from "@/model/plotted";
import { bendsOf, levelOf, wireOf } from "@/model/scheme/document";
import { portAt } from "@/model/scheme/store";
import { Button } from "@/ui";
import { useFormat, useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import { knownSignal, LiveText } from "../LiveText";
import { shapeText } from "../look";
import { useRunState } from "../running";
import { signalNames } from "../signals";
import { Head } from "./Head";
import css from "./Sheet.module.css";

/** Properties of a wire: its ends, what it carries, and its value. */
export function WireSheet({ wire: key }: { wire: string }) {
  const w = useWords();
  const format = useFormat();
  const { actions, name } = useEditor();
  const run = useRunState(name);
  const wire = useScheme((state) => {
    const part = levelOf(state.doc, state.level);
    return part && wireOf(part, key);
  });
  const bent = useScheme((state) => {
    const part = levelOf(state.doc, state.level);
    return part !== undefined && bendsOf(part, key) !== undefined;
  });
  const doc = useScheme((state) => state.doc);
  const path = useScheme((state) => state.path);
  const port = useScheme((state) => (wire ? portAt(state, state.level, wire.from, "from") : undefined));
  const problems = useScheme((state) => state.faults.at(state.level, "wires", key));
  const add = usePlotted((plotted) => plotted.add);
  if (!wire) return null;
  const names = signalNames(doc, path, wire.from);
  const what = port
    ? [w.design.canvas.quantities[port.quantity], format.unit(port.unit), shapeText(port.shape)]
        .filter(Boolean)
        .join(" · ")
    : "";
  return (
    <>
      <Head icon={Spline} label={w.design.sheet.wire} name={`${wire.from} → ${wire.to}`} kind={what} />
      <div className={css.body}>
        <div className={css.section}>
          <div className={css.stack}>
            {run !== "none" && <LiveText names={names} className="num" />}
            {problems.map((problem) => (
              <p key={problem.fault.message} className={css.error}>
                {problem.fault.message}
              </p>
            ))}
            <div className={css.row}>
              <Button
                icon={ChartSpline}
                reason={run === "none" ? w.design.canvas.notRunning : undefined}
                onClick={() => add(knownSignal(names) ?? names[0] ?? "")}
              >
                {w.design.canvas.plot}
              </Button>
              {bent && (
                <Button icon={WandSparkles} onClick={() => actions.bend(key, undefined)} data-testid="straighten">
                  {w.design.canvas.straighten}
                </Button>
              )}
              <Button icon={Trash2} variant="danger" onClick={() => actions.remove()}>
                {w.design.sheet.delete}
              </Button>
            </div>
          </div>
        </div>
      </div>
    </>
  );
}
