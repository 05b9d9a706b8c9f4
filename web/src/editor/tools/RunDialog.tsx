import { useEffect, useState } from "react";
import type { DocumentEntry, ExerciseCard } from "@/gen/messages";
import { api } from "@/link/http";
import { Button, Dialog, Segmented, Select, Skeleton } from "@/ui";
import { said, useLanguage, useWords } from "@/words";
import type { Where } from "../context";
import css from "../sheet/Sheet.module.css";

/** Props of {@link RunDialog}. */
export interface RunDialogProps {
  scheme: string;
  where: Where;
  /** Whether it will be saved first. */
  saves: boolean;
  onClose: () => void;
  onRun: (where: Where) => void;
}

/** Asks where the scheme shall run: in an exercise that uses it, in a world, or by itself on a bench. */
export function RunDialog({ scheme, where, saves, onClose, onRun }: RunDialogProps) {
  const w = useWords();
  const r = w.design.run;
  const language = useLanguage();
  const [exercises, setExercises] = useState<readonly ExerciseCard[] | null>(null);
  const [worlds, setWorlds] = useState<readonly DocumentEntry[]>([]);
  const [panels, setPanels] = useState<readonly DocumentEntry[]>([]);
  const [kind, setKind] = useState<"exercise" | "world" | "bench">(
    where.bench ? "bench" : where.world ? "world" : "exercise",
  );
  const [chosen, setChosen] = useState("");
  const [world, setWorld] = useState(where.world);
  const [panel, setPanel] = useState(where.panel);
  useEffect(() => {
    let wanted = true;
    Promise.all([
      api.get<ExerciseCard[]>("/api/exercises"),
      api.get<DocumentEntry[]>("/api/documents?kind=world"),
      api.get<DocumentEntry[]>("/api/documents?kind=panel"),
    ]).then(
      ([cards, one, two]) => {
        if (!wanted) return;
        setExercises(cards);
        setWorlds(one);
        setPanels(two);
        if (!cards.some((card) => card.variants.some((variant) => variant.scheme === scheme)) && !where.world)
          setKind("bench");
      },
      () => wanted && setExercises([]),
    );
    return () => {
      wanted = false;
    };
  }, [scheme, where.world]);
  const words = (text: string | Record<string, string>) =>
    typeof text === "string" ? text : said({ en: text.en ?? "", ...text }, language);
  const variants = (exercises ?? []).flatMap((card) =>
    card.variants
      .filter((variant) => variant.scheme === scheme)
      .map((variant) => ({
        value: `${card.name}\n${variant.name}`,
        label: `${words(card.title) || card.name} · ${words(variant.title) || variant.name}`,
      })),
  );
  const given = where.exercise ? `${where.exercise}\n${where.variant}` : "";
  const variant =
    variants.find((one) => one.value === chosen)?.value ??
    variants.find((one) => one.value === given)?.value ??
    variants[0]?.value ??
    "";
  const place = world || worlds[0]?.name || "";
  const ready = kind === "bench" || (kind === "exercise" ? variant !== "" : place !== "");
  const run = () => {
    const [exercise = "", name = ""] = variant.split("\n");
    const nowhere = { exercise: "", variant: "", world: "", panel: "" };
    onRun(
      kind === "bench"
        ? { ...nowhere, bench: true }
        : kind === "exercise"
          ? { exercise, variant: name, world: "", panel: "" }
          : { exercise: "", variant: "", world: place, panel },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={r.title}
      actions={
        <>
          <Button onClick={onClose}>{w.common.cancel}</Button>
          <Button variant="primary" reason={ready ? undefined : r.noExercises} onClick={run} data-testid="run-confirm">
            {r.start}
          </Button>
        </>
      }
    >
      {exercises === null ? (
        <Skeleton lines={3} height={28} />
      ) : (
        <div className={css.stack}>
          <Segmented
            label={r.where}
            value={kind}
            onChange={setKind}
            options={[
              { value: "exercise", label: r.exercise, reason: variants.length > 0 ? undefined : r.noExercises },
              { value: "world", label: r.world },
              { value: "bench", label: r.bench },
            ]}
          />
          {kind === "bench" ? (
            <p>{r.benchHint}</p>
          ) : kind === "exercise" ? (
            <Select label={r.variant} value={variant} options={variants} onChange={setChosen} />
          ) : (
            <>
              <Select
                label={r.where}
                value={place}
                options={worlds.map(({ name }) => ({ value: name, label: name }))}
                onChange={setWorld}
              />
              <Select
                label={r.panel}
                value={panel}
                options={[{ value: "", label: r.noPanel }, ...panels.map(({ name }) => ({ value: name, label: name }))]}
                onChange={setPanel}
              />
            </>
          )}
          {saves && <p className="cap">{r.saves}</p>}
        </div>
      )}
    </Dialog>
  );
}
