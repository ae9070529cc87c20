import { expect, test } from "vitest";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { checkCode, cut } from "./checkCode.ts";

const steps = `steps:
  - name: install and test
    run: |
      npm install
      npm test

  - name: upload
    uses: upload@v3
`;
const renamed = "steps:\n  # ...\n  - name: ci and test\n    run: |\n      npm ci\n      npm test\n  # ...\n";
const twoHeads = cut(steps, [2, 4], "  - name: install and test", "", "  - name: ci and test").replace(
  "    run: |\n",
  "    run: |\n      npm ci\n",
);
const before = cut(steps, [2], "  - name: lint", "    run: lint", "", "  - name: install and test");
const fresh = "steps:\n  - name: lint\n    run: lint\n\n  - name: install and test\n    run: |\n      # ...\n";

test.each<[string, string, string, readonly string[]]>([
  ["whose block a new line below it takes", renamed, twoHeads, ["depth: line 2"]],
  ["with a new block above it", fresh, before, []],
])("a line %s", (_, sketch, result, findings) => {
  checkCode(steps, sketch, result, findings, "yaml");
});

test("a label may share its block", () => {
  const original = "switch (a) {\n  case 1:\n    run();\n}\n";
  const result = "switch (a) {\n  case 1:\n  case 2:\n    run();\n}\n";
  checkCode(original, "switch (a) {\n  case 1:\n  case 2:\n    run();\n}\n", result, [], "c");
});

test("says which line has lost its block", () => {
  const file = { text: steps, language: "yaml", parser: undefined, tree: undefined };
  const messages = judgeRewrite(file, { type: "code", text: renamed }, twoHeads).findings.map(({ message }) => message);
  expect(messages).toContain("line 2 of the file has lost what belongs to it to the line that is new below it.");
});
