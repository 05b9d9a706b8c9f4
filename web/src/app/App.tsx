import { BookOpen, Bot, Crosshair, Hammer, MessageCircleQuestionMark, Route } from "lucide-react";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { setExplain, useExplain } from "@/shell/explain";
import { listenToKeys, setLetters, useKeys, useShortcuts } from "@/shell/keys";
import { type Command, openPalette, useCommands } from "@/shell/palette";
import { navigate, type Place, pathOf, SCREENS, useRoute } from "@/shell/router";
import { setTheme } from "@/shell/theme";
import { Button, EmptyState, ErrorBoundary, leaveErrors, Skeleton, ToastViewport } from "@/ui";
import { language, setLanguage, useWords, words } from "@/words";
import css from "./App.module.css";
import { CommandPalette } from "./CommandPalette";
import { Explain } from "./Explain";
import { HelpOverlay, useHelp } from "./HelpOverlay";
import { SCREEN_ICONS, TopBar } from "./TopBar";

/** Each screen comes with its own chunk; what it draws with comes with it. */
const screens: Record<Place, ComponentType> = {
  home: lazy(() => import("@/home")),
  operate: lazy(() => import("@/operate")),
  design: lazy(() => import("@/design")),
  plots: lazy(() => import("@/plotscreen")),
  review: lazy(() => import("@/review")),
  sweeps: lazy(() => import("@/sweeps")),
  console: lazy(() => import("@/operate/console")),
  procedure: lazy(() => import("@/procedure")),
  mango: lazy(() => import("@/mango")),
  robot: lazy(() => import("@/newrobot")),
  zones: lazy(() => import("@/zones")),
  help: lazy(() => import("@/help")),
};

const StopKey = lazy(() => import("./StopKey"));

function commands(): Command[] {
  const w = words().common;
  const go = SCREENS.map(
    (name): Command => ({
      id: `go-${name}`,
      group: w.goTo,
      title: w[name],
      icon: SCREEN_ICONS[name],
      run: () => navigate(pathOf(name)),
    }),
  );
  return [
    ...go,
    {
      id: "go-procedure",
      group: w.goTo,
      title: words().procedure.list.title,
      icon: Route,
      run: () => navigate(pathOf("procedure")),
    },
    {
      id: "go-mango",
      group: w.goTo,
      title: words().mango.title,
      icon: Hammer,
      also: "mango design robot робот",
      run: () => navigate(pathOf("mango")),
    },
    {
      id: "go-robot",
      group: w.goTo,
      title: words().newrobot.title,
      icon: Bot,
      also: "import robot urdf mjcf robot импорт робот добавить",
      run: () => navigate(pathOf("robot")),
    },
    {
      id: "go-zones",
      group: w.goTo,
      title: words().zones.title,
      icon: Crosshair,
      also: "prm1 zone reach arm зона досягаемость рука",
      run: () => navigate(pathOf("zones")),
    },
    ...(["light", "dark", "system"] as const).map(
      (theme): Command => ({
        id: `theme-${theme}`,
        group: w.settings,
        title: `${w.theme}: ${w[theme]}`,
        also: "theme dark light тема",
        run: () => setTheme(theme),
      }),
    ),
    {
      id: "letters",
      group: w.settings,
      title: `${w.keysOff}: ${useKeys.getState().letters ? w.off : w.on}`,
      also: "keyboard letters keys клавиши",
      run: () => setLetters(!useKeys.getState().letters),
    },
    {
      id: "language",
      group: w.settings,
      title: language() === "en" ? "Русский язык" : "English language",
      also: "language english russian язык русский",
      run: () => setLanguage(language() === "en" ? "ru" : "en"),
    },
    {
      id: "manual",
      group: w.help,
      title: words().help.manual,
      icon: BookOpen,
      also: "help manual documentation docs руководство справка документация",
      run: () => navigate(pathOf("help")),
    },
    {
      id: "what",
      group: w.help,
      title: words().help.what,
      icon: MessageCircleQuestionMark,
      also: "explain control пояснение",
      kbd: "Shift F1",
      run: () => setExplain(true),
    },
    {
      id: "keys",
      group: w.help,
      title: w.keys,
      also: "keyboard shortcuts",
      kbd: "?",
      run: () => useHelp.setState({ open: true }),
    },
  ];
}

function Nowhere() {
  const w = useWords();
  return (
    <EmptyState text={w.common.noScreen} action={<Button onClick={() => navigate("/")}>{w.common.goHome}</Button>} />
  );
}

/** The page: top bar, one screen, and what lies over all of them. */
export function App() {
  const w = useWords();
  const { screen, rest } = useRoute();
  const [thing = ""] = rest;
  useEffect(listenToKeys, []);
  useCommands(commands);
  useShortcuts(
    (words) => words.common.everywhere,
    [
      { action: "find", label: w.common.find, run: openPalette },
      { action: "help", label: w.common.keys, run: () => useHelp.setState(({ open }) => ({ open: !open })) },
      { keys: "Shift+F1", label: w.help.what, run: () => setExplain(!useExplain.getState().on), inText: true },
      { action: "cancel", label: w.common.cancelKey, run: () => undefined },
    ],
  );
  useEffect(() => {
    document.title = screen && screen !== "home" ? `${w.common[screen]} · ${w.common.studio}` : w.common.studio;
  }, [screen, w]);
  // an error is told where it arose: whoever goes elsewhere is not followed by it
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving is what counts
  useEffect(() => leaveErrors, [screen, thing]);
  const Drawn = screen ? screens[screen] : Nowhere;
  return (
    <div className={css.app}>
      {screen !== "console" && <TopBar />}
      <main className={css.screen} key={screen}>
        <ErrorBoundary of={screen}>
          <Suspense fallback={<Skeleton className={css.waiting} height={28} lines={4} />}>
            <Drawn />
          </Suspense>
        </ErrorBoundary>
      </main>
      {screen !== "console" && <ToastViewport />}
      <CommandPalette />
      <HelpOverlay />
      <Explain />
      <Suspense>
        <StopKey />
      </Suspense>
    </div>
  );
}
