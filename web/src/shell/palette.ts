import { useEffect, useRef } from "react";
import { create } from "zustand";
import type { IconType } from "@/ui";

/** Something that "find anything" finds: an action, an exercise, a block, a record. */
export interface Command {
  id: string;
  title: string;
  /** In grey after the title. */
  note?: string;
  /** Heading it stands under. */
  group: string;
  icon?: IconType;
  /** Other words it is found by. */
  also?: string;
  /** Its key as printed. */
  kbd?: string;
  run: () => void;
}

/** Gives commands; asked when the palette opens, so that they are in the current language. */
export type CommandSource = () => readonly Command[];

export const usePalette = create<{ open: boolean; sources: readonly CommandSource[] }>(() => ({
  open: false,
  sources: [],
}));

export const openPalette = (): void => usePalette.setState({ open: true });
export const closePalette = (): void => usePalette.setState({ open: false });

/** Adds commands while the component is on the page. */
export function useCommands(source: CommandSource): void {
  const latest = useRef(source);
  latest.current = source;
  useEffect(() => {
    const live: CommandSource = () => latest.current();
    usePalette.setState(({ sources }) => ({ sources: [...sources, live] }));
    return () => usePalette.setState(({ sources }) => ({ sources: sources.filter((other) => other !== live) }));
  }, []);
}

/** The commands that fit a text, the best first: every word must begin a word of the command or stand in it. */
export function found(commands: readonly Command[], text: string): Command[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const score = (command: Command): number => {
    const title = command.title.toLowerCase();
    const all = `${title} ${command.also ?? ""} ${command.note ?? ""} ${command.group}`.toLowerCase();
    let sum = 0;
    for (const word of wanted) {
      if (title.startsWith(word)) sum += 4;
      else if (title.includes(` ${word}`)) sum += 3;
      else if (title.includes(word)) sum += 2;
      else if (all.includes(word)) sum += 1;
      else return 0;
    }
    return wanted.length ? sum : 1;
  };
  return commands
    .map((command, at) => ({ command, at, score: score(command) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map((one) => one.command);
}
