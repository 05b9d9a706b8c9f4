/** Names and signals of the world a panel is made for. */

import { useEffect, useState } from "react";
import { documentsOf } from "@/documents/documents";
import type { SchemeDocument } from "@/gen/documents";
import type { ExerciseCard, ProvidedThings } from "@/gen/messages";
import { api } from "@/link/http";
import { useLive } from "@/link/live";

/** A signal that elements can show. */
export interface SignalChoice {
  name: string;
  group: "outputs" | "sensors" | "drives";
  /** Where it comes from, or what it is. */
  note: string;
  unit: string;
}

export interface WorldFacts {
  worlds: readonly string[];
  world: string;
  setWorld: (world: string) => void;
  /** Names by kind: joint, effector, camera; null while no world is known. */
  names: Readonly<Record<string, readonly string[]>> | null;
  signals: readonly SignalChoice[];
}

async function schemeOutputs(): Promise<SignalChoice[]> {
  const schemes = documentsOf<SchemeDocument>("scheme");
  const entries = await schemes.list();
  const states = await Promise.all(entries.map(({ name }) => schemes.fetch(name).catch(() => null)));
  const found = new Map<string, SignalChoice>();
  for (const state of states) {
    const outputs = (state?.document as SchemeDocument | undefined)?.outputs ?? {};
    for (const [name, output] of Object.entries(outputs)) {
      if (!state) continue;
      const known = found.get(name);
      const unit = output.unit ?? "1";
      if (known) found.set(name, { ...known, note: `${known.note}, ${state.name}` });
      else found.set(name, { name: `output.${name}`, group: "outputs", note: state.name, unit });
    }
  }
  return [...found.values()];
}

/** Entries of a vector can be shown one by one. */
function channelChoices(things: ProvidedThings | null): SignalChoice[] {
  if (!things) return [];
  const all = (["sensors", "drives"] as const).flatMap((group) =>
    things[group].flatMap((channel) => {
      const prefix = group === "sensors" ? "sensor." : "drive.";
      const name = channel.name.startsWith(prefix) ? channel.name : prefix + channel.name;
      const whole: SignalChoice = { name, group, note: channel.description, unit: channel.unit };
      const count = channel.shape.reduce((product, length) => product * length, 1);
      if (count <= 1 || count > 32) return [whole];
      const labels = channel.labels.length === count ? channel.labels : Array.from({ length: count }, (_, n) => `${n}`);
      return [whole, ...labels.map((label) => ({ ...whole, name: `${name}[${label}]` }))];
    }),
  );
  return all;
}

/** The world of the exercise that uses the panel, or of the session, unless another is chosen. */
export function useWorld(panel: string, asked: string): WorldFacts {
  const session = useLive((live) => (live.session?.panel === panel ? live.session.world : ""));
  const [worlds, setWorlds] = useState<string[]>([]);
  const [world, setWorld] = useState(asked || session);
  const [things, setThings] = useState<ProvidedThings | null>(null);
  const [outputs, setOutputs] = useState<SignalChoice[]>([]);
  useEffect(() => {
    let wanted = true;
    const none = () => undefined;
    documentsOf("world")
      .list()
      .then((list) => {
        if (!wanted) return;
        setWorlds(list.map((entry) => entry.name));
        // a panel of the same name as a world is most likely made for it
        setWorld((now) => now || (list.some((entry) => entry.name === panel) ? panel : ""));
      }, none);
    api.get<ExerciseCard[]>("/api/exercises").then((cards) => {
      const found = cards.find((card) => card.panel === panel)?.world;
      if (wanted && found) setWorld((now) => now || found);
    }, none);
    schemeOutputs().then((list) => wanted && setOutputs(list), none);
    return () => {
      wanted = false;
    };
  }, [panel]);
  useEffect(() => {
    let wanted = true;
    setThings(null);
    if (world)
      api.get<ProvidedThings>(`/api/provided/${encodeURIComponent(world)}`).then(
        (found) => wanted && setThings(found),
        () => undefined,
      );
    return () => {
      wanted = false;
    };
  }, [world]);
  return { worlds, world, setWorld, names: things?.names ?? null, signals: [...outputs, ...channelChoices(things)] };
}
