import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Settings = Readonly<Record<string, unknown>>;

/** No update, no telemetry, no download, no welcome page, nothing saved by itself. */
const quietSettings: Settings = {
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "files.simpleDialog.enable": true,
  "git.openRepositoryInParentFolders": "never",
  "js/ts.tsserver.automaticTypeAcquisition.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
  "update.mode": "none",
  "window.confirmBeforeClose": "never",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};

/** For tests: without what takes time to find or to draw, again and again, and no test looks at. */
export const plainLook: Settings = {
  "breadcrumbs.enabled": false,
  "chat.agentHost.enabled": false,
  "editor.bracketPairColorization.enabled": false,
  "editor.colorDecorators": false,
  "editor.cursorBlinking": "solid",
  "editor.guides.indentation": false,
  "editor.inlineSuggest.enabled": false,
  "editor.lightbulb.enabled": "off",
  "editor.links": false,
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.semanticHighlighting.enabled": false,
  "editor.stickyScroll.enabled": false,
  "extensions.webWorker": false,
  // One server of TypeScript instead of two, and it reads no other files.
  "js/ts.tsserver.useSyntaxServer": "always",
  "problems.decorations.enabled": false,
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "workbench.localHistory.enabled": false,
  "workbench.reduceMotion": "on",
};

/** For tests that ask VS Code alone and see no window: a third less to do for it. */
export const noLook: Settings = {
  ...plainLook,
  "editor.folding": false,
  "explorer.autoReveal": false,
  "window.menuBarVisibility": "hidden",
  "workbench.activityBar.location": "hidden",
  "workbench.editor.editorActionsLocation": "hidden",
  "workbench.editor.showTabs": "none",
};

/** Settings of scope `machine`: a server reads them from a file of its own, and only there. */
const isOfMachine = (name: string): boolean => /^fastApply\.(engine|provider|providerOptions|chat\..*)$/.test(name);

/** Writes the user settings that VS Code will find at its start; `settings` win over the quiet ones. */
export function writeUserSettings(userData: string, settings: Settings): void {
  const all = Object.entries({ ...quietSettings, ...settings });
  write(userData, "User", Object.fromEntries(all));
  const ofMachine = all.filter(([name]) => isOfMachine(name));
  // What a user has set there by the extension's own commands stays.
  if (ofMachine.length > 0) write(userData, "Machine", Object.fromEntries(ofMachine));
}

function write(userData: string, kind: "User" | "Machine", settings: Settings): void {
  const folder = join(userData, kind);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings, undefined, 2));
}
