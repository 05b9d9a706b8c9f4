import { useEffect, useMemo } from "react";
import { useAsked } from "@/documents/useAsked";
import type { ExerciseCard, SweepEntry } from "@/gen/messages";
import { api } from "@/link/http";
import { isLive, LIVE, QUIET } from "@/model/sweeps/watching";
import { pathOf, useRoute } from "@/shell/router";
import { rememberPlace, usePlace } from "@/shell/topbar";
import { useLanguage, useWords } from "@/words";
import { NewSweep } from "./NewSweep";
import { SweepList } from "./SweepList";
import { SweepView } from "./SweepView";
import { usePolled } from "./usePolled";

const askSweeps = () => api.get<SweepEntry[]>("/api/sweeps");
const askExercises = () => api.get<ExerciseCard[]>("/api/exercises");

/** The list, or the form for a new one. */
function Overview({ making }: { making: boolean }) {
  const language = useLanguage();
  const exercises = useAsked(askExercises, language);
  const sweeps = usePolled(askSweeps, (entries) => (entries?.some(({ state }) => isLive(state)) ? LIVE : QUIET));
  if (making) return <NewSweep exercises={exercises} taken={sweeps.value?.map(({ name }) => name) ?? null} />;
  return <SweepList sweeps={sweeps} exercises={exercises.value ?? []} />;
}

/** The screen "Sweeps": many runs, and what they say. */
export default function SweepsScreen() {
  const w = useWords().sweeps;
  const { rest, query, path } = useRoute();
  const name = rest[0];
  const making = query.has("new");
  useEffect(() => rememberPlace("sweeps", making ? pathOf("sweeps") : path), [path, making]);
  const last = name ?? (making ? w.newSweep : "");
  usePlace(useMemo(() => [{ label: w.title, href: pathOf("sweeps") }, ...(last ? [{ label: last }] : [])], [w, last]));
  return name ? <SweepView key={name} name={name} /> : <Overview making={making} />;
}
