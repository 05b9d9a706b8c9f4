import { Play } from "lucide-react";
import type { ExerciseCard } from "@/gen/messages";
import { Button, Dialog } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import css from "./HowTo.module.css";

export interface HowToProps {
  exercise: ExerciseCard;
  open: boolean;
  onClose: () => void;
  /** Starts the attempt; left out when it runs already. */
  onStart?: () => void;
}

/** What is to be done in an exercise, and how. */
export function HowTo({ exercise, open, onClose, onStart }: HowToProps) {
  const w = useWords();
  const language = useLanguage();
  const text = (words: string | Record<string, string>) => said(words as Said, language);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text(exercise.title)}
      width={560}
      actions={
        onStart && (
          <Button
            variant="primary"
            icon={Play}
            onClick={() => {
              onClose();
              onStart();
            }}
          >
            {w.operate.start}
          </Button>
        )
      }
    >
      <div className={css.text}>
        <p className={css.lead}>{text(exercise.description)}</p>
        <p>{text(exercise.instructions)}</p>
        {exercise.stages.length > 0 && (
          <ol>
            {exercise.stages.map((stage) => (
              <li key={text(stage)}>{text(stage)}</li>
            ))}
          </ol>
        )}
        <p className={css.keys}>{w.operate.task.keys}</p>
      </div>
    </Dialog>
  );
}
