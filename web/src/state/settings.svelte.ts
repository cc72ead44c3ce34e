/** The user's settings: stored by the browser and applied to the page immediately. */

import { loadStored, store } from "./storage";

export type Theme = "system" | "light" | "dark";

const DEFAULTS = {
  theme: "system" as Theme,
  sounds: true,
  animation: true,
  /** Milliseconds between a move and the next one of another player. */
  pace: 600,
  /** How long animations take, compared with the usual time. */
  motion: 1,
  coach: false,
  autopass: false,
  evaluation: true,
  name: "",
  /** The language of the page, of those in `strings`. */
  language: "en",
};

export type Setting = keyof typeof DEFAULTS;

const NAME = "settings";
/** The colour of the page in each theme, for the frame that a browser draws around it. */
const PAGE_COLOURS = { light: "#f6f4ef", dark: "#1a1917" };

/** The settings that the whole page shares. */
export const settings = $state({ ...DEFAULTS, ...loadStored<Partial<typeof DEFAULTS>>(NAME, {}) });

/** Changes a setting and stores it. */
export function changeSetting<Name extends Setting>(
  name: Name,
  value: (typeof DEFAULTS)[Name],
): void {
  settings[name] = value;
  store(NAME, $state.snapshot(settings));
  applyTheme();
}

/** Applies the chosen theme to the page. */
export function applyTheme(): void {
  const { theme } = settings;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const own = meta.media.includes("dark") ? "dark" : "light";
    meta.content = PAGE_COLOURS[theme === "system" ? own : theme];
  }
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
