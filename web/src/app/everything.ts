import { BookOpen, Bot, Box, Boxes, ChartLine, Gamepad2, History, LayoutPanelLeft, ListVideo, Route, Waypoints, Workflow } from "lucide-react"; // biome-ignore format: a list
import { useEffect } from "react";
import { create } from "zustand";
import { thingPath } from "@/documents/paths";
import type { BlockInfo, DocumentEntry, ExerciseCard, Recent, RecordEntry } from "@/gen/messages";
import { helpPath } from "@/help/paths";
import { api } from "@/link/http";
import { useLive } from "@/link/live";
import { manualContents } from "@/link/manual";
import { anchorOf, type ManualPage, plainText } from "@/model/help/manual";
import type { Command } from "@/shell/palette";
import { navigate, pathOf } from "@/shell/router";
import type { IconType } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";

/** What there is to be found, as the server and the manual have it. */
interface Lists {
  exercises: readonly ExerciseCard[];
  documents: readonly DocumentEntry[];
  records: readonly RecordEntry[];
  blocks: readonly BlockInfo[];
  manual: readonly ManualPage[];
}

const useLists = create<Lists>(() => ({ exercises: [], documents: [], records: [], blocks: [], manual: [] }));

const ICONS: Record<Recent["kind"], IconType> = {
  exercise: Gamepad2, scheme: Workflow, panel: LayoutPanelLeft, procedure: Route, program: ListVideo, tunnel: Waypoints, world: Box, robot: Bot, record: History,
}; // biome-ignore format: a list

/** Asks for all lists, and shows them together: lines that come one after another would move under the pointer. */
async function ask(): Promise<void> {
  const before = useLists.getState();
  const or = <T>(list: Promise<T>, kept: T): Promise<T> => list.catch(() => kept);
  const [exercises, documents, records, blocks, manual] = await Promise.all([
    or(api.get<ExerciseCard[]>("/api/exercises"), before.exercises),
    or(api.get<DocumentEntry[]>("/api/documents"), before.documents),
    or(api.get<RecordEntry[]>("/api/records"), before.records),
    or(api.get<BlockInfo[]>("/api/blocks"), before.blocks),
    or(manualContents(), before.manual),
  ]);
  useLists.setState({ exercises, documents, records, blocks, manual });
}

/** Everything that has a name: exercises, robots and other documents, blocks, signals, records, pages of the manual. */
export function useEverything(open: boolean): readonly Command[] {
  const w = useWords();
  const format = useFormat();
  const language = useLanguage();
  const lists = useLists();
  const described = useLive((live) => live.described);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts of the server are in the language of the page
  useEffect(() => {
    if (open) void ask();
  }, [open, language]);
  if (!open) return [];
  const groups = w.home.groups;
  const found: Command[] = lists.exercises.map((one) => ({
    id: `exercise/${one.name}`,
    group: w.home.exercises,
    title: said(one.title, language),
    note: said(one.robot_title, language),
    also: `${one.name} ${said(one.description, language)}`,
    icon: ICONS.exercise,
    run: () => navigate(thingPath("exercise", one.name)),
  }));
  for (const { kind, name, title, description, part } of lists.documents) {
    if (kind === "exercise" || !(kind in ICONS)) continue;
    const shown = kind as Recent["kind"];
    found.push({
      id: `${kind}/${name}`,
      group: part ? groups.part : groups[shown],
      title: said(title, language) || name,
      note: said(title, language) === name ? "" : name,
      also: said(description, language),
      icon: ICONS[shown],
      run: () => navigate(thingPath(shown, name)),
    });
  }
  const pages = new Set(lists.manual.map((page) => page.name));
  for (const { name, family, title, summary } of lists.blocks)
    found.push({
      id: `block/${name}`,
      group: groups.block,
      title,
      note: name,
      also: summary,
      icon: Boxes,
      run: () =>
        navigate(pages.has(`blocks/${family}`) ? helpPath(`blocks/${family}`, anchorOf(name)) : pathOf("design")),
    });
  for (const { name, description } of described?.channels ?? [])
    found.push({
      id: `signal/${name}`,
      group: groups.signal,
      title: name,
      note: said(description as Said, language),
      icon: ChartLine,
      run: () => navigate(`${pathOf("plots")}?signal=${encodeURIComponent(name)}`),
    });
  for (const { name, title, started, points } of lists.records)
    found.push({
      id: `record/${name}`,
      group: groups.record,
      title: said(title, language) || name,
      note: [format.moment(1000 * started), points === null ? "" : w.home.points(format.points(points))]
        .filter(Boolean)
        .join(" · "),
      also: name,
      icon: ICONS.record,
      run: () => navigate(thingPath("record", name)),
    });
  for (const page of lists.manual) {
    const entry = (heading: string): Command => ({
      id: `help/${page.name}/${heading}`,
      group: w.common.help,
      title: heading ? plainText(heading) : page.title,
      note: heading ? page.title : page.group,
      icon: BookOpen,
      run: () => navigate(helpPath(page.name, heading && anchorOf(plainText(heading)))),
    });
    // Blocks have entries of their own.
    found.push(entry(""), ...(page.name.startsWith("blocks/") ? [] : page.headings.map(entry)));
  }
  return found;
}
