import { RotateCcw } from "lucide-react";
import { useEffect, useMemo } from "react";
import type { PanelDocument, Selector } from "@/gen/documents";
import { ask, useLive } from "@/link/live";
import { readPanel } from "@/model/panel/elements";
import { usePlotted } from "@/model/plotted";
import { type Form, partsOf, plottedOf } from "@/model/scheme/bench";
import { ElementView, Listening, loadPanel, mixer, PanelContext, useValue } from "@/panel";
import { PlotsDrawer } from "@/plots";
import { Button, EmptyState, showToast } from "@/ui";
import { useWords, words } from "@/words";
import css from "./Bench.module.css";

const NONE: readonly never[] = [];
const NOTHING = {};

/** Back to the start of the bench: states and time begin anew, sources and parameters stay. */
async function restart(): Promise<void> {
  mixer.neutral();
  const running = useLive.getState().session?.state === "running";
  const answer = await ask({ do: "reset" });
  if (!answer.ok) showToast({ kind: "error", title: words().design.bench.restartFailed, text: answer.error });
  else if (running) await ask({ do: "start" });
}

/** The source at one input: its form, and what that form needs. */
function Source({ name, panel }: { name: string; panel: PanelDocument }) {
  const selector = panel.elements[`${name}_form`] as Selector | undefined;
  const form = useValue(`${name}_form`) as Form | undefined;
  return (
    <li className={css.source} data-testid={`source-${name}`}>
      {partsOf(name, selector ? (form ?? "constant") : null).map((part) => (
        <ElementView key={part} name={part} />
      ))}
    </li>
  );
}

/** A scheme without a robot: sources at its inputs, its outputs and probed signals over time. */
export function Bench() {
  const b = useWords().design.bench;
  const described = useLive((live) => live.described);
  const mine = useLive((live) => live.mine);
  const link = useLive((live) => live.link);
  const told = described?.panel;
  const panel = useMemo(() => readPanel(told), [told]);
  useEffect(() => {
    loadPanel(panel);
    return () => loadPanel(null);
  }, [panel]);
  useEffect(() => {
    if (mine && link === "open") mixer.reopen();
    else mixer.close();
    return () => mixer.close();
  }, [mine, link]);
  useEffect(() => {
    if (!described) return;
    const known = plottedOf(described.channels.map((channel) => channel.name));
    usePlotted.setState(({ signals }) => ({
      signals: signals.some((one) => known.all.has(one.split("[")[0] ?? "")) ? signals : known.first,
    }));
  }, [described]);
  const locked = mine ? "" : b.locked;
  const facts = useMemo(
    () => panel && { panel, picture: "", joints: NONE, effectors: NOTHING, locked },
    [panel, locked],
  );
  const inputs = panel ? Object.keys(panel.elements).filter((name) => !/_(form|time|hand)$/.test(name)) : [];
  return (
    <section className={css.bench} aria-label={b.title} data-testid="bench">
      {panel && <Listening panel={panel} effectors={NOTHING} />}
      <div className={css.sources}>
        <header className={css.head}>
          <h2>{b.sources}</h2>
          <Button icon={RotateCcw} size="s" onClick={() => void restart()} data-testid="bench-restart">
            {b.restart}
          </Button>
        </header>
        {facts && inputs.length > 0 ? (
          <PanelContext value={facts}>
            <ul className={css.list}>
              {inputs.map((name) => (
                <Source key={name} name={name} panel={facts.panel} />
              ))}
            </ul>
          </PanelContext>
        ) : (
          <EmptyState text={described ? b.noInputs : b.opening} />
        )}
      </div>
      <div className={css.plots}>
        <PlotsDrawer />
      </div>
    </section>
  );
}
