import { describe, expect, test } from "vitest";
import { OFFERED_TOOLS } from "../../../extension/core/planning/offeredTools.ts";
import { parseReadCall } from "../../../extension/core/planning/readArguments.ts";
import { READ_TOOLS } from "../../../extension/core/planning/toolTable.ts";
import fc from "../fastCheck.ts";

function message(name: string, given: unknown): string {
  const parsed = parseReadCall(name, typeof given === "string" ? given : JSON.stringify(given));
  return parsed.type === "bad" ? parsed.message : `taken: ${JSON.stringify(parsed.call.given)}`;
}

test("each tool takes its own example, and is offered with a schema that has all of it", () => {
  for (const [name, { example }] of Object.entries(READ_TOOLS)) {
    expect(message(name, example)).toBe(`taken: ${JSON.stringify(example)}`);
    const offered = OFFERED_TOOLS.find((tool) => tool.name === name)?.parameters as {
      properties: Record<string, unknown>;
      required: readonly string[];
    };
    expect(Object.keys(offered.properties)).toEqual(expect.arrayContaining(Object.keys(example)));
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...offered.required]));
  }
});

describe("arguments that cannot be read are refused with what is wrong and an example", () => {
  test.each<readonly [string, unknown, RegExp]>([
    ["read_file", '{"path": "src', /no JSON object.*"path":"src\/cart.ts"/],
    ["read_file", "[]", /no JSON object/],
    ["read_file", "null", /no JSON object/],
    ["read_file", {}, /path is missing.*start_line/],
    ["read_file", { path: "" }, /path is empty/],
    ["read_file", { path: 7 }, /path is no string/],
    ["read_file", { path: "a\nb" }, /more than one line/],
    ["read_file", { path: "a\u202eb" }, /cannot be seen/],
    ["read_file", { path: "x".repeat(2_000) }, /longer than 1024/],
    ["read_file", { path: "a", start_line: 0 }, /start_line is below 1/],
    ["read_file", { path: "a", start_line: 1.5 }, /no whole number/],
    ["read_file", { path: "a", start_line: 9, end_line: 3 }, /end_line is before/],
    ["search_text", { query: "a", is_regex: "maybe" }, /neither true nor false/],
    ["symbols", {}, /Neither query nor path/],
    ["write_file", { path: "a" }, /no tool of this name.*find_files/],
    ["__proto__", {}, /no tool of this name/],
    ["find_files", `{"pattern":"${"x".repeat(30_000)}"}`, /too long/],
  ])("%s with %j", (name, given, words) => {
    expect(message(name, given)).toMatch(words);
  });
});

test("what models write in other ways is understood", () => {
  expect(message("read_file", { path: " src/a.ts ", start_line: "12", end_line: null, why: "because" })).toBe(
    'taken: {"path":"src/a.ts","start_line":12}',
  );
  expect(message("search_text", { query: "  a", is_regex: "true", files: "" })).toBe(
    'taken: {"query":"  a","is_regex":true}',
  );
  expect(message("recent_changes", "")).toBe("taken: {}");
});

test("no arguments make it throw", () => {
  const names = fc.constantFrom(...Object.keys(READ_TOOLS), "other");
  fc.assert(
    fc.property(names, fc.oneof(fc.string(), fc.json()), (name, written) => {
      const parsed = parseReadCall(name, written);
      expect(["call", "bad"]).toContain(parsed.type);
    }),
  );
});
