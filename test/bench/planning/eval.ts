// Judges how well a planner's answers apply. Without arguments it prints what a planner is to be asked, one JSON object a
// line: `{"id", "promptVersion", "messages"}`. With a file of `{"id", "answer"}` lines it applies the answers and compares.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { groupByFile } from "../../../extension/core/apply/fileSketches.ts";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import { PLANNING_PROMPT, PLANNING_PROMPT_VERSION } from "../../../extension/core/chat/planningPrompt.ts";
import { planRequest } from "../../../extension/core/chat/plannerRequest.ts";
import { languageOfPath } from "../../../extension/core/sketch/languages.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { readCases, type Case } from "../../unit/cases/readCases.ts";

const casesFolder = join(import.meta.dirname, "../../cases");
const cases = readCases(casesFolder).filter(({ format }) => format === "planning");
const parsers = createSyntaxParsers(sourceGrammarsDirectory());

const answerLine = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string(), answer: v.string() }));

const [file] = process.argv.slice(2);
if (file === undefined) for (const one of cases) console.log(JSON.stringify(requestOf(one)));
else await judge(readFileSync(file, "utf8").split("\n").filter(Boolean));

function requestOf({ name, before }: Case): unknown {
  const text = readFileSync(join(casesFolder, "planning", name, "question.txt"), "utf8").trim();
  const attachments = [...before].map(([path, content]) => ({
    reference: { type: "file" as const, uri: path, path },
    text: content,
  }));
  const question = { id: name, parent: "", role: "user" as const, text, attachments };
  const { messages } = planRequest(PLANNING_PROMPT, [question], { contextTokens: 128_000, outputTokens: 16_000 });
  const wire = messages.map(({ role, text: content }) => ({ role, content }));
  return { id: name, promptVersion: PLANNING_PROMPT_VERSION, messages: wire };
}

/** Prints, for each answer, what became of it; then how many were as expected. */
async function judge(lines: readonly string[]): Promise<void> {
  const verdicts: string[] = [];
  for (const line of lines) {
    const { id, answer } = v.parse(answerLine, line);
    const one = cases.find(({ name }) => name === id);
    const verdict = one === undefined ? "unknown case" : await verdictOn(one, answer);
    verdicts.push(verdict);
    console.log(`${id.padEnd(28)} ${verdict}`);
  }
  console.log(`\n${verdicts.filter((verdict) => verdict === "as expected").length} of ${verdicts.length} as expected`);
}

async function verdictOn({ before, after }: Case, answer: string): Promise<string> {
  const sketches = answerBlocks(answer).filter(({ kind }) => kind === "sketch");
  if (sketches.length === 0) return "no code to apply";
  const { groups, nameless } = groupByFile(readReply(answer));
  if (nameless.length > 0) return "a block names no file";
  const result = new Map(before);
  for (const { path, sketches: found } of groups) {
    const language = languageOfPath(path);
    const parser = language === undefined ? undefined : await parsers.load(language);
    const outcome = applyStructural({ original: before.get(path) ?? "", sketches: found, language, parser });
    if (outcome.type !== "merged") return `not sure about ${path}: ${outcome.reason}`;
    result.set(path, outcome.text);
  }
  const differing = [...(after ?? [])].filter(([path, text]) => result.get(path) !== text).map(([path]) => path);
  // Another right answer differs too: these are for a person to look at.
  return differing.length === 0 ? "as expected" : `applies, differs in ${differing.join(", ")}`;
}
