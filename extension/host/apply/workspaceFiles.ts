import { CancellationTokenSource, workspace, type Uri } from "vscode";

/** Folders of packages hold what nobody edits. */
export const LEFT_OUT = "**/{node_modules,bower_components,.git}/**";
const MAX_NAMED = 200;
const MAX_LISTED = 2000;

/** Finds the files of the workspace with this name, in any case and folder; at most 200. */
export function findByName(name: string, signal: AbortSignal): Promise<readonly Uri[]> {
  return name === "" ? Promise.resolve([]) : findFiles(`**/${globOf(name)}`, MAX_NAMED, signal);
}

/** Lists files of the workspace to choose from; at most 2,000. */
export function listWorkspaceFiles(signal: AbortSignal): Promise<readonly Uri[]> {
  return findFiles("**/*", MAX_LISTED, signal);
}

async function findFiles(pattern: string, limit: number, signal: AbortSignal): Promise<readonly Uri[]> {
  if (workspace.workspaceFolders === undefined) return [];
  const cancel = new CancellationTokenSource();
  const onAbort = (): void => {
    cancel.cancel();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await workspace.findFiles(pattern, LEFT_OUT, limit, cancel.token);
  } finally {
    signal.removeEventListener("abort", onAbort);
    cancel.dispose();
  }
}

/** A glob for a file name that takes its special characters by the letter, and letters in both cases. */
function globOf(name: string): string {
  return Array.from(name, (char) => {
    if ("*?[]{}!,\\".includes(char)) return "?";
    const [lower, upper] = [char.toLowerCase(), char.toUpperCase()];
    return lower === upper || lower.length !== 1 || upper.length !== 1 ? char : `[${lower}${upper}]`;
  }).join("");
}
