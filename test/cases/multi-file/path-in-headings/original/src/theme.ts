export type Theme = "light" | "dark";

export const initial: Theme = "light";

export function toggle(theme: Theme): Theme {
  return theme === "light" ? "dark" : "light";
}
