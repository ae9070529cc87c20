import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "./launcher/settings.ts";

/** One start of VS Code. Starting takes about ten seconds of two cores, so a launch is for what only another start can give. */
export interface Launch {
  readonly name: string;
  /** Folders below `test/host`; the `*.test.ts` directly in them run in this launch. */
  readonly suites: readonly string[];
  readonly settings: Settings;
  /** Fills an empty folder and says what VS Code opens: a folder, or a `.code-workspace` file. */
  readonly prepare: (folder: string) => string;
  /** It runs only when it is named: its tests break the host on purpose. */
  readonly isOnDemand?: boolean;
}

export const launches: readonly Launch[] = [
  {
    name: "samples",
    suites: ["suite/review", "suite/chat", "suite/models", "suite/agents", "suite/evaluate"],
    settings: {},
    prepare: copySamples,
  },
  {
    name: "languages",
    suites: ["suite/languages"],
    // The whole server of TypeScript, which the others do without.
    settings: { "js/ts.tsserver.useSyntaxServer": "auto" },
    prepare: copySamples,
  },
  { name: "multiRoot", suites: ["suite/multiRoot"], settings: {}, prepare: twoFolders },
  { name: "broken", suites: ["brokenSuites"], settings: {}, prepare: copySamples, isOnDemand: true },
];

/** The samples and the plan that shows sketches for them, without the other sketches. */
export function copySamples(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const samples = join(import.meta.dirname, "../samples");
  for (const name of readdirSync(samples)) {
    if (!name.endsWith(".sketch.md")) copyFileSync(join(samples, name), join(folder, name));
  }
  return folder;
}

/** Both folders have a file of the same name. */
function twoFolders(folder: string): string {
  const names = ["shop", "service"];
  for (const name of names) copySamples(join(folder, name));
  const workspace = join(folder, "both.code-workspace");
  writeFileSync(workspace, JSON.stringify({ folders: names.map((path) => ({ path })) }));
  return workspace;
}
