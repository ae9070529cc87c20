import { expect, test } from "vitest";
import { bestMatches, fuzzyScore } from "../../../extension/core/chat/fuzzyMatch.ts";

const PATHS = [
  "extension/host/chat/chatView.ts",
  "extension/core/text/lines.ts",
  "test/unit/text/lines.test.ts",
  "docs/architecture.md",
  "webview/app.tsx",
  "App.tsx",
];

function check(query: string, ...best: string[]): void {
  expect(bestMatches(query, PATHS, (path) => path, best.length)).toEqual(best);
}

test("the file's name counts before its folders, a word's start before its middle, letters in order at last", () => {
  check("lines", "extension/core/text/lines.ts", "test/unit/text/lines.test.ts");
  check("app.tsx", "App.tsx", "webview/app.tsx");
  check("view", "extension/host/chat/chatView.ts", "webview/app.tsx");
  check("chvw", "extension/host/chat/chatView.ts");
  check("arch", "docs/architecture.md");
});

test("all words have to fit, in whatever case and with the separators of either system", () => {
  check("UNIT lines", "test/unit/text/lines.test.ts");
  check("core\\text", "extension/core/text/lines.ts");
  check("", ...PATHS);
  expect(fuzzyScore("xyz", "src/a.ts")).toBeUndefined();
  expect(fuzzyScore("lines nothing", "lines.ts")).toBeUndefined();
});
