import { readFileSync, writeFileSync } from "node:fs";

export interface Settings {
  theme: "light" | "dark";
  fontSize: number;
}

export const defaults: Settings = { theme: "light", fontSize: 13 };

export function readSettings(file: string): Settings {
  try {
    const raw = JSON.parse(readFileSync(file, "utf8"));
    return { ...defaults, ...raw };
  } catch {
    return defaults;
  }
}

export function writeSettings(file: string, settings: Settings): void {
  const body = JSON.stringify(settings, null, 2);
  writeFileSync(file, `${body}\n`);
}

export function isDark(settings: Settings): boolean {
  return settings.theme === "dark";
}
