import { EventEmitter, l10n, window, workspace, type Disposable, type Event, type WorkspaceFolder } from "vscode";
import { canBeShown } from "../../core/chat/testCommands.ts";
import type { TestsView } from "../../core/chat/chatProtocol.ts";
import type { Reference } from "../../core/chat/chatSchemas.ts";
import { shown } from "../shownText.ts";
import { testOffers } from "./testOffers.ts";
import { runInTerminal, type TestTerminal } from "./testTerminal.ts";

interface TestRun {
  readonly view: TestsView;
  readonly terminal: TestTerminal;
  readonly output: string;
}

/** The tests that the user has run after answers. None runs by itself, nor before its exact command was shown and confirmed. */
export class TestRuns implements Disposable {
  readonly #changed = new EventEmitter<string>();
  /** By id of the answer, the latest. */
  readonly #runs = new Map<string, TestRun>();
  /** What runs now, also after answers that are gone. */
  readonly #running = new Set<TestTerminal>();
  /** The answers for which the user is being asked for a command. */
  readonly #asking = new Set<string>();

  /** Fires with the id of an answer whose run has changed. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** Returns the latest run of an answer; `undefined` if there was none. */
  of(answer: string): TestsView | undefined {
    return this.#runs.get(answer)?.view;
  }

  /** Asks for the command and whether it may run, and runs it in a terminal. Resolves when it is over, or nothing is run. */
  async run(answer: string): Promise<void> {
    if (this.of(answer)?.state === "running" || this.#asking.has(answer)) return;
    this.#asking.add(answer);
    const confirmed = await this.#confirmed(answer);
    if (confirmed === undefined) return;
    const { command, folder } = confirmed;
    const terminal = runInTerminal(command, folder.uri.fsPath);
    this.#running.add(terminal);
    this.#set(answer, { view: { command, state: "running" }, terminal, output: "" });
    const { state, output } = await terminal.end;
    this.#running.delete(terminal);
    if (this.#runs.get(answer)?.terminal !== terminal) return;
    this.#set(answer, { view: { command, state }, terminal, output });
  }

  /** Asks for what to run; `undefined` if the user does not confirm it, or the answer was forgotten meanwhile. */
  async #confirmed(answer: string): ReturnType<typeof askForCommand> {
    try {
      const confirmed = await askForCommand();
      return this.#asking.has(answer) ? confirmed : undefined;
    } finally {
      this.#asking.delete(answer);
    }
  }

  /** Drops the runs of answers that are gone. One that still runs goes on in its terminal, which is the user's. */
  forget(answers: readonly string[]): void {
    for (const answer of answers) {
      this.#runs.delete(answer);
      this.#asking.delete(answer);
    }
  }

  stop(answer: string): void {
    this.#runs.get(answer)?.terminal.stop();
  }

  /** Returns what the latest run has written, to be attached to a question; `undefined` if there is nothing. */
  outputOf(answer: string): Reference | undefined {
    const run = this.#runs.get(answer);
    if (run === undefined || run.output === "") return undefined;
    return { type: "text", name: l10n.t("Output of {0}", shown(run.view.command, 60)), text: run.output };
  }

  dispose(): void {
    for (const terminal of this.#running) terminal.stop();
    this.#changed.dispose();
  }

  #set(answer: string, run: TestRun): void {
    this.#runs.set(answer, run);
    this.#changed.fire(answer);
  }
}

/** Asks which command to run and whether it may run; `undefined` unless the user has confirmed it. */
async function askForCommand(): Promise<{ readonly command: string; readonly folder: WorkspaceFolder } | undefined> {
  if (!workspace.isTrusted) {
    void window.showWarningMessage(
      l10n.t("Tests run commands of the workspace, which is not trusted. Trust it first, then run them."),
    );
    return undefined;
  }
  const folder = await chooseFolder();
  const command = folder && (await chooseCommand(folder));
  if (folder === undefined || command === undefined) return undefined;
  if (!canBeShown(command)) {
    void window.showErrorMessage(
      l10n.t("This command has invisible characters or is too long to be shown, so it is not run: {0}", shown(command)),
    );
    return undefined;
  }
  return (await confirm(command, folder)) ? { command, folder } : undefined;
}

async function chooseFolder(): Promise<WorkspaceFolder | undefined> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  if (folders.length > 1) return window.showWorkspaceFolderPick();
  if (folders.length === 0) {
    void window.showInformationMessage(l10n.t("Tests run in a folder of this computer. Open one first."));
  }
  return folders[0];
}

/** Returns the command of the settings, or one that the user picks or types. */
async function chooseCommand(folder: WorkspaceFolder): Promise<string | undefined> {
  const setting = workspace.getConfiguration("fastApply", folder.uri).get<unknown>("chat.testCommand");
  if (typeof setting === "string" && setting.trim() !== "") return setting.trim();
  const other = l10n.t("Another command…");
  const offers = (await testOffers(folder)).filter(({ command }) => canBeShown(command));
  const items = offers.map(({ command, source }) => ({ label: shown(command), description: shown(source), command }));
  const placeHolder = l10n.t("Which command runs the tests? “fastApply.chat.testCommand” keeps one.");
  const picked = await window.showQuickPick([...items, { label: other, description: "", command: "" }], {
    placeHolder,
  });
  if (picked?.command !== "") return picked?.command;
  const typed = await window.showInputBox({ title: l10n.t("Run Tests"), prompt: l10n.t("A command for the shell") });
  return typed?.trim() === "" ? undefined : typed?.trim();
}

async function confirm(command: string, { uri }: WorkspaceFolder): Promise<boolean> {
  const run = l10n.t("Run");
  const detail = l10n.t("In {0}. A command can do whatever you can.", shown(uri.fsPath));
  const question = l10n.t("Run this command?\n\n{0}", command);
  return (await window.showWarningMessage(question, { modal: true, detail }, run)) === run;
}
