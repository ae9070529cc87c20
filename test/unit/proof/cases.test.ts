import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeReply } from "../../../extension/core/proof/judgeReply.ts";
import { excuseSaidLosses } from "../../../extension/core/proof/saidLosses.ts";
import { languageOfPath } from "../../../extension/core/sketch/languages.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { readCases, type Case } from "../cases/readCases.ts";

/** Lines that could as well have moved, or become a new line that is much like them. */
const MAY_GO = new Set([
  "    this.pending.push(job);",
  '  const text = await readFile(file, "utf8");',
  'serde = { version = "1", features = ["derive"] }',
  "    def keys(self) -> list[str]:",
  "    return response;",
  "\treturn ctx.Err()",
  "    starts  timestamp NOT NULL,",
  "    Then the total is 100 EUR",
  "    When the customer pays",
]);

/** Says of texts whether the proof holds for them after the sketch of a case. */
function judgeCase({ before, sketch }: Case): (text: string) => boolean {
  const [path = "", text = ""] = [...before][0] ?? [];
  const language = languageOfPath(path);
  const sketches = readReply(sketch, { path, original: text });
  const original = readOriginal(text, language, undefined);
  const said = sketches.flatMap((found) => found.said ?? []);
  return (result) =>
    excuseSaidLosses(judgeReply(original, sketches, result), said, original.lines, original.blocks.end).holds;
}

// Short blocks become edits at their places, and the proof is that of these edits.
const cases = readCases(fileURLToPath(new URL("../../cases", import.meta.url))).filter(
  ({ after, before, format, isTree }) => format !== "blocks" && !isTree && after?.size === 1 && before.size === 1,
);

/** Of so many lines in a case one is looked at: all of them take a second. */
const STEP = 4;

describe.each(cases.map((one) => [`${one.format}/${one.name}`, one] as const))("after %s", (_, one) => {
  it("the proof holds for the result, and not where a line of it is missing", () => {
    const holds = judgeCase(one);
    const lines = [...(one.after?.values() ?? [])].join("").split("\n");
    expect(holds(lines.join("\n"))).toBe(true);
    const worded = lines.flatMap((line, at) => (/\w/.test(line) && !MAY_GO.has(line) ? [at] : []));
    const spared = worded
      .filter((_, nth) => nth % STEP === lines.length % STEP)
      .filter((at) => holds(lines.toSpliced(at, 1).join("\n")));
    expect(spared.map((at) => lines[at])).toEqual([]);
  });
});
