/**
 * Measures what a choice costs beside a rewrite: where the structural engine leaves pieces open, a scripted planner that knows the right text
 * is asked. It answers with numbers where alternatives give that text, and else with exact edits. Files of cases are arguments; without
 * any, the project's own cases are measured. Before that it counts what a user without a model is offered, and the keys that it takes.
 * `--cases` adds a line for each open apply. Always exits with 0; a figure is no test.
 *
 *     npm run bench:choices
 */
import { expectFiles, readArguments } from "../../../scripts/arguments.ts";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import type { ApplyRequest } from "../../../extension/core/apply/applyRequest.ts";
import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import { chooseLanguage } from "../../../extension/core/apply/chooseLanguage.ts";
import { selectForFile } from "../../../extension/core/targets/fileSketches.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { isSameText } from "../../../extension/core/text/lines.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { countTokens } from "../../servers/tokens.ts";
import { median } from "../figures.ts";
import { caseFileName, readCaseFile, readOwnCases, type BenchCase } from "../speculation/benchCases.ts";
import { offeredBy, type Offered } from "./offered.ts";
import { scriptedPlanner, type Scripted } from "./scriptedPlanner.ts";

/** One apply that was open, and what the planner said of it. */
interface Measured extends Scripted {
  readonly id: string;
  readonly rewrite: number;
  readonly isTaken: boolean;
  readonly isRight: boolean;
  readonly failure: string;
}

const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const USAGE = "npm run bench:choices -- [--cases] [CASES.jsonl …]";
const { values, positionals } = readArguments(USAGE, {
  options: { cases: { type: "boolean" } },
  allowPositionals: true,
});
expectFiles(positionals, USAGE);
const files = positionals.length === 0 ? undefined : positionals;
for (const [name, cases] of files?.map((file) => [caseFileName(file), readCaseFile(file)] as const) ?? [
  ["own cases", readOwnCases()] as const,
]) {
  const found: Measured[] = [];
  const offered: Offered[] = [];
  for (const one of cases) {
    const right = [one.expected, ...(one.others ?? [])];
    const request = await requestOf(one);
    offered.push(offeredBy(request, right));
    const measured = await measure(one, request, right);
    if (measured !== undefined) found.push(measured);
  }
  printOffered(name, offered);
  print(name, cases.length, found);
}

async function requestOf(one: BenchCase): Promise<ApplyRequest> {
  const { original, path } = one;
  const named = chooseLanguage(one.language, path, []);
  const instruction = one.instruction ?? "";
  const { taken } = selectForFile(readReply(one.sketch, { path, language: named, original, instruction }), path);
  const language = chooseLanguage(one.language, path, taken);
  const parser = language === undefined ? undefined : await parsers.load(language);
  return { original, sketches: taken, language, parser, path, instruction, conversation: [] };
}

async function measure(
  { id, expected }: BenchCase,
  request: ApplyRequest,
  right: readonly string[],
): Promise<Measured | undefined> {
  const { chooser, asked } = scriptedPlanner(request.original, right);
  let last: ApplyEvent | undefined;
  const ports = { rewriters: [], choosers: [chooser] };
  for await (const event of applySketch(request, ports, new AbortController().signal)) last = event;
  const [scripted] = asked;
  if (scripted === undefined) return undefined;
  const isTaken = last?.type === "done" && last.proof.holds;
  const isRight = last?.type === "done" && isTaken && right.some((text) => isSameText(text, last.text));
  const failures = last?.type === "done" || last?.type === "ambiguous" ? (last.failures ?? []) : [];
  const failure = isTaken ? "" : (failures.at(-1)?.message ?? "");
  return { ...scripted, id, rewrite: countTokens(expected), isTaken, isRight, failure };
}

function printOffered(name: string, offered: readonly Offered[]): void {
  const count = (type: Offered["type"]): number => offered.filter((one) => one.type === type).length;
  const share = (count("right") + count("offered")) / Math.max(1, offered.length);
  const keys = offered.reduce((sum, one) => sum + one.keys, 0) / Math.max(1, offered.length);
  console.log(
    `${name}, without a model: ${String(count("right"))} applied as meant, ${String(count("offered"))} offered, ${String(count("missing"))} not` +
      ` offered, ${String(count("wrong"))} WRONG; right or offered ${(100 * share).toFixed(1)} %, ${keys.toFixed(2)} keys beyond Accept All in the mean`,
  );
}

function print(name: string, count: number, found: readonly Measured[]): void {
  console.log(`${name}: ${String(count)} cases, ${String(found.length)} of them open`);
  for (const kind of ["number", "edits"] as const)
    printKind(
      kind,
      found.filter((one) => one.kind === kind),
    );
  printKind("all", found);
  if (values.cases !== true) return;
  for (const { id, kind, answer, question, rewrite, isTaken, failure } of found)
    console.log(
      `  ${id}: ${kind}, ${isTaken ? "taken" : "not taken"}, ${[question, answer, rewrite].join(" ")} ${failure}`,
    );
}

function printKind(kind: string, found: readonly Measured[]): void {
  const mean = (tokens: (one: Measured) => number): string =>
    (found.reduce((sum, one) => sum + tokens(one), 0) / Math.max(1, found.length)).toFixed(0);
  const taken = found.filter(({ isTaken }) => isTaken).length;
  const wrong = found.filter(({ isTaken, isRight }) => isTaken && !isRight).length;
  console.log(
    `  ${kind.padEnd(7)}${String(found.length).padStart(4)} asked, ${String(taken)} taken, ${String(wrong)} of these WRONG; tokens:` +
      ` answer ${mean(({ answer }) => answer)} (median ${String(median(found.map(({ answer }) => answer)))}),` +
      ` question ${mean(({ question }) => question)}, rewrite ${mean(({ rewrite }) => rewrite)}`,
  );
}
