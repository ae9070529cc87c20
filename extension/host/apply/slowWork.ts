import { commands, l10n, StatusBarAlignment, window, type Disposable } from "vscode";

/** Work that takes longer says so. */
const PATIENCE_MS = 300;

/** Stops what is under way; only the status bar calls it. */
export const STOP_COMMAND = "fastApply.stopApply";

const running = new Set<{ readonly stop: () => void }>();

/** Registers the command behind the entry in the status bar. */
export function registerStop(): Disposable {
  return commands.registerCommand(STOP_COMMAND, () => {
    for (const { stop } of running) stop();
  });
}

/** Has a click in the status bar call `stop` too, until the returned function is called. */
export function stoppable(stop: () => void): () => void {
  const work = { stop };
  running.add(work);
  return () => {
    running.delete(work);
  };
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
  const release = stoppable(() => {
    stop.abort();
  });
  try {
    return await work();
  } finally {
    release();
    clearTimeout(timer);
    item.dispose();
  }
}
