import { expect, test } from "vitest";
import { readWholeDeclarations } from "../../../extension/core/apply/wholeDeclarations.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const ORIGINAL = `import { open } from "./doors";

// Opens a door.
export function enter(door) {
  const key = find(door);
  if (!key) {
    throw new Error("no key");
  }
  return open(door, key);
}

function leave(door) {
  return close(door);
}

const config = {
  host: "localhost",
  path: "/",
  tls: false,
  port: 80,
};

class Door {
  lock() {
    this.locked = true;
  }

  unlock() {
    this.locked = false;
  }
}
`;

/** The file with the edit that the block is; \`undefined\` if it is none. */
function replaced(code: string): string | undefined {
  const original = readOriginal(ORIGINAL, "javascript", undefined);
  const [sketch] = readReply(`\`\`\`js\n${code}\`\`\`\n`, {
    path: "doors.js",
    language: "javascript",
    original: ORIGINAL,
  });
  if (sketch === undefined) throw new Error("no sketch");
  const edit = readWholeDeclarations(sketch, original);
  if (edit === undefined) return undefined;
  const edits = [{ ...sketch, sketch: { type: "edits", format: "search-replace", edits: [edit] } as const }];
  const outcome = applyStructural({ original: ORIGINAL, sketches: edits, language: "javascript", parser: undefined });
  if (outcome.type !== "merged") throw new Error(outcome.type);
  return outcome.text;
}

const ENTER = `export function enter(door) {
  const key = find(door);
  if (!key) {
    throw missing(door);
  }
  return open(door, key);
}
`;
const LEAVE = "function leave(door) {\n  return close(door);\n}\n";
const [before, rest = ""] = ORIGINAL.split("export function enter");
const afterEnter = rest.slice(rest.indexOf("\n}\n") + 3);

test.each<[string, string, string]>([
  ["one that is there, its comment kept", ENTER, `${before ?? ""}${ENTER}${afterEnter}`],
  [
    "neighbours, with a new one between",
    `${ENTER}\nfunction missing(door) {\n  return new Error(door.name);\n}\n\n${LEAVE}`,
    `${before ?? ""}${ENTER}\nfunction missing(door) {\n  return new Error(door.name);\n}\n\n${LEAVE}${afterEnter.slice(afterEnter.indexOf("\n}\n") + 3)}`,
  ],
  [
    "a constant with all its keys",
    'const config = {\n  host: "localhost",\n  path: "/",\n  tls: false,\n  port: 8080,\n};\n',
    ORIGINAL.replace("port: 80,", "port: 8080,"),
  ],
])("whole declarations replace %s", (_, code, expected) => {
  expect(replaced(code)).toBe(expected);
});

test.each<[string, string]>([
  ["something is left out", ENTER.replace("throw missing(door);", "// ... as before")],
  ["a key is left out", "const config = {\n  port: 8080,\n};\n"],
  ["a method is left out", "class Door {\n  lock() {\n    this.locked = 1;\n  }\n}\n"],
  ["it does not end", ENTER.replace(/\}\n$/, "")],
  ["most of it is another", "export function enter(door) {\n  push();\n  pull();\n  wait();\n  go();\n}\n"],
  ["the file has none of them", LEAVE.replace("leave", "wait")],
  [
    "others stand between",
    `${ENTER}\nconst config = {\n  host: "localhost",\n  path: "/",\n  tls: false,\n  port: 8080,\n};\n`,
  ],
  ["a statement stands beside it", `${ENTER}\nenter(door);\n`],
])("whole declarations are left to the merge where %s", (_, code) => {
  expect(replaced(code)).toBeUndefined();
});
