import { spawn, type ChildProcess } from "node:child_process";
import * as v from "valibot";
import type { EvaluationCase } from "../core/evaluation/evaluation.ts";
import type { GivenResult } from "../core/evaluation/judgeResult.ts";
import { byteLines } from "../node/byteLines.ts";

/** How a process starts that serves `fast-apply apply --jsonl`. */
export interface WorkerProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a case came to, and how long that took, from handing it over to the whole text. */
interface Worked {
  readonly given: GivenResult;
  readonly certainty: number | undefined;
  readonly seconds: number;
}

/** A process that applies without a model. It starts with the first case, and after a crash with the next one. */
export interface StructuralWorker {
  /** Applies a case, one at a time. Rejects only with the reason of an abort of `signal`. */
  apply(one: EvaluationCase, signal: AbortSignal): Promise<Worked>;
  end(): void;
}

/** No merge takes this long: the steps of the engine are counted. */
const PATIENCE_MS = 120_000;

/** Several processes share the memory, and cases need little. One that ends for want of it is tried again without limits. */
const FRUGAL = ["--max-semi-space-size=2", "--max-old-space-size=128"];

/** Bytes. */
const LONGEST_ANSWER = 256 * 1024 * 1024;

const answerSchema = v.object({
  output: v.nullable(v.string()),
  confident: v.boolean(),
  reason: v.optional(v.string()),
  pieces: v.array(v.object({ certainty: v.number() })),
  ms: v.number(),
  error: v.optional(v.string()),
});

interface Process {
  readonly child: ChildProcess;
  /** Whose grammars it has read. */
  readonly languages: Set<string>;
  readonly ask: (line: string) => Promise<string | undefined>;
}

/** Creates a worker; nothing is started yet. A case that takes longer than `patienceMs` is given up. */
export function createStructuralWorker(how: WorkerProgram, patienceMs = PATIENCE_MS): StructuralWorker {
  let current: Process | undefined;
  const end = (): void => {
    current?.child.kill("SIGKILL");
    current = undefined;
  };
  return {
    end,
    async apply(one, signal) {
      for (const flags of [FRUGAL, []]) {
        signal.throwIfAborted();
        current ??= start(how, flags);
        const overdue = AbortSignal.timeout(patienceMs);
        const either = AbortSignal.any([signal, overdue]);
        either.addEventListener("abort", end);
        const line = await askAbout(current, one);
        either.removeEventListener("abort", end);
        signal.throwIfAborted();
        if (line !== undefined) return readAnswer(line);
        current = undefined;
        if (overdue.aborted) return trouble("The engine's process did not end. Apply this case by itself to see why.");
      }
      return trouble("The engine's process ended. Apply this case by itself to see why.");
    },
  };
}

/** Asks for one case; `undefined` if the process has ended. */
async function askAbout({ languages, ask }: Process, one: EvaluationCase): Promise<string | undefined> {
  const { id, path, language, original, answer, instruction = "" } = one;
  const known = language === "" ? { path } : { path, language };
  if (!languages.has(language)) {
    // A grammar is read once in a session, and no case shall pay for that.
    languages.add(language);
    await ask(JSON.stringify({ ...known, original: "a\n", sketch: "a\n" }));
  }
  return ask(JSON.stringify({ id, ...known, original, sketch: answer, instruction }));
}

function start({ program, args, env }: WorkerProgram, flags: readonly string[]): Process {
  const child = spawn(program, [...flags, ...args, "apply", "--jsonl"], {
    // Not the folder of the user, which could hold a program of its own.
    cwd: import.meta.dirname,
    env,
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  let answered: ((line: string | undefined) => void) | undefined;
  let isOver = false;
  const answer = (line: string | undefined): void => {
    const resolve = answered;
    answered = undefined;
    resolve?.(line);
  };
  const over = (): void => {
    isOver = true;
    answer(undefined);
  };
  child.on("error", over);
  child.on("exit", over);
  child.stdin.on("error", () => undefined);
  const read = async (): Promise<void> => {
    for await (const line of byteLines(child.stdout, LONGEST_ANSWER)) answer(line.toString());
  };
  read().catch(over);
  return {
    child,
    languages: new Set(),
    ask: (line) =>
      new Promise((resolve) => {
        if (isOver) {
          resolve(undefined);
          return;
        }
        answered = resolve;
        child.stdin.write(`${line}\n`);
      }),
  };
}

function readAnswer(line: string): Worked {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  const parsed = v.safeParse(answerSchema, value);
  if (!parsed.success) return trouble("The engine's process gave an answer that cannot be read.");
  const { output, confident, reason, pieces, ms, error } = parsed.output;
  if (error !== undefined) return { ...trouble(error), seconds: ms / 1_000 };
  const given: GivenResult =
    confident && output !== null
      ? { type: "sure", text: output }
      : { type: "unsure", text: output ?? undefined, message: reason ?? "" };
  return { given, certainty: lowest(pieces), seconds: ms / 1_000 };
}

function trouble(message: string): Worked {
  return { given: { type: "trouble", message }, certainty: undefined, seconds: 0 };
}

/** Returns how sure the least certain piece is: a text is as sure as that. `undefined` if there are no pieces. */
export function lowest(pieces: readonly { readonly certainty: number }[]): number | undefined {
  return pieces.length === 0 ? undefined : Math.min(...pieces.map(({ certainty }) => certainty));
}
