import type { Words } from "@/words";

/** The keys of the explanations in the words of the page. */
export type Topic = keyof Words["help"]["topics"];

/** What a part of the page is about, and where the manual says more. */
interface Explained {
  /** Selector of the part; the first that is around a control explains it. */
  part: string;
  topic: Topic;
  page: string;
  anchor?: string;
}

const test = (...names: string[]): string => names.map((name) => `[data-testid=${name}]`).join(",");

/** From the control to the screen: the nearest part explains. */
export const EXPLAINED: readonly Explained[] = [
  { part: "[data-stop]", topic: "stop", page: "studio", anchor: "operate" },
  {
    part: test("start", "task-start", "bar-start", "go-on", "pause"),
    topic: "start",
    page: "studio",
    anchor: "operate",
  },
  { part: test("release", "bar-release"), topic: "release", page: "studio", anchor: "operate" },
  { part: "[data-testid^=stick-]", topic: "stick", page: "studio", anchor: "operate" },
  { part: "[data-testid^=joint-],[data-testid^=effector-]", topic: "select", page: "studio", anchor: "operate" },
  { part: test("picture"), topic: "select", page: "studio", anchor: "operate" },
  { part: test("reset"), topic: "reset", page: "studio", anchor: "operate" },
  { part: test("pace"), topic: "pace", page: "studio", anchor: "operate" },
  { part: test("recording"), topic: "recording", page: "records" },
  { part: test("health"), topic: "health", page: "studio", anchor: "operate" },
  { part: test("demo"), topic: "demo", page: "studio", anchor: "operate" },
  { part: test("take"), topic: "take", page: "studio", anchor: "operate" },
  { part: test("score-card"), topic: "score", page: "exercises" },
  { part: test("task-card"), topic: "task", page: "exercises" },
  { part: test("scene-views", "scene-camera"), topic: "views", page: "studio", anchor: "operate" },
  { part: test("plots-drawer", "plots-toggle"), topic: "plots", page: "studio", anchor: "plots" },
  { part: test("transport"), topic: "transport", page: "studio", anchor: "operate" },
  { part: test("console"), topic: "panel", page: "panels" },
  { part: test("scene"), topic: "scene", page: "studio", anchor: "operate" },
  { part: test("palette", "palette-pop"), topic: "palette", page: "schemes" },
  { part: test("sheet"), topic: "sheet", page: "schemes" },
  { part: test("problems", "problems-toggle"), topic: "problems", page: "errors" },
  { part: test("canvas", "editor"), topic: "canvas", page: "schemes" },
  { part: test("panel-editor"), topic: "panelEditor", page: "panels" },
  { part: test("review-timeline"), topic: "timeline", page: "records" },
  { part: test("review-measures"), topic: "measures", page: "exercises" },
  { part: test("records"), topic: "records", page: "records" },
  { part: test("review"), topic: "review", page: "records" },
  { part: test("plots-board"), topic: "plots", page: "studio", anchor: "plots" },
  { part: test("sweep", "sweeps-empty", "sweep-form"), topic: "sweeps", page: "sweeps" },
  { part: test("import-file"), topic: "import", page: "robots" },
  { part: "[data-testid^=exercise-]", topic: "exercise", page: "exercises" },
  { part: "[data-testid^=robot-]", topic: "robot", page: "robots" },
  { part: test("help-page"), topic: "manual", page: "index" },
  { part: "header nav", topic: "screens", page: "studio" },
  { part: "header", topic: "bar", page: "studio" },
];

/** What is around the control when nothing nearer is known: the screen. */
export const SCREEN_TOPICS: Record<string, { topic: Topic; page: string }> = {
  home: { topic: "home", page: "studio" },
  operate: { topic: "operate", page: "studio" },
  design: { topic: "design", page: "schemes" },
  plots: { topic: "plots", page: "studio" },
  review: { topic: "review", page: "records" },
  sweeps: { topic: "sweeps", page: "sweeps" },
  console: { topic: "panel", page: "panels" },
  procedure: { topic: "procedure", page: "procedures" },
  mango: { topic: "mango", page: "mango" },
  robot: { topic: "newrobot", page: "robots" },
  zones: { topic: "zones", page: "prm1" },
  help: { topic: "manual", page: "studio" },
};

/** What can be explained: everything that takes a press or the focus, and the parts of the page. */
export const CONTROLS =
  "button,a[href],input,select,textarea,summary,label,canvas,[role=button],[role=slider],[role=switch],[role=option],[role=tab],[role=checkbox],[role=radio],[role=img],[tabindex='0'],[data-testid]";

/** How a person calls a control: its label, its text, or what it says when it is pointed at. */
export function nameOf(element: Element): string {
  const labelled = element.getAttribute("aria-labelledby");
  const told =
    element.getAttribute("aria-label") ??
    (labelled
      ? labelled
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" ")
      : null);
  if (told?.trim()) return told.trim();
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
    const label = element.labels?.[0]?.textContent?.trim();
    if (label) return label;
  }
  const text = element.matches("button,a,summary,label,[role]")
    ? (element.textContent ?? "").replace(/\s+/g, " ").trim()
    : "";
  return (text || element.getAttribute("title") || "").slice(0, 80);
}

/** What a control says of itself: why it is unavailable, and other descriptions. */
export function descriptionOf(element: Element): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  const told = ids.map((id) => document.getElementById(id)?.textContent?.trim() ?? "");
  return [...new Set([...told, element.getAttribute("title") ?? ""])].filter(Boolean).join(" ");
}
