import { useEffect, useState } from "react";
import type { ExerciseCard } from "@/gen/messages";
import { api } from "@/link/http";
import { type Said, said, useLanguage } from "@/words";
import css from "./Preview.module.css";

/** Picture and task of an exercise for the moments until it is known what its session is made of. */
export function Preview({ name }: { name: string }) {
  const language = useLanguage();
  const [card, setCard] = useState<ExerciseCard | null>(null);
  useEffect(() => {
    let ended = false;
    setCard(null);
    if (!name) return;
    api
      .get<ExerciseCard[]>("/api/exercises")
      .then((all) => !ended && setCard(all.find((one) => one.name === name) ?? null))
      // the session brings the same a little later
      .catch(() => undefined);
    return () => {
      ended = true;
    };
  }, [name]);
  if (!card) return null;
  return (
    <div className={css.preview} data-testid="preview">
      {card.picture && <img src={card.picture} alt="" />}
      <section>
        <h2>{said(card.title as Said, language)}</h2>
        <p>{said(card.instructions as Said, language) || said(card.description as Said, language)}</p>
      </section>
    </div>
  );
}
