import { commands, l10n, StatusBarAlignment, window, type Disposable } from "vscode";

/** Work that takes longer says so. */
const PATIENCE_MS = 300;

/** Stops what is under way; only the status bar calls it. */
const STOP_COMMAND = "fastApply.stopApply";

const running = new Set<AbortController>();

/** Registers the command behind the entry in the status bar. */
export function registerStop(): Disposable {
  return commands.registerCommand(STOP_COMMAND, () => {
    for (const stop of running) stop.abort();
  });
}

/** Runs work; if it takes long, the status bar shows `title`, and a click there stops the work. */
export async function whileShown<Result>(
  title: string,
  stop: AbortController,
  work: () => Promise<Result>,
): Promise<Result> {
  const item = window.createStatusBarItem("fastApply.busy", StatusBarAlignment.Left);
  item.name = l10n.t("Fast Apply: Progress");
  item.text = `$(sync~spin) ${title}`;
  item.tooltip = l10n.t("Click to stop");
  item.command = STOP_COMMAND;
  const timer = setTimeout(() => {
    item.show();
  }, PATIENCE_MS);
  running.add(stop);
  try {
    return await work();
  } finally {
    running.delete(stop);
    clearTimeout(timer);
    item.dispose();
  }
}
