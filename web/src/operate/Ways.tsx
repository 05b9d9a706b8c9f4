import type { ExerciseCard } from "@/gen/messages";
import { useLive } from "@/link/live";
import { readPanel, selectorOptions } from "@/model/panel/elements";
import { modeSelector } from "@/model/panel/roles";
import { Segmented } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { newStart } from "./actions";
import css from "./Ways.module.css";

/** The ways to operate an exercise, in words. Those that the panel itself chooses are left to its selector. */
export function Ways({ variants, locked }: { variants: ExerciseCard["variants"]; locked: string }) {
  const w = useWords();
  const language = useLanguage();
  const session = useLive((live) => live.session);
  const panel = useLive((live) => readPanel(live.described?.panel ?? live.planned?.panel));
  const mode = panel && modeSelector(panel);
  const selector = mode ? panel.elements[mode] : undefined;
  const modes = new Set(selector?.type === "selector" ? selectorOptions(selector).map(([name]) => name) : []);
  if (!session || variants.length < 2 || variants.every(({ name }) => modes.has(name))) return null;
  return (
    <div className={css.ways} data-testid="ways">
      <span className="cap">{w.operate.variants}</span>
      <Segmented
        label={w.operate.variants}
        className={css.choice}
        value={session.variant}
        reason={locked || undefined}
        options={variants.map(({ name, title }) => ({ value: name, label: said(title as Said, language) || name }))}
        onChange={(name) => void newStart(session.seed, name)}
      />
    </div>
  );
}
