import { after, before } from "mocha";
import * as vscode from "vscode";

/** What a user types or picks in the lists and boxes that come, in this order; `undefined`: Escape. Of a list of which several can be picked: `one + other`. */
export class Answers {
  readonly asked: string[] = [];
  #answers: (string | undefined)[] = [];

  constructor() {
    const window = vscode.window as unknown as Record<string, unknown>;
    const { showQuickPick, showInputBox } = vscode.window;
    before(() => {
      window.showQuickPick = (items: readonly (string | vscode.QuickPickItem)[], options?: vscode.QuickPickOptions) => {
        const labelOf = (item: string | vscode.QuickPickItem): string => (typeof item === "string" ? item : item.label);
        this.asked.push(`${options?.title ?? options?.placeHolder ?? ""}: ${items.map(labelOf).join(" | ")}`);
        const answer = this.#answers.shift();
        const picked = answer
          ?.split(" + ")
          .flatMap((part) => items.find((found) => labelOf(found).includes(part)) ?? []);
        return Promise.resolve(options?.canPickMany === true ? picked : picked?.[0]);
      };
      window.showInputBox = async (options?: vscode.InputBoxOptions) => {
        const answer = this.#answers.shift();
        const refusal = answer === undefined ? undefined : await options?.validateInput?.(answer);
        this.asked.push(`${options?.title ?? ""}: ${typeof refusal === "string" ? refusal : "ok"}`);
        return typeof refusal === "string" ? undefined : answer;
      };
    });
    after(() => {
      window.showQuickPick = showQuickPick;
      window.showInputBox = showInputBox;
    });
  }

  will(...answers: (string | undefined)[]): void {
    this.#answers = answers;
    this.asked.length = 0;
  }
}
