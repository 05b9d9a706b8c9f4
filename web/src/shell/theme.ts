import { create } from "zustand";

/** The theme asked for; "system" follows the system. */
export type Theme = "light" | "dark" | "system";

const PLACE = "pult.theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function asked(): Theme {
  try {
    const theme = localStorage.getItem(PLACE);
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch {
    return "system";
  }
}

const seen = (theme: Theme): "light" | "dark" => (theme === "system" ? (dark.matches ? "dark" : "light") : theme);

/** The theme asked for and the one seen; scenes and plots read `shown` to take colours anew. */
export const useTheme = create<{ theme: Theme; shown: "light" | "dark" }>(() => ({
  theme: asked(),
  shown: seen(asked()),
}));

function show(): void {
  const shown = seen(useTheme.getState().theme);
  document.documentElement.dataset.theme = shown;
  useTheme.setState({ shown });
}

/** Changes the theme and keeps the choice. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(PLACE, theme);
  } catch {
    // the choice then lasts for this page only
  }
  useTheme.setState({ theme });
  show();
}

/** Follows the system from now on; called once by the page. */
export function startTheme(): void {
  dark.addEventListener("change", show);
  show();
}
