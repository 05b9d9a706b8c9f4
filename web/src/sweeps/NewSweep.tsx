import { Play } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Asked } from "@/documents/useAsked";
import type { ExerciseCard, NewSweep as NewSweepMessage, SweepChoices, SweepInfo } from "@/gen/messages";
import { api } from "@/link/http";
import { EMPTY, type Form, freeName, PLANS, type Plan } from "@/model/sweeps/draft";
import { navigate, useRoute } from "@/shell/router";
import { Button, ErrorBox, NumberField, Segmented, Select, Skeleton, showToast, TextField } from "@/ui";
import { said, saidBy, useLanguage, useWords, words } from "@/words";
import { shownAt } from "./paths";
import css from "./Sweeps.module.css";
import { type Checked, useDraftCheck } from "./useDraftCheck";
import { usePolled } from "./usePolled";
import { VariedLines } from "./VariedLines";

const once = () => null;

/** Pilots, variants and names of an exercise. */
function useChoices(exercise: string, variant: string) {
  const ask = useCallback(async () => {
    if (!exercise) return undefined;
    const query = variant ? `?variant=${encodeURIComponent(variant)}` : "";
    return api.get<SweepChoices>(`/api/sweeps/choices/${encodeURIComponent(exercise)}${query}`);
  }, [exercise, variant]);
  return usePolled(ask, once);
}

interface FormProps {
  exercises: Asked<ExerciseCard[]> & { retry: () => void };
  /** Names of the sweeps that are there; null until they are known. */
  taken: readonly string[] | null;
}

/** The form of a new sweep: checked while it is written. */
export function NewSweep({ exercises, taken }: FormProps) {
  const w = useWords().sweeps;
  const f = w.form;
  const language = useLanguage();
  const { query } = useRoute();
  const cards = useMemo(() => (exercises.value ?? []).filter((one) => !one.problem), [exercises.value]);
  const [form, setForm] = useState<Form>(() => ({ ...EMPTY, exercise: query.get("exercise") ?? "" }));
  const [name, setName] = useState<string | null>(null);
  const set = useCallback((changes: Partial<Form>) => setForm((now) => ({ ...now, ...changes })), []);
  const first = cards[0]?.name;
  useEffect(() => {
    if (first && !form.exercise) set({ exercise: first });
  }, [first, form.exercise, set]);
  const choices = useChoices(form.exercise, form.variant);
  const checked = useDraftCheck(form);
  const { fields } = checked.faults;
  const shownName = name ?? freeName(form.exercise, taken ?? []);
  const card = cards.find((one) => one.name === form.exercise);
  const variantTitle = (variant: string) =>
    said(card?.variants.find((one) => one.name === variant)?.title, language) || variant;
  const error = (field: string) => (fields[field] ? { error: fields[field] } : {});

  if (exercises.error && !exercises.value)
    return <ErrorBox message={exercises.error} onRetry={exercises.retry} className={css.centre} />;
  if (!exercises.value) return <Skeleton lines={6} className={css.page} />;
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{w.newSweep}</h1>
          <p className={css.quiet}>{w.hint}</p>
        </div>
      </header>
      <div className={css.columns}>
        <form className={css.form} onSubmit={(event) => event.preventDefault()} data-testid="sweep-form">
          <section className={css.card} aria-label={w.exercise}>
            <div className={css.pair}>
              <Select
                label={w.exercise}
                value={form.exercise}
                options={cards.map((one) => ({ value: one.name, label: said(one.title, language) }))}
                onChange={(exercise) => set({ exercise, pilot: "", variant: "", vary: [] })}
                {...error("exercise")}
              />
              <TextField
                label={w.name}
                value={shownName}
                onChange={setName}
                maxLength={64}
                {...(taken?.includes(shownName) ? { error: f.taken } : {})}
              />
              <Select
                label={f.pilot}
                value={form.pilot}
                options={[
                  { value: "", label: f.usualPilot(choices.value?.pilot ?? "") },
                  ...(choices.value?.pilots ?? []).map((pilot) => ({ value: pilot, label: pilot })),
                ]}
                onChange={(pilot) => set({ pilot })}
                {...error("pilot")}
              />
              <Select
                label={f.variant}
                value={form.variant}
                options={[
                  { value: "", label: f.usualVariant },
                  ...(choices.value?.variants ?? []).map((one) => ({ value: one, label: variantTitle(one) })),
                ]}
                onChange={(variant) => set({ variant })}
                {...error("variant")}
              />
            </div>
            {choices.error && <ErrorBox message={f.choicesFailed} detail={choices.error} onRetry={choices.refresh} />}
          </section>
          <section className={css.card} aria-label={f.seeds}>
            <div className={css.cardHead}>
              <h2>{f.seeds}</h2>
              <Segmented
                label={f.seeds}
                value={form.drawn ? "drawn" : "these"}
                options={[
                  { value: "these", label: f.these },
                  { value: "drawn", label: f.drawn },
                ]}
                onChange={(way) => set({ drawn: way === "drawn" })}
              />
            </div>
            {form.drawn ? (
              <NumberField
                label={f.draw}
                value={form.draw}
                min={1}
                max={100000}
                step={1}
                whole
                hint={f.drawHint}
                onChange={(draw) => set({ draw })}
                {...error("draw")}
              />
            ) : (
              <TextField
                label={f.seeds}
                labelled="hidden"
                value={form.seeds}
                onChange={(seeds) => set({ seeds })}
                hint={f.seedsHint}
                {...error("seeds")}
              />
            )}
          </section>
          <section className={css.card} aria-label={f.vary}>
            <h2>{f.vary}</h2>
            <VariedLines
              lines={form.vary}
              names={choices.value?.names ?? []}
              faults={checked.faults.lines}
              hint={form.plan === "grid" ? f.varyHint : f.pointHint}
              onChange={(vary) => set({ vary })}
            />
            {form.vary.length > 0 && (
              <div className={css.pair}>
                <Select
                  label={f.plan}
                  value={form.plan}
                  options={PLANS.map((plan) => ({ value: plan, label: f.plans[plan] }))}
                  onChange={(plan: Plan) => set({ plan })}
                />
                {form.plan !== "grid" && (
                  <NumberField
                    label={f.points}
                    value={form.points}
                    min={1}
                    max={1000000}
                    step={1}
                    whole
                    onChange={(points) => set({ points })}
                    {...error("points")}
                  />
                )}
              </div>
            )}
          </section>
        </form>
        <Verdict checked={checked} name={shownName} taken={taken} />
      </div>
    </div>
  );
}

