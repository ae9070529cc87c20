import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { PromptLine, type Prompt, type PromptQuestion } from "../../../../extension/host/editHere/promptLine.ts";
import { eventually } from "../reviewing.ts";

describe("the line of an edit in place", function () {
  this.timeout(30_000);
  let line: PromptLine;
  const { createQuickPick } = vscode.window;
  const picks: { readonly value: string }[] = [];
  beforeEach(() => {
    line = new PromptLine();
    picks.length = 0;
    vscode.window.createQuickPick = <Item extends vscode.QuickPickItem>() => {
      const pick = createQuickPick<Item>();
      picks.push(pick);
      return pick;
    };
  });
  afterEach(() => {
    line.dispose();
    vscode.window.createQuickPick = createQuickPick;
  });

  const ask = (value = "", ...history: readonly string[]): Promise<Prompt | undefined> => {
    const question: PromptQuestion = {
      title: "",
      placeholder: "",
      value,
      history,
      offers: async function* () {
        yield await Promise.resolve([]);
      },
    };
    return line.ask(question);
  };
  /** Presses Enter until the line takes it. */
  const enter = async (asked: Promise<Prompt | undefined>): Promise<string | undefined> => {
    let answer: { readonly text: string | undefined } | undefined;
    void asked.then((prompt) => (answer = { text: prompt?.text }));
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.ok(answer !== undefined);
    });
    return answer?.text;
  };

  it("has what was written in it where another question takes its place", async () => {
    const first = ask("", "Raise the rate.");
    line.walk(1);
    const second = ask();
    assert.equal(await first, undefined);
    assert.equal(await enter(second), "Raise the rate.");
  });

  it("keeps it behind a question that brings its own text, asked or left", async () => {
    const first = ask("", "Raise the rate.");
    line.walk(1);
    const again = ask("Less, please.");
    assert.equal(await first, undefined);
    assert.equal(await enter(again), "Less, please.");
    const left = ask("Even less.");
    const last = ask();
    assert.equal(await left, undefined);
    assert.equal(await enter(last), "Raise the rate.");
  });

  it("is empty once that is asked, and has no text that another question brought", async () => {
    const first = ask("", "Raise the rate.");
    line.walk(1);
    assert.equal(await enter(first), "Raise the rate.");
    const again = ask("Less, please.");
    const last = ask();
    assert.equal(await again, undefined);
    assert.equal(picks.at(-1)?.value, "");
    line.dispose();
    assert.equal(await last, undefined);
  });
});
