import { expect, test } from "vitest";
import { command } from "./command.ts";

interface Answer {
  readonly id: unknown;
  readonly output: string | null;
  readonly confident: boolean;
  readonly reason?: string;
  readonly pieces: readonly { readonly state: string }[];
  readonly ms: number;
  readonly error?: string;
}

/** The answers to lines, without their times, pieces and reasons. */
async function ask(
  lines: readonly (string | Buffer)[],
  end = "\n",
): Promise<Omit<Answer, "ms" | "pieces" | "reason">[]> {
  const stdin = Buffer.concat(
    lines.flatMap((line, index) => [Buffer.from(line), Buffer.from(index < lines.length - 1 ? "\n" : end)]),
  );
  const { code, stdout, stderr } = await command.run(["apply", "--jsonl"], { stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const answers = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Answer);
  return answers.map(({ ms, pieces, reason, ...answer }) => {
    // Who is not sure says why; what is no request has an error instead.
    expect(reason === undefined).toBe(answer.confident || answer.error !== undefined);
    expect(ms).toBeGreaterThanOrEqual(0);
    // Each that is confident is placed.
    if (answer.confident) for (const { state } of pieces) expect(state).toBe("placed");
    return answer;
  });
}

const request = (fields: object): string =>
  JSON.stringify({
    id: "1",
    original: "a = 1\nb = 2\n",
    sketch: "a = 1\nb = 3\n",
    language: "python",
    path: "a.py",
    instruction: "",
    ...fields,
  });
const merged = { id: "1", output: "a = 1\nb = 3\n", confident: true };

test.each<[string, object, object]>([
  ["a merge", {}, merged],
  ["no path", { path: undefined }, merged],
  ["no language", { language: undefined }, merged],
  ["null for what is not known", { path: null, language: null, instruction: null }, merged],
  ["an unknown language", { language: "klingon", path: null }, merged],
  ["a number as id", { id: 7 }, { ...merged, id: 7 }],
  ["more fields than needed", { extra: [1] }, merged],
  [
    "no code",
    { sketch: "// ... existing code ...\n", path: "a.js", language: "javascript" },
    { id: "1", output: null, confident: false },
  ],
  ["an empty sketch", { sketch: "" }, { id: "1", output: null, confident: false }],
  ["a new file", { original: "" }, merged],
  ["a deletion", { sketch: "*** Begin Patch\n*** Delete File: a.py\n*** End Patch" }, { ...merged, output: "" }],
  ["a reply for several files", { sketch: "```py:a.py\na = 1\nb = 3\n```\n```py:b.py\nc = 1\n```\n" }, merged],
  [
    "a reply for several other files",
    { path: "c.py", sketch: "```py:a.py\na = 1\n```\n```py:b.py\nc = 1\n```\n" },
    { id: "1", output: null, confident: false },
  ],
  [
    "U+2028 inside a string",
    { original: "a = '\u2028'\nb = 2\n", sketch: "a = '\u2028'\nb = 3\n" },
    { ...merged, output: "a = '\u2028'\nb = 3\n" },
  ],
  [
    "half of a surrogate pair",
    { original: "a = '\ud800'\nb = 2\n", sketch: "a = '\ud800'\nb = 3\n" },
    { ...merged, output: "a = '\ud800'\nb = 3\n" },
  ],
])("%s", async (_, fields, answer) => {
  expect(await ask([request(fields)])).toEqual([answer]);
});

test("several languages in one process, by their plain names", async () => {
  const cases = [
    ["c", "int f(void) {\n  return 1;\n}\n"],
    ["cpp", "int f() {\n  return 1;\n}\n"],
    ["html", "<p>\n  return 1;\n</p>\n"],
    ["php", "<?php\nfunction f() {\n  return 1;\n}\n"],
    ["ts", "function f() {\n  return 1;\n}\n"],
    ["C#", "int f() {\n  return 1;\n}\n"],
  ] as const;
  const answers = await ask(
    cases.map(([language, original]) =>
      request({ language, path: null, original, sketch: original.replace("1", "2") }),
    ),
  );
  expect(answers).toEqual(
    cases.map(([, original]) => ({ id: "1", output: original.replace("1", "2"), confident: true })),
  );
});

test("an ambiguous sketch gives a draft without confidence", async () => {
  const original = "class A {\n  save() {\n    write(1);\n  }\n}\n\nclass B {\n  save() {\n    write(1);\n  }\n}\n";
  const [answer] = await ask([
    request({ original, sketch: "save() {\n  write(2);\n}\n", language: "javascript", path: "a.js" }),
  ]);
  expect(answer).toMatchObject({ id: "1", confident: false, output: expect.stringContaining("write(2)") as string });
});

test("each line gets one answer in order, whatever it is", async () => {
  const bad = [
    "",
    "garbage",
    "{",
    "null",
    "[]",
    "7",
    '"text"',
    "{}",
    '{"id":"x"}',
    '{"id":{},"original":"","sketch":""}',
    '{"id":"y","original":1,"sketch":""}',
    '{"id":"z","original":"","sketch":["a"]}',
    "[".repeat(200_000),
    Buffer.from([0x22, 0xff, 0x22]),
    "\0",
  ];
  const ids = bad.map((line) => /"id":"([xyz])"/.exec(line.toString())?.[1] ?? null);
  const answers = await ask([...bad, request({})]);
  expect(answers).toHaveLength(bad.length + 1);
  expect(answers.at(-1)).toEqual(merged);
  answers.slice(0, -1).forEach((answer, index) => {
    expect(answer).toEqual({ id: ids[index], output: null, confident: false, error: expect.any(String) as string });
  });
});

test.each([
  ["CRLF", `${request({})}\r`, "\n"],
  ["no final newline", request({}), ""],
])("%s", async (_, line, end) => {
  expect(await ask([line], end)).toEqual([merged]);
});

test("a line without end is refused and not kept", async () => {
  const answers = await ask([Buffer.alloc(65 * 1024 * 1024, "x"), request({})]);
  expect(answers).toEqual([
    { id: null, output: null, confident: false, error: "The line is longer than 64 MiB." },
    merged,
  ]);
});
