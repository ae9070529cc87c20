export type Theme = "light" | "dark" | "sepia";

export const initial: Theme = "light";

export function toggle(theme: Theme): Theme {
  const order: Theme[] = ["light", "dark", "sepia"];
  return order[(order.indexOf(theme) + 1) % order.length]!;
}
