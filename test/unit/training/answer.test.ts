import { describe, expect, it } from "vitest";
import { readFences } from "../../../extension/core/sketch/fences.ts";
import { writeAnswer, type WrittenAnswer } from "../../../extension/evaluation/generate/answer.ts";
import { markerWriter } from "../../../extension/evaluation/generate/markers.ts";
import { agentSentence, report, wordsOfRequest } from "../../../extension/evaluation/generate/prose.ts";
import { createRandom } from "../../../extension/evaluation/generate/random.ts";
import type { ScriptedEdit, Fact } from "../../../extension/evaluation/generate/script.ts";
import { randomEdit } from "./randomEdit.ts";
import { FILES } from "./texts.ts";

const FACTS: readonly Fact[] = [
  { verb: "add", noun: "function", name: "readRows", beside: { side: "after", name: "openFile" } },
  { verb: "remove", noun: "method", name: "closeFile" },
  { verb: "remove", noun: "line", name: "file.close()", other: "finish" },
  { verb: "rename", noun: "class", name: "Reader", other: "RowReader" },
  { verb: "move", noun: "section", name: "Usage", beside: { side: "before", name: "Licence" } },
  { verb: "wrap", noun: "if", name: "writeRow", other: "if (verbose) {" },
  { verb: "wrap", noun: "try", name: "sendRow", other: "try {" },
  { verb: "unwrap", noun: "if", name: "dropRow", other: "if (isOld) {" },
  { verb: "extract", noun: "function", name: "printRow", other: "printCell" },
  { verb: "change", noun: "function", name: "countRows" },
];

describe("what goes with an answer", () => {
  it("names what was done, in each wording", () => {
    for (const fact of FACTS) {
      for (let seed = 0; seed < 40; seed++) {
        for (const write of [wordsOfRequest, agentSentence, report]) {
          const text = write([fact], createRandom(seed));
          expect(text).toContain(fact.name);
          if (fact.verb === "rename" || fact.verb === "extract") expect(text).toContain(fact.other);
          if (fact.verb === "move" || fact.beside !== undefined) expect(text).toContain(fact.beside?.name);
          expect(text).not.toMatch(/undefined| {2}|``/);
        }
      }
    }
  });

  it("tells several things in one sentence of an agent", () => {
    const text = agentSentence(FACTS.slice(0, 3), createRandom(4));
    for (const { name } of FACTS.slice(0, 3)) expect(text).toContain(name);
    expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

/** All answers to some edits of a file, with their edits. */
function answers(): { edit: ScriptedEdit; answer: WrittenAnswer }[] {
  return FILES.flatMap(([path, text]) =>
    Array.from({ length: 120 }, (_, seed) => {
      const edit = randomEdit(path, text, seed);
      const answer = writeAnswer(edit, undefined, createRandom(`${path}${seed}`));
      return answer === undefined ? undefined : { edit, answer };
    }).filter((one) => one !== undefined),
  );
}

describe("an answer", () => {
  const all = answers();

  it("is written for most edits, in each style", () => {
    expect(all.length).toBeGreaterThan(100);
    expect(new Set(all.map(({ answer }) => answer.style))).toEqual(
      new Set(["lazy-prompted", "lazy", "blocks", "bare", "edit_file"]),
    );
  });

  it("shows every new line", () => {
    for (const { edit, answer } of all) {
      for (const step of edit.steps) if (step.type === "add") expect(answer.text).toContain(step.text.trim());
    }
  });

  it("closes its fences", () => {
    for (const { answer } of all) expect(readFences(answer.text).every(({ closed }) => closed)).toBe(true);
  });

  it("says what only its text can tell, or the agent's sentence does", () => {
    for (const { edit, answer } of all) {
      const said = answer.style === "edit_file" ? answer.instruction : answer.text;
      for (const { verb, name } of edit.facts) if (verb === "remove" || verb === "move") expect(said).toContain(name);
    }
  });

  it("is the same for the same seed", () => {
    expect(answers().map(({ answer }) => answer)).toEqual(all.map(({ answer }) => answer));
  });
});

describe("markers", () => {
  it.each([
    ["python", /^# /],
    ["css", /^\/\* .* \*\/$/],
    ["markdown", /^<!-- .* -->$/],
    ["sql", /^-- /],
    ["restructuredtext", /^\.\. /],
    ["rust", /^\/\/ /],
  ] as const)("are comments of %s, with a few mistakes", (language, pattern) => {
    const written = Array.from({ length: 300 }, (_, seed) => {
      const random = createRandom(seed);
      return markerWriter(language, "prompted", random)(random);
    });
    const right = written.filter((text) => pattern.test(text)).length;
    expect(right / written.length).toBeGreaterThan(0.93);
  });
});
