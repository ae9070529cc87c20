import { l10n, window, type Memento } from "vscode";
import { shown } from "../shownText.ts";
import { neverRead, readsWorkspace } from "./readSettings.ts";

/** In the memory of the workspace: the user has let planners read it. */
const ALLOWED = "chat.readsWorkspace";

/** Asks the user whether planners may look at this workspace, and remembers a yes. */
export class ReadConsent {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Makes the check whether a planner may read for one answer: the user is asked when it first wants to, and only once. */
  forAnswer(planner: string): () => Promise<boolean> {
    let asked: Promise<boolean> | undefined;
    return () => (asked ??= this.#ask(planner));
  }

  async #ask(planner: string): Promise<boolean> {
    const setting = readsWorkspace();
    if (setting !== "ask") return setting === "always";
    if (this.#memory.get(ALLOWED) === true) return true;
    const allow = l10n.t("Allow in This Workspace");
    const never = l10n.t("Never");
    const detail = l10n.t(
      "They find, search and read files to answer you. What a model reads goes to its provider, with your question. Files that git or the settings leave out, and files that hold keys or passwords, are not read. Nothing is written, run or fetched by that.",
    );
    const question = l10n.t("Let chat models read this workspace? Now asked for: {0}", shown(planner, 100));
    const answer = await window.showInformationMessage(question, { modal: true, detail }, allow, never);
    if (answer === never) await neverRead();
    if (answer === allow) await this.#memory.update(ALLOWED, true);
    return answer === allow;
  }
}
