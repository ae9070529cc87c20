import { stripVTControlCharacters } from "node:util";
import { EventEmitter, l10n, window } from "vscode";
import { tidyOutput } from "../../core/chat/testOutput.ts";
import { runShellCommand, type RunningCommand } from "../../node/shellCommand.ts";

/** What became of a run. */
interface TestResult {
  readonly state: "passed" | "failed" | "stopped";
  /** What it has written, as a reader sees it, with its exit code. */
  readonly output: string;
}

/** A run in a terminal that the user sees. */
export interface TestTerminal {
  readonly end: Promise<TestResult>;
  stop(): void;
}

/** Characters of output that are kept while it comes; `tidyOutput` keeps fewer. */
const MOST_KEPT = 200_000;
const CONTROL_C = "\u0003";

/** Runs a command in a terminal of its own; closing it or `Ctrl+C` in it ends the run. */
export function runInTerminal(command: string, cwd: string): TestTerminal {
  const written = new EventEmitter<string>();
  const closed = new EventEmitter<void>();
  let kept = "";
  let run: RunningCommand | undefined;
  let isStopped = false;
  let settle: (result: TestResult) => void = () => undefined;
  const end = new Promise<TestResult>((resolve) => (settle = resolve));
  const write = (text: string): void => {
    if (kept.length < MOST_KEPT / 2) kept += text;
    else kept = kept.slice(0, MOST_KEPT / 2) + (kept.slice(MOST_KEPT / 2) + text).slice(-MOST_KEPT / 2);
    written.fire(text.replace(/\r?\n/g, "\r\n"));
  };
  const stop = (): void => {
    isStopped = true;
    if (run === undefined) settle({ state: "stopped", output: "" });
    else run.stop();
  };
  const finish = (code: number | undefined): void => {
    const words = code === undefined ? l10n.t("Ended without an exit code.") : l10n.t("Exit code: {0}", code);
    write(`\n${words}\n`);
    const state = isStopped ? "stopped" : code === 0 ? "passed" : "failed";
    settle({ state, output: tidyOutput(`$ ${command}\n${stripVTControlCharacters(kept)}`) });
    run = undefined;
  };
  const terminal = window.createTerminal({
    name: l10n.t("Tests"),
    pty: {
      onDidWrite: written.event,
      onDidClose: closed.event,
      open: () => {
        // The terminal comes a moment after it was asked for.
        if (isStopped) {
          closed.fire();
          return;
        }
        written.fire(`$ ${command}\r\n`);
        run = runShellCommand(command, cwd, write);
        void run.end.then(finish);
      },
      handleInput: (keys: string) => {
        if (keys === CONTROL_C) stop();
        else if (run === undefined) closed.fire();
      },
      close: stop,
    },
  });
  terminal.show(true);
  return { end, stop };
}
