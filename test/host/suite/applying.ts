import assert from "node:assert/strict";
import { afterEach, beforeEach } from "mocha";
import * as vscode from "vscode";
import { eventually, showDocument, untitledText } from "./reviewing.ts";

type Shower = (message: string, ...buttons: unknown[]) => Thenable<unknown>;

const KINDS = ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const;

/** What VS Code is asked to say during a test, and the button that the user then presses, if any. */
export class Messages {
  #said: string[] = [];
  #details: string[] = [];
  #buttons: string[] = [];

  constructor() {
    const window = vscode.window as unknown as Record<(typeof KINDS)[number], Shower>;
    const before = KINDS.map((kind) => window[kind]);
    beforeEach(() => {
      this.#said = [];
      this.#details = [];
      this.#buttons = [];
      for (const kind of KINDS) {
        window[kind] = (message, ...buttons) => {
          this.#said.push(message);
          const [options] = buttons as ({ readonly detail?: string } | undefined)[];
          if (options?.detail !== undefined) this.#details.push(options.detail);
          return Promise.resolve(buttons.find((button) => this.#buttons.includes(String(button))));
        };
      }
    });
    afterEach(() => {
      for (const [index, kind] of KINDS.entries()) {
        const original = before[index];
        if (original) window[kind] = original;
      }
    });
  }

  get said(): readonly string[] {
    return this.#said;
  }

  /** What stands below modal messages. */
  get details(): readonly string[] {
    return this.#details;
  }

  /** Presses this button on whatever message has it. */
  press(button: string): void {
    this.#buttons.push(button);
  }
}

/** Takes what is selected in the lists that a command shows, as soon as they are there, until the command is done. */
export async function answering(command: Thenable<void>): Promise<void> {
  const state = { isDone: false };
  const end = (): void => {
    state.isDone = true;
  };
  command.then(end, end);
  await eventually(async () => {
    if (!state.isDone) await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    assert.ok(state.isDone, "The command is done.");
  });
  await command;
}

/** Opens an untitled text with a sketch, and waits until VS Code says that it is the active one. */
export async function openSketch(
  content: string,
  { ending = "md", column = vscode.ViewColumn.Active } = {},
): Promise<vscode.TextEditor> {
  const document = await untitledText(content, ending);
  const editor = await showDocument(document, { viewColumn: column });
  editor.selection = new vscode.Selection(0, 0, 0, 0);
  await eventually(() => {
    assert.equal(vscode.window.activeTextEditor?.document, document);
  });
  return editor;
}
