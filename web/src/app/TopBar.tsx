import {
  BookOpen,
  ChartLine,
  ChevronRight,
  CircleQuestionMark,
  Gamepad2,
  Grid3x3,
  History,
  House,
  Keyboard,
  Languages,
  MessageCircleQuestionMark,
  Monitor,
  Moon,
  Search,
  Sun,
  Workflow,
} from "lucide-react";
import { setExplain } from "@/shell/explain";
import { openPalette } from "@/shell/palette";
import { Link, navigate, pathOf, SCREENS, type Screen, useRoute } from "@/shell/router";
import { setTheme, type Theme, useTheme } from "@/shell/theme";
import { useTopBar } from "@/shell/topbar";
import { Button, classes, Icon, IconButton, type IconType, Kbd, Logo, MenuButton, type MenuItem, usePhone } from "@/ui";
import { setLanguage, useLanguage, useWords } from "@/words";
import { useHelp } from "./HelpOverlay";
import css from "./TopBar.module.css";

export const SCREEN_ICONS: Record<Screen, IconType> = {
  home: House,
  operate: Gamepad2,
  design: Workflow,
  plots: ChartLine,
  review: History,
  sweeps: Grid3x3,
};
const THEME_ICONS: Record<Theme, IconType> = { light: Sun, dark: Moon, system: Monitor };

function Place() {
  const w = useWords();
  const { crumbs, badge } = useTopBar();
  return (
    <div className={css.place}>
      <Link href="/" className={css.logo} aria-label={w.common.studio}>
        <Logo />
        <span className={css.name}>{crumbs.length ? "pult" : w.common.studio}</span>
      </Link>
      {crumbs.map((crumb) => (
        <span key={`${crumb.href} ${crumb.label}`} className={css.crumb}>
          <Icon of={ChevronRight} size={14} />
          {crumb.href ? (
            <Link href={crumb.href} className={css.link}>
              {crumb.label}
            </Link>
          ) : (
            <b>{crumb.label}</b>
          )}
        </span>
      ))}
      {badge}
    </div>
  );
}

function Workspaces() {
  const w = useWords();
  const { screen } = useRoute();
  const last = useTopBar((state) => state.last);
  return (
    <nav aria-label={w.common.workspaces} className={css.workspaces}>
      {SCREENS.map((name) => (
        <Link
          key={name}
          href={last[name] ?? pathOf(name)}
          aria-current={name === screen ? "page" : undefined}
          aria-label={w.common[name]}
          className={classes(css.workspace, name === screen && css.on)}
        >
          <Icon of={SCREEN_ICONS[name]} size={15} />
          <span className={css.word}>{w.common[name]}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The top bar: place, workspaces, and at the right what belongs to the whole page. */
export function TopBar() {
  const w = useWords();
  const language = useLanguage();
  const theme = useTheme((state) => state.theme);
  const items = useTopBar((state) => state.items);
  const themes: Theme[] = ["light", "dark", "system"];
  const phone = usePhone();
  // A phone has no room for buttons of their own.
  const settings: (MenuItem | "-")[] = [
    "-",
    ...themes.map((name) => ({
      label: w.common[name],
      icon: THEME_ICONS[name],
      checked: name === theme,
      onSelect: () => setTheme(name),
    })),
    "-",
    { label: "English", checked: language === "en", onSelect: () => setLanguage("en") },
    { label: "Русский", checked: language === "ru", onSelect: () => setLanguage("ru") },
  ];
  return (
    <header className={css.bar}>
      <Place />
      <Workspaces />
      <div className={css.end}>
        {items.map((item) => (
          <span key={item.id} className={css.item}>
            {item.node}
          </span>
        ))}
        <button
          type="button"
          className={css.find}
          onClick={openPalette}
          aria-keyshortcuts="Control+K"
          aria-label={`${w.common.find} Ctrl K`}
        >
          <Icon of={Search} size={15} />
          <span className={css.findWords}>{w.common.find}</span>{" "}
          <span className={css.findKey} aria-hidden="true">
            <Kbd>Ctrl K</Kbd>
          </span>
        </button>
        <span className={css.wide}>
          <MenuButton
            label={w.common.theme}
            align="end"
            items={themes.map((name) => ({
              label: w.common[name],
              icon: THEME_ICONS[name],
              checked: name === theme,
              onSelect: () => setTheme(name),
            }))}
            button={(props) => <IconButton icon={THEME_ICONS[theme]} label={w.common.theme} {...props} />}
          />
        </span>
        <span className={css.wide}>
          <MenuButton
            label={w.common.language}
            align="end"
            items={[
              { label: "English", checked: language === "en", onSelect: () => setLanguage("en") },
              { label: "Русский", checked: language === "ru", onSelect: () => setLanguage("ru") },
            ]}
            button={(props) => (
              <Button
                variant="quiet"
                icon={Languages}
                className={css.language}
                aria-label={`${w.common.language}: ${language.toUpperCase()}`}
                {...props}
              >
                {language.toUpperCase()}
              </Button>
            )}
          />
        </span>
        <span className={css.helps}>
          <MenuButton
            label={w.common.help}
            align="end"
            items={[
              { label: w.help.manual, icon: BookOpen, onSelect: () => navigate(pathOf("help")) },
              {
                label: w.help.what,
                icon: MessageCircleQuestionMark,
                kbd: "Shift F1",
                onSelect: () => setExplain(true),
              },
              { label: w.common.keys, icon: Keyboard, kbd: "?", onSelect: () => useHelp.setState({ open: true }) },
              ...(phone ? settings : []),
            ]}
            button={(props) => <IconButton icon={CircleQuestionMark} label={w.common.help} {...props} />}
          />
        </span>
      </div>
    </header>
  );
}
