import { readFileSync } from "node:fs";
import { join } from "node:path";
import { groupByFile } from "../../../extension/core/targets/fileSketches.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import type { ModelLimits } from "../../../extension/core/models/model.ts";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import type { PlannerFormat } from "../../../extension/core/chat/plannerFormat.ts";
import { planRequest, type PlannerRequest } from "../../../extension/core/chat/plannerRequest.ts";
import { planningPrompt } from "../../../extension/core/chat/planningPrompt.ts";
import { languageOfPath } from "../../../extension/core/sketch/languages.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { readCases, type Case } from "../../unit/cases/readCases.ts";

/** What became of an answer. `differs`: it applies, but not to the expected files; another right answer does that too. */
export interface Verdict {
  readonly type: (typeof VERDICTS)[number];
  /** Which files, or why. */
  readonly detail: string;
}

export const VERDICTS = ["expected", "differs", "not sure", "nothing", "failed"] as const;

const casesFolder = join(import.meta.dirname, "../../cases");
const parsers = createSyntaxParsers(sourceGrammarsDirectory());

/** The tasks: a question with files, and the files as they should be afterwards. */
export const tasks: readonly Case[] = readCases(casesFolder).filter(({ format }) => format === "planning");

/** What the chat would send for a task, to a planner with these limits. */
export function requestOf({ name, before }: Case, format: PlannerFormat, limits: ModelLimits): PlannerRequest {
  const text = readFileSync(join(casesFolder, "planning", name, "question.txt"), "utf8").trim();
  const attachments = [...before].map(([path, content]) => ({
    reference: { type: "file" as const, uri: path, path },
    text: content,
  }));
  const question = { id: name, parent: "", role: "user" as const, text, attachments };
  return planRequest(planningPrompt(format), [question], limits);
}

/** Applies an answer to the files of a task, with no model, and compares. */
export async function judgeAnswer({ before, after }: Case, answer: string): Promise<Verdict> {
  const sketches = answerBlocks(answer).filter(({ kind }) => kind === "sketch");
  if (sketches.length === 0) return { type: "nothing", detail: "no code to apply" };
  const { groups, nameless } = groupByFile(readReply(answer));
  if (nameless.length > 0) return { type: "nothing", detail: "a block names no file" };
  const result = new Map(before);
  for (const { path, sketches: found } of groups) {
    const language = languageOfPath(path);
    const parser = language === undefined ? undefined : await parsers.load(language);
    const outcome = applyStructural({ original: before.get(path) ?? "", sketches: found, language, parser });
    if (outcome.type !== "merged") return { type: "not sure", detail: `${path}: ${outcome.reason}` };
    result.set(path, outcome.text);
  }
  const differing = [...new Set([...(after ?? new Map<string, string>()).keys(), ...result.keys()])].filter(
    (path) => result.get(path) !== after?.get(path),
  );
  return differing.length === 0 ? { type: "expected", detail: "" } : { type: "differs", detail: differing.join(", ") };
}
