/** Light or dark: as the person chose, else as the system is set. */

import { useEffect, useState } from "preact/hooks";

/** What is seen. */
export type Theme = "light" | "dark";

const KEPT = "termwise.theme";

function preferred(): Theme {
  const kept = localStorage.getItem(KEPT);
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The theme, and a way to take the other one, which is remembered. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(preferred);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const toggle = (): void => {
    const other = theme === "dark" ? "light" : "dark";
    localStorage.setItem(KEPT, other);
    setTheme(other);
  };
  return [theme, toggle];
}
