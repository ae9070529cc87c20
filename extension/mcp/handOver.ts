import { bareResult, type EditResult } from "../core/tools/editResult.ts";
import { registrationsFor } from "../node/serverRegistrations.ts";
import { openRuntimeFolder } from "../node/runtimeFolder.ts";
import { askWindow, type WindowAnswer, type WindowEdit } from "./askWindow.ts";

/** An edit for a window of VS Code. */
export interface HandOver {
  /** Real path of the file; of one that is not there, the real path of its folder and its name. */
  readonly path: string;
  /** `preview`: the window only shows what the edit would do. */
  readonly purpose: "edit" | "preview";
  /** As `parseEditCall` takes it. */
  readonly arguments: unknown;
  /** Name of the agent, as it calls itself. */
  readonly agent: string;
  /** Edits with the same one belong to one run of an agent. */
  readonly session: string;
  /** How long the user may take to decide, at most. The window's own setting may allow less. */
  readonly patienceSeconds: number;
}

/**
 * Has the window of VS Code that has the file's folder open review an edit, and returns what became of it; `no-window` if none has, and
 * then no window was asked. After every other answer, even a failure, the caller must not write the edit itself: the user has it under
 * review, or may get it. A preview changes nothing, so a window that does not give one is as good as no window. Rejects with the reason of
 * an abort of `signal`.
 */
export async function handOver(
  { path, patienceSeconds, ...rest }: HandOver,
  onProgress: (message: string) => void,
  signal: AbortSignal,
): Promise<EditResult | "no-window"> {
  const folder = await openRuntimeFolder("servers");
  // Nor can a window leave a registration there.
  if (folder.type === "unusable") return "no-window";
  const edit: WindowEdit = { ...rest, path, patience: patienceSeconds };
  for (const registration of await registrationsFor(folder.path, path)) {
    const answer = await askWindow(registration, edit, onProgress, signal);
    if (answer.type === "result") return answer.result;
    if (answer.type !== "absent" && rest.purpose === "edit") return bareResult("failed", path, messageOf(answer));
  }
  return "no-window";
}

function messageOf(answer: Exclude<WindowAnswer, { type: "result" | "absent" }>): string {
  switch (answer.type) {
    case "silent":
      return "The window of VS Code that has its folder open does not answer, so nothing was changed. Send the edit again; if that does not help, ask the user to reload the window.";
    case "refused":
      return `The window of VS Code that has its folder open refused the edit, and nothing was changed: ${answer.reason}`;
    case "lost":
      return "The window of VS Code that had the edit ended before it told what became of it. Nothing else was written: the edit may wait there under Pending Reviews once the window is open again. Look at the file, or ask the user, before the edit is sent again.";
  }
}
