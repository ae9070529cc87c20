import * as v from "valibot";
import { chooseLanguage } from "../core/apply/chooseLanguage.ts";
import { selectForFile } from "../core/targets/fileSketches.ts";
import { readReply } from "../core/sketch/readReply.ts";
import { sureText } from "../core/apply/outcome.ts";
import { applyToFile, type Engine } from "../core/apply/applyToFile.ts";
import { byteLines } from "../node/byteLines.ts";
import { piecesToJson } from "./json.ts";
import { EXIT, print, untilTheEnd, type ExitCode, type Surroundings } from "./surroundings.ts";

/** A longer line is answered with an error, so that endless input cannot fill the memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const Id = v.nullish(v.union([v.string(), v.number()]), null);

const Request = v.object({
  id: Id,
  original: v.string(),
  sketch: v.string(),
  language: v.nullish(v.string()),
  path: v.nullish(v.string()),
  instruction: v.nullish(v.string()),
});

type Request = v.InferOutput<typeof Request>;

interface Answer {
  readonly id: string | number | null;
  readonly output: string | null;
  readonly confident: boolean;
  /** Why it is not. */
  readonly reason?: string;
  /** If it is not: the text with what is sure, which the alternatives refer to. */
  readonly sure?: string;
  /** What became of each piece of the sketch, as `--json` says it. */
  readonly pieces: readonly unknown[];
  readonly ms: number;
  readonly error?: string;
}

/**
 * Serves the long-lived protocol: answers each line of stdin, even one that is not a request, with one line of stdout, in the same order.
 * Ends with stdin, or once stdout is closed.
 */
export async function serveJsonLines({ stdin, stdout, now, ...engine }: Surroundings): Promise<ExitCode> {
  for await (const line of byteLines(stdin, MAX_LINE_BYTES)) {
    const start = now();
    const elapsed = (): number => Math.round((now() - start) * 1000) / 1000;
    await print(stdout, `${await answerLine(engine, line, elapsed)}\n`);
    if (stdout.destroyed) break;
  }
  return EXIT.applied;
}

/**
 * One edge for whatever a single request may throw, a fault of the engine or a lack of memory included: the process
 * lives on for the next one.
 */
async function answerLine(engine: Engine, line: Buffer | "too-long", elapsed: () => number): Promise<string> {
  let id: Answer["id"] = null;
  try {
    const request = parseRequest(line);
    id = request.id;
    if (request.type === "bad") return JSON.stringify(refusal(id, elapsed(), request.error));
    return JSON.stringify(await answer(engine, request.request, elapsed));
  } catch (error) {
    return JSON.stringify(
      refusal(id, elapsed(), `The engine failed: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}

type Parsed =
  | { readonly type: "request"; readonly id: Answer["id"]; readonly request: Request }
  | { readonly type: "bad"; readonly id: Answer["id"]; readonly error: string };

function parseRequest(line: Buffer | "too-long"): Parsed {
  if (line === "too-long") return { type: "bad", id: null, error: "The line is longer than 64 MiB." };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
  } catch (error) {
    return {
      type: "bad",
      id: null,
      error: `The line is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const parsed = v.safeParse(Request, value);
  if (parsed.success) return { type: "request", id: parsed.output.id, request: parsed.output };
  const [issue] = parsed.issues;
  const named = v.safeParse(v.looseObject({ id: Id }), value);
  const where = v.getDotPath(issue);
  return {
    type: "bad",
    id: named.success ? named.output.id : null,
    error: `The line is no request${where === null ? "" : `, because of "${where}"`}: ${issue.message}`,
  };
}

async function answer(engine: Engine, request: Request, elapsed: () => number): Promise<Answer> {
  const { id, original } = request;
  const path = request.path ?? undefined;
  const language = chooseLanguage(request.language ?? undefined, path, []);
  const { taken } = selectForFile(readReply(request.sketch, { path, language, original }), path);
  const instruction = request.instruction ?? "";
  const target = { original, sketches: taken, path, language, instruction, conversation: [] };
  const outcome = await applyToFile(engine, target, untilTheEnd());
  const pieces = (text: string): Answer["pieces"] =>
    outcome.type === "no-sketch" ? [] : piecesToJson(outcome.pieces, original, text);
  switch (outcome.type) {
    case "merged":
      return { id, output: outcome.text, confident: true, pieces: pieces(outcome.text), ms: elapsed() };
    case "ambiguous":
      return {
        id,
        output: outcome.draft,
        confident: false,
        reason: outcome.reason,
        sure: sureText(outcome, original),
        pieces: pieces(sureText(outcome, original)),
        ms: elapsed(),
      };
    case "no-sketch":
      return { id, output: null, confident: false, reason: outcome.reason, pieces: [], ms: elapsed() };
  }
}

function refusal(id: Answer["id"], ms: number, error: string): Answer {
  return { id, output: null, confident: false, pieces: [], ms, error };
}
