import { describe, expect, it } from "vitest";
import fc, { draws } from "../fastCheck.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import {
  editedFile,
  presentation,
  writeLazyCode,
  writeSearchReplace,
  type EditedFile,
  type Presentation,
} from "./randomEdits.ts";
import { loadStructuralEngine, runs } from "./structuralEngine.ts";

const engine = await loadStructuralEngine();

/** A mistake that a model makes when it rewrites a file. The numbers count modulo what there is. */
type Mistake =
  | { readonly type: "delete" | "duplicate" | "swap" | "leave-marker"; readonly at: number }
  | { readonly type: "move"; readonly at: number; readonly to: number }
  | { readonly type: "cut-off"; readonly keep: number }
  | { readonly type: "empty" };

const mistake: fc.Arbitrary<Mistake> = fc.oneof(
  fc.record({
    type: fc.constantFrom("delete" as const, "duplicate" as const, "swap" as const, "leave-marker" as const),
    at: fc.nat(500),
  }),
  fc.record({ type: fc.constant("move" as const), at: fc.nat(500), to: fc.nat(500) }),
  fc.record({ type: fc.constant("cut-off" as const), keep: fc.nat(500) }),
  fc.constant({ type: "empty" as const }),
);

/** The right result with one mistake in it. Blank lines are not touched, since those at markers are cosmetic. */
function makeMistake(lines: readonly string[], how: Mistake): string[] {
  if (how.type === "empty") return [];
  if (how.type === "cut-off") return lines.slice(0, how.keep % lines.length);
  const code = lines.flatMap((line, index) => (line.trim() === "" ? [] : [index]));
  const at = code[how.at % code.length] ?? 0;
  const line = lines[at] ?? "";
  const without = lines.filter((_, index) => index !== at);
  if (how.type === "delete") return without;
  if (how.type === "duplicate") return lines.toSpliced(at, 0, line);
  if (how.type === "leave-marker") return lines.toSpliced(at, 0, "// ... existing code ...");
  if (how.type === "move") return without.toSpliced(how.to % (without.length + 1), 0, line);
  const other = code[(how.at + 1) % code.length] ?? 0;
  return lines.with(at, lines[other] ?? "").with(other, line);
}

const codeOf = (lines: readonly string[]): string => lines.filter((line) => line.trim() !== "").join("\n");

function judge({ dialect, before }: EditedFile, reply: string, rewrite: readonly string[]): readonly string[] {
  const text = before.join("\n") + "\n";
  const original = readOriginal(text, dialect.language, engine.parserOf(dialect.language));
  const [found] = readReply(reply, { path: dialect.path, language: dialect.language, original: text });
  if (!found) throw new Error("The reply holds a sketch.");
  const { findings } = judgeRewrite(original, found.sketch, rewrite.map((line) => `${line}\n`).join(""));
  original.tree?.dispose();
  return findings.map(({ type }) => type);
}

describe("the proof", () => {
  const replies: readonly { name: string; write: (edited: EditedFile, how: Presentation) => string }[] = [
    { name: "lazy code", write: writeLazyCode },
    { name: "a whole file", write: ({ after }) => after.join("\n") + "\n" },
    { name: "search/replace blocks", write: (edited, { context }) => writeSearchReplace(edited, context) },
  ];

  it.each(replies)("catches any mistake in a rewrite after $name", ({ write }) => {
    fc.assert(
      fc.property(editedFile, presentation, mistake, (edited, how, made) => {
        const reply = write(edited, how);
        fc.pre(judge(edited, reply, edited.after).length === 0);
        const wrong = makeMistake(edited.after, made);
        fc.pre(codeOf(wrong) !== codeOf(edited.after));
        expect(judge(edited, reply, wrong)).not.toEqual([]);
      }),
      runs(600),
    );
  });

  it("holds for nearly all right results", () => {
    const samples = fc.sample(fc.tuple(editedFile, presentation), draws(300));
    const held = samples.filter(
      ([edited, how]) => judge(edited, writeLazyCode(edited, how), edited.after).length === 0,
    );
    expect(held.length / samples.length).toBeGreaterThan(0.9);
  });
});
