import { ShellExecution, tasks, Uri, workspace, type WorkspaceFolder } from "vscode";
import { makeCommands, scriptCommands, type TestCommand } from "../../core/chat/testCommands.ts";
import { fileExists } from "../review/targetDocument.ts";

/** Nobody writes a larger manifest. */
const MOST_BYTES = 1024 * 1024;

/** Finds the commands of a folder that may run tests: scripts of its `package.json`, targets of its makefile, tasks of the workspace. */
export async function testOffers({ uri }: WorkspaceFolder): Promise<readonly TestCommand[]> {
  const [manifest, makefile, runner, fromTasks] = await Promise.all([
    textOf(Uri.joinPath(uri, "package.json")),
    textOf(Uri.joinPath(uri, "Makefile")),
    runnerOf(uri),
    taskCommands(),
  ]);
  const all = [...scriptCommands(manifest, runner), ...makeCommands(makefile), ...fromTasks];
  return [...new Map(all.toReversed().map((offer) => [offer.command, offer])).values()].reverse();
}

async function textOf(uri: Uri): Promise<string> {
  try {
    const bytes = await workspace.fs.readFile(uri);
    return bytes.length > MOST_BYTES ? "" : new TextDecoder().decode(bytes);
  } catch {
    return "";
  }
}

async function runnerOf(folder: Uri): Promise<string> {
  if (await fileExists(Uri.joinPath(folder, "pnpm-lock.yaml"))) return "pnpm";
  return (await fileExists(Uri.joinPath(folder, "yarn.lock"))) ? "yarn" : "npm";
}

/** Lists the tasks that are one shell command, without those that have variables of VS Code, which are not known here. */
async function taskCommands(): Promise<readonly TestCommand[]> {
  const found = await tasks.fetchTasks();
  return found.flatMap(({ execution, name, source }) => {
    // Those of npm are the scripts of `package.json`.
    if (!(execution instanceof ShellExecution) || source === "npm") return [];
    const command = execution.commandLine;
    return command === undefined || command.includes("${") ? [] : [{ command, source: `${source}: ${name}` }];
  });
}
