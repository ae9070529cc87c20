import { expect, it } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";

/** The types of what speaks against a result. */
function check(original: string, sketch: string, result: string): readonly string[] {
  const proof = judgeRewrite(readOriginal(original, "javascript", undefined), { type: "code", text: sketch }, result);
  return proof.findings.filter(({ isRemark }) => isRemark !== true).map(({ type }) => type);
}

const TWO = "function one() {\n  begin();\n  end();\n}\n\nfunction two() {\n  begin();\n  end();\n}\n";
const LOGGED =
  "function one() {\n  // ...\n  log();\n  // ...\n}\n\nfunction two() {\n  // ...\n  log();\n  // ...\n}\n";

it("a line that two pieces show has to be there twice", () => {
  const both = TWO.replaceAll("  begin();\n", "  begin();\n  log();\n");
  expect(check(TWO, LOGGED, both)).toEqual([]);
  expect(check(TWO, LOGGED, TWO.replace("  begin();\n", "  begin();\n  log();\n"))).toContain("missing-line");
});

const DOOR = `function open(door) {
  check(door);
  turn(door.key);
  push(door);
}

function close(door) {
  pull(door);
}
`;
const LOCK = `// ...
}

function lock(door) {
  push(door.bolt);
}

function close(door) {
// ...
`;

it("no new line of another block is what a lost line has become", () => {
  const right = DOOR.replace("function close", "function lock(door) {\n  push(door.bolt);\n}\n\nfunction close");
  expect(check(DOOR, LOCK, right)).toEqual([]);
  expect(check(DOOR, LOCK, right.replace("  push(door);\n", ""))).toContain("lost-line");
});

it.each(["add", "added", "new", "changed"])("a comment that says %s is a label, which may be left out", (word) => {
  expect(check("a();\nb();\n", `// ${word} the check\na();\ncheck();\n// ...\n`, "a();\ncheck();\nb();\n")).toEqual([]);
});
