import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";

interface Binding {
  readonly key: string;
  readonly mac?: string;
  readonly command: string;
  readonly when?: string;
}

/** Keys of VS Code itself that stand for something else wherever a key of ours does, as far as their conditions tell. */
async function defaultBindings(): Promise<readonly Binding[]> {
  const document = await vscode.workspace.openTextDocument(
    vscode.Uri.parse("vscode://defaultsettings/keybindings.json"),
  );
  // The commands without a key follow as comments behind the list.
  const [list = ""] = document.getText().split(/^\/\/ Here are other available commands/m);
  const json = list.replace(/^\s*\/\/.*$/gm, "");
  return JSON.parse(json) as readonly Binding[];
}

function ourBindings(): readonly Binding[] {
  const manifest = vscode.extensions.getExtension("fast-apply.fast-apply")?.packageJSON as {
    contributes: { keybindings: readonly Binding[] };
  };
  return manifest.contributes.keybindings;
}

/** Modifiers in one order, as two people write them in two. */
const inOrder = (key: string): string =>
  key
    .toLowerCase()
    .split(" ")
    .map((part) => part.split("+").sort().join("+"))
    .join(" ");

type Context = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What holds while a person writes in a text, with nothing else open. */
const TYPING: Context = {
  editorFocus: true,
  editorTextFocus: true,
  textInputFocus: true,
  inputFocus: true,
  editorIsOpen: true,
};
/** The places where a key of ours acts. */
const PLACES: readonly Context[] = [
  { ...TYPING, resourceScheme: "file" },
  { ...TYPING, resourceScheme: "file", editorHasSelection: true },
  // For a moment after the last hunk.
  { ...TYPING, resourceScheme: "file", "fastApply.catchesLateKeys": true },
  { ...TYPING, resourceScheme: "file", resource: "file:///a.ts", "fastApply.filesUnderReview": ["file:///a.ts"] },
  {
    ...TYPING,
    resourceScheme: "file",
    resource: "file:///a.ts",
    "fastApply.filesUnderReview": ["file:///a.ts"],
    editorHasSelection: true,
  },
  // A cell of a notebook.
  { ...TYPING, resourceScheme: "file", "fastApply.fileHasReview": true },
  { ...TYPING, resourceScheme: "fast-apply-review", editorReadonly: true, quickDiffDecorationCount: "0" },
  // The prompt line of an edit in place.
  { inputFocus: true, textInputFocus: true, inQuickInput: true, "fastApply.promptWalks": true },
];
/** Of VS Code's commands, by our keys, those that are left their other ways: of the hover the mouse and the palette, in a line of text `Home`. */
const GIVE_WAY: Readonly<Record<string, readonly string[]>> = {
  "ctrl+k ctrl+i": ["editor.action.showHover", "workbench.action.showHover"],
  up: ["cursorUp"],
  down: ["cursorDown"],
};

/** Whether a condition holds, written as VS Code writes it: `||` of `&&` of terms. What a context does not name is not so. */
function holds(when: string | undefined, context: Context): boolean {
  if (when === undefined || when === "") return true;
  return splitOutside(when, "||").some((all) =>
    splitOutside(all, "&&").every((term) => termHolds(term.trim(), context)),
  );
}

/** The parts between operators that stand in no parentheses. */
function splitOutside(when: string, operator: string): readonly string[] {
  const parts = [""];
  for (const word of when.split(" ")) {
    const last = parts.pop() ?? "";
    const depth = last.split("(").length - last.split(")").length;
    if (word === operator && depth === 0) parts.push(last, "");
    else parts.push(last === "" ? word : `${last} ${word}`);
  }
  return parts;
}

function termHolds(term: string, context: Context): boolean {
  const bare = /^!?\((.*)\)$/.exec(term)?.[1];
  if (bare !== undefined) return holds(bare, context) !== term.startsWith("!");
  const [, key = "", operator, right = ""] = /^(\S+) (==|!=|=~|!~|<=?|>=?|in|not in) (.*)$/.exec(term) ?? [];
  const value = String(context[key] ?? "");
  switch (operator) {
    case undefined:
      return term.startsWith("!") ? !context[term.slice(1)] : term === "true" || Boolean(context[term]);
    case "==":
      return value === right.replace(/^'|'$/g, "");
    case "!=":
      return value !== right.replace(/^'|'$/g, "");
    case "=~":
      return new RegExp(right.replace(/^\/|\/[a-z]*$/g, "")).test(value);
    case "!~":
      return !new RegExp(right.replace(/^\/|\/[a-z]*$/g, "")).test(value);
    default: {
      const list = context[right];
      return (Array.isArray(list) && list.includes(value)) === (operator === "in");
    }
  }
}

describe("the keys", () => {
  it("shadow none that VS Code has where they act", async () => {
    const defaults = await defaultBindings();
    assert.ok(defaults.length > 300, `There are ${String(defaults.length)} defaults.`);
    const clashes = ourBindings().flatMap((ours) =>
      defaults
        .filter(({ command }) => !command.startsWith("fastApply.") && !command.startsWith("-"))
        .filter((theirs) => inOrder(theirs.key) === inOrder(ours.key))
        .filter(({ command }) => GIVE_WAY[ours.key]?.includes(command) !== true)
        .filter((theirs) => PLACES.some((place) => holds(ours.when, place) && holds(theirs.when, place)))
        .map((theirs) => `${ours.key}: ${ours.command} and ${theirs.command} (${theirs.when ?? "always"})`),
    );
    assert.deepEqual(clashes, []);
  });

  it("each act in one of the places that this test knows", () => {
    const idle = ourBindings().filter(({ when }) => !PLACES.some((place) => holds(when, place)));
    assert.deepEqual(idle, []);
  });
});