/** What the check says, and the button that starts it. */
function Verdict({ checked, name, taken }: { checked: Checked; name: string; taken: readonly string[] | null }) {
  const w = useWords().sweeps;
  const f = w.form;
  const [busy, setBusy] = useState(false);
  const { check, faults, failed, checking } = checked;
  const right = check !== null && check.sweep !== null && check.faults.length === 0;
  const start = async () => {
    if (!check) return;
    setBusy(true);
    const wanted: NewSweepMessage = { name, sweep: check.sweep };
    try {
      const made = await api.post<SweepInfo>("/api/sweeps", wanted);
      navigate(shownAt(made.entry.name), { replace: true });
    } catch (error) {
      setBusy(false);
      showToast({ id: "sweep", kind: "error", title: words().sweeps.startFailed, text: saidBy(error) });
    }
  };
  const reason = failed || checking ? f.checking : right ? (taken?.includes(name) ? f.taken : undefined) : f.wrong;
  return (
    <aside className={css.verdict} aria-live="polite" data-testid="sweep-verdict" data-right={right && !checking}>
      <span className={css.label}>{f.total}</span>
      <b className={css.big} data-testid="sweep-runs">
        {right ? check.runs : "–"}
      </b>
      {failed ? (
        <ErrorBox message={f.checkFailed} detail={failed} onRetry={checked.retry} />
      ) : checking ? (
        <p className={css.quiet}>{f.checking}</p>
      ) : right ? (
        <>
          <p>{f.right}</p>
          <p className={css.quiet}>{f.by(check.pilot, check.variant)}</p>
        </>
      ) : (
        <p className={css.bad}>{f.wrong}</p>
      )}
      {!checking &&
        faults.others.map((text) => (
          <p key={text} className={css.bad}>
            {text}
          </p>
        ))}
      <Button
        variant="primary"
        size="l"
        icon={Play}
        busy={busy}
        reason={reason}
        onClick={() => void start()}
        data-testid="start-sweep"
      >
        {f.start}
      </Button>
      <p className={css.quiet}>{w.stopHint}</p>
    </aside>
  );
}
