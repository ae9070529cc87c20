import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { command, makeFolder, type Files, type Run } from "./command.ts";

const original = `export function greet(name) {
  log("greet");
  return "Hello " + name;
}

export function part(name) {
  log("part");
  return "Goodbye " + name;
}
`;
const sketch = `// ... existing code ...
export function part(name) {
  log("part");
  return "See you, " + name;
}
`;
const good = original.replace("Goodbye ", "See you, ");
const both = good.replace("Hello ", "Hi ");
const fences = `\`\`\`js\n${original.slice(0, original.indexOf("\n\n") + 1).replace("Hello ", "Hi ")}\`\`\`\n\nand\n\n\`\`\`js\n${sketch}\`\`\`\n`;

async function check(files: Files, args = "--file a.js --rewrite b.js --sketch s.md", stdin = ""): Promise<Run> {
  const folder = makeFolder({ "a.js": original, "b.js": good, "s.md": sketch, ...files });
  try {
    return await command.run(["check", ...args.split(" ")], { cwd: folder, stdin });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each<[string, Files, number, RegExp]>([
  ["holds", {}, 0, /^The proof holds: \d+ lines/],
  ["the change is missing", { "b.js": original }, 1, /^(?:a\.js|b\.js|s\.md):\d+(?:-\d+)?: /],
  ["a line was lost", { "b.js": good.replace('  log("greet");\n', "") }, 1, /^a\.js:2: lost-line: /m],
  ["something else changed", { "b.js": both }, 1, /^b\.js:3: unrelated: /m],
  ["a marker was left", { "b.js": `// ... existing code ...\n${good}` }, 1, /^b\.js:1: /m],
  ["cut off", { "b.js": "" }, 1, /cut-off/],
  ["two fences, both made", { "s.md": fences, "b.js": both }, 0, /^The proof holds/],
  ["two fences, one not made", { "s.md": fences }, 1, /does not hold/],
  [
    "two fences and another change",
    { "s.md": fences, "b.js": both.replace('log("part")', 'log("x")') },
    1,
    /does not hold/,
  ],
])("%s", async (_, files, code, stdout) => {
  const result = await check(files);
  expect(result).toMatchObject({ code, stderr: "" });
  expect(result.stdout).toMatch(stdout);
});

test("--json", async () => {
  const { code, stdout } = await check({ "b.js": both }, "--file a.js --rewrite b.js --sketch s.md --json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    path: "a.js",
    proof: {
      holds: false,
      findings: [
        { type: "unrelated", rewrite: { start: 3, end: 3 } },
        { type: "lost-line", original: { start: 3, end: 3 } },
      ],
    },
    exitCode: 1,
  });
});

test("the sketch on stdin", async () => {
  expect(await check({}, "--file a.js --rewrite b.js --sketch -", sketch)).toMatchObject({ code: 0 });
});

test.each([
  ["no.js", "--file no.js --rewrite b.js --sketch s.md"],
  ["no.js", "--file a.js --rewrite no.js --sketch s.md"],
  ["no.md", "--file a.js --rewrite b.js --sketch no.md"],
])("%s is missing in %s", async (name, args) => {
  expect(await check({}, args)).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringContaining(`${name}: there is no such file`) as string,
  });
});

test("a sketch without code", async () => {
  expect(await check({ "s.md": "" })).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("no code") as string,
  });
});
