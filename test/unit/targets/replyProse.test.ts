import { describe, expect, it } from "vitest";
import { readReplyProse } from "../../../extension/core/targets/replyProse.ts";
import { wholeSource } from "../../../extension/core/targets/sketchSource.ts";

const REPLY = [
  "I looked at it.",
  "",
  "## Stop after the run",
  "",
  "```ts a.ts",
  "stop();",
  "```",
  "",
  "Then greet,",
  "and leave.",
  "",
  "```ts b.ts",
  "greet();",
  "```",
  "```ts c.ts",
  "leave();",
  "```",
].join("\n");

describe("the prose of a reply", () => {
  const check = (name: string, text: string, line: number, instruction: string, prose: string): void => {
    it(name, () => {
      expect(readReplyProse(wholeSource(text), line)).toEqual({ text: prose, instruction });
    });
  };
  const all = "I looked at it.\n\n## Stop after the run\n\n[code]\n\nThen greet,\nand leave.\n\n[code]\n[code]";

  check(
    "is all but the code, and the heading before the sketch says what it is for",
    REPLY,
    5,
    "Stop after the run",
    all,
  );
  check("may be a paragraph before the sketch", REPLY, 12, "Then greet, and leave.", all);
  check("is not the fence before the sketch", REPLY, 15, "", all);
  check("has no instruction before the first fence", REPLY, 0, "", all);
  check("is empty for a fence alone", "```ts\nstop();\n```\n", 1, "", "");
  check("is empty for code", "stop();\n", 0, "", "");
  check(
    "has no long instruction",
    `${"very ".repeat(120)}\n\`\`\`ts\na();\n\`\`\``,
    2,
    "",
    `${"very ".repeat(120)}\n[code]`,
  );
  check("with carriage returns too", "Stop it.\r\n\r\n```ts\r\na();\r\n```", 3, "Stop it.", "Stop it.\n\n[code]");
});

it("of a text that is code itself there is none", () => {
  const source = { ...wholeSource(REPLY), language: "typescript" };
  expect(readReplyProse(source, 5)).toEqual({ text: "", instruction: "" });
});
