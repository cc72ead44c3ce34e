/** What somebody likes: kept by the browser, and shown by the page at once. */

import { keep, kept } from "./storage";

export type Theme = "system" | "light" | "dark";

/** Every setting and its first value. */
const FIRST = {
  theme: "system" as Theme,
  sounds: true,
  animation: true,
  coach: false,
  evaluation: true,
  name: "",
};

export type Setting = keyof typeof FIRST;

const NAME = "settings";

/** The settings; one for the whole page. */
export const settings = $state({ ...FIRST, ...kept<Partial<typeof FIRST>>(NAME, {}) });

/** Changes a setting and keeps it. */
export function choose<Name extends Setting>(name: Name, value: (typeof FIRST)[Name]): void {
  settings[name] = value;
  keep(NAME, $state.snapshot(settings));
  showTheme();
}

/** Has the page follow the theme that was chosen. */
export function showTheme(): void {
  const { theme } = settings;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
