/** Light or dark: the choice of the user, or the setting of the system. */

import { useEffect, useState } from "preact/hooks";

/** The visible theme. */
export type Theme = "light" | "dark";

const STORAGE_KEY = "termwise.theme";

function readPreferredTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === "light" || stored === "dark") return stored;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The theme, and a function that switches and stores it. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(readPreferredTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const toggle = (): void => {
    const other = theme === "dark" ? "light" : "dark";
    localStorage.setItem(STORAGE_KEY, other);
    setTheme(other);
  };
  return [theme, toggle];
}
