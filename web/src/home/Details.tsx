import { Play, Workflow } from "lucide-react";
import { useState } from "react";
import type { DocumentState, ExerciseCard as Exercise, NewDocument } from "@/gen/messages";
import { api } from "@/link/http";
import { navigate, pathOf } from "@/shell/router";
import { Button, Dialog, Select, showToast, TextField } from "@/ui";
import { said, saidBy, useLanguage, useWords } from "@/words";
import css from "./Home.module.css";
import { ProgressChart } from "./Progress";

/** What an exercise is about, and the ways to do it. */
export function Details({ exercise, onClose }: { exercise: Exercise; onClose: () => void }) {
  const w = useWords();
  const language = useLanguage();
  return (
    <Dialog open onClose={onClose} title={said(exercise.title, language)} width={560}>
      <p className={css.quiet}>{exercise.problem || said(exercise.description, language)}</p>
      <h3>{w.home.howTo}</h3>
      <p>{said(exercise.instructions, language)}</p>
      <h3>{w.home.progress}</h3>
      <ProgressChart progress={exercise.progress} />
      <h3>{w.home.ways}</h3>
      <ul className={css.ways}>
        {exercise.variants.map((variant) => (
          <li key={variant.name}>
            <b>{said(variant.title, language)}</b>
            <Button
              size="s"
              icon={Workflow}
              onClick={() =>
                navigate(
                  `${pathOf("design", variant.scheme)}?exercise=${encodeURIComponent(exercise.name)}&variant=${encodeURIComponent(variant.name)}`,
                )
              }
            >
              {w.home.openScheme}
            </Button>
            <Button
              size="s"
              variant="primary"
              icon={Play}
              onClick={() =>
                navigate(`${pathOf("operate", exercise.name)}?variant=${encodeURIComponent(variant.name)}`)
              }
            >
              {w.home.start}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const NAME = /^[A-Za-z][\w-]{0,63}$/;

/** A new exercise, made from another. */
export function NewExercise({
  exercises,
  onClose,
  onMade,
}: {
  exercises: readonly Exercise[];
  onClose: () => void;
  onMade: () => void;
}) {
  const w = useWords();
  const language = useLanguage();
  const [template, setTemplate] = useState(exercises[0]?.name ?? "");
  const [name, setName] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    const wanted: NewDocument = { kind: "exercise", name, template };
    try {
      await api.post<DocumentState>("/api/documents/new", wanted);
      showToast({ kind: "ok", title: w.home.created(name) });
      onMade();
      onClose();
    } catch (failure) {
      setError(saidBy(failure));
    }
    setBusy(false);
  };
  const fits = NAME.test(name);
  return (
    <Dialog
      open
      onClose={onClose}
      title={w.home.newExercise}
      actions={
        <>
          <Button onClick={onClose}>{w.common.cancel}</Button>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => void create()}
            {...(fits ? {} : { reason: w.home.nameHint })}
          >
            {w.home.create}
          </Button>
        </>
      }
    >
      <p className={css.quiet}>{w.home.newHint}</p>
      <div className={css.form}>
        <Select
          label={w.home.template}
          value={template}
          options={exercises.map((one) => ({ value: one.name, label: said(one.title, language) }))}
          onChange={setTemplate}
        />
        <TextField label={w.home.name} value={name} onChange={setName} hint={w.home.nameHint} error={error} autoFocus />
      </div>
    </Dialog>
  );
}
