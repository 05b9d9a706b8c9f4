import { Bot, Hand, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import { hub, useLive } from "@/link/live";
import { type Doing, doingAt, type PanelState } from "@/model/panel/doing";
import { inputNames, selectorOptions } from "@/model/panel/elements";
import { values } from "@/panel";
import { Button, Icon, Segmented } from "@/ui";
import { type Format, type Language, type Said, said, useFormat, useLanguage, useWords, type Words } from "@/words";
import { pause, setSpeed, start } from "./actions";
import css from "./DemoBar.module.css";
import { takeOver, useDriven } from "./demo";
import { useFrame } from "./status";

const SPEEDS = [0.25, 0.5, 1] as const;

/** Follows what the pilot does at the panel. */
function useDoing(panel: PanelDocument | null): Doing | null {
  const [doing, setDoing] = useState<Doing | null>(null);
  useEffect(() => {
    if (!panel) return;
    const names = inputNames(panel);
    let before: PanelState = new Map();
    let last: Doing | null = null;
    const look = () => {
      const now = new Map(names.map((name) => [name, values.get(name) ?? null]));
      last = doingAt(panel, before, now, last);
      before = now;
      setDoing(last);
    };
    look();
    return values.subscribe(look);
  }, [panel]);
  return doing;
}

function doingText(doing: Doing | null, panel: PanelDocument, w: Words, format: Format, language: Language): string {
  const words = w.operate.demo;
  if (!doing) return words.waits;
  const element = panel.elements[doing.name];
  const label = said((element as { label?: Said } | undefined)?.label, language) || doing.name;
  if (doing.kind === "press") return words.presses(label);
  if (doing.kind === "stick") {
    const labels = element?.type === "joystick" ? element.labels : undefined;
    const parts = doing.deflection.flatMap((part, axis) => {
      const way = said(labels?.[axis] as Said | undefined, language) || "XYZ"[axis];
      return part === 0 ? [] : [`${way} ${format.percent(part)}`];
    });
    return words.stick(parts.join(", "));
  }
  const { value } = doing;
  const options: Record<string, unknown> =
    element?.type === "selector"
      ? Object.fromEntries(selectorOptions(element))
      : element && "options" in element
        ? (element.options as Record<string, unknown>)
        : {};
  const titled = (name: string) => {
    const option = options[name] as Said | { label?: Said } | undefined;
    const plain = option && typeof option === "object" && "label" in option ? option.label : option;
    return said(plain as Said | undefined, language) || name;
  };
  const many = Array.isArray(value) ? (value as readonly string[]).map(titled).join(", ") : "";
  const text =
    typeof value === "boolean"
      ? value
        ? words.on
        : words.off
      : typeof value === "number"
        ? format.compact(value)
        : typeof value === "string"
          ? titled(value)
          : many || words.nothing;
  return words.sets(label, text);
}

/** While a pilot drives: what it does and why, at which speed, and the way to the panel for a person. */
export function DemoBar({ panel }: { panel: PanelDocument | null }) {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const driven = useDriven();
  const mine = useLive((live) => live.mine);
  const account = useLive((live) => live.account);
  const running = useLive((live) => live.session?.state === "running");
  const speed = useFrame((frame) => frame?.speed ?? hub.frame?.speed ?? 1);
  const doing = useDoing(driven ? panel : null);
  if (!driven || !account || !panel) return null;
  const stage = account.stages[account.stage];
  const title = said(stage?.title as Said | undefined, language);
  const caption = said(stage?.caption as Said | undefined, language);
  return (
    <section className={css.bar} aria-label={w.operate.demo.title} data-testid="demo-bar">
      <header className={css.head}>
        <Icon of={Bot} size={16} />
        <span className="cap">
          {w.operate.demo.title} · {w.operate.demo.stage(account.stage + 1, account.stages.length)}
        </span>
      </header>
      <p className={css.caption} role="status" data-testid="demo-caption">
        <b>{title}.</b> {caption}
      </p>
      <p className={css.doing} data-testid="demo-doing">
        {doingText(doing, panel, w, format, language)}
      </p>
      {mine && (
        <footer className={css.foot}>
          <Segmented
            label={w.operate.demo.speed}
            className={css.speeds}
            value={SPEEDS.find((value) => Math.abs(value - speed) < 1e-6) ?? 0}
            options={SPEEDS.map((value) => ({
              value,
              label: { 0.25: "¼×", 0.5: "½×", 1: "1×" }[value],
              name: `${format.compact(value)}×`,
            }))}
            onChange={setSpeed}
          />
          <Button
            size="s"
            icon={running ? Pause : Play}
            onClick={running ? pause : () => void start()}
            data-testid="demo-pause"
          >
            {running ? w.operate.demo.pause : w.operate.demo.resume}
          </Button>
          <Button
            size="s"
            variant="primary"
            icon={Hand}
            title={w.operate.demo.takeOverHint}
            onClick={() => void takeOver()}
            data-testid="demo-take-over"
          >
            {w.operate.demo.takeOver}
          </Button>
        </footer>
      )}
    </section>
  );
}
