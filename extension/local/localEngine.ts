import { EventEmitter, on } from "node:events";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { LocalEngine, LocalHealth, LocalModel, LocalOptions } from "../core/apply/localEngine.ts";
import type { ModelEvent } from "../core/apply/model.ts";
import type { Rewriter, RewriteTask } from "../core/apply/rewriter.ts";
import type { PassCost } from "../core/speculation/draftLengths.ts";
import { startEngineProcess, type EngineProcess, type Exit } from "./engineProcess.ts";
import { localLimits } from "./localLimits.ts";
import type { EngineAnswer, EngineFailure, EngineRequest, Load, LocalTask, RewriteFigures } from "./protocol.ts";

/** How the settings name the local engine among the providers. */
export const LOCAL = "local";

export interface LocalEngineOptions {
  /** The program of the engine's process. */
  readonly entry: string;
  /** Time between a crash and the next start, in milliseconds; it doubles with each crash that follows. */
  readonly backOffMs?: number;
  /** Threads of the engine; those that suit the machine where it is absent. */
  readonly threads?: number;
  /** What each rewrite took, and what passes cost when a model was loaded, for benches. */
  readonly onFigures?: (figures: RewriteFigures) => void;
  readonly onCosts?: (costs: readonly PassCost[]) => void;
  /** What the answer may repeat, for benches: in place of draft, original and sketch. */
  readonly draftsOf?: (task: RewriteTask) => readonly string[];
}

const BACK_OFF_MS = 1_000;
const MOST_BACK_OFF_MS = 30_000;
/** How long a process stays that was started to read what a model needs. */
const WITHOUT_MODEL_MS = 60_000;

type Work = Extract<EngineRequest, { type: "rewrite" | "prepare" | "inspect" }>;
/** What one request is answered with. */
type Reply = Exclude<EngineAnswer, { type: "loaded" }>;

/** The engine behind its port. Its process starts with the first request, and after a crash with the next one. */
export function createLocalEngine(options: LocalEngineOptions): LocalEngine {
  const { entry, backOffMs = BACK_OFF_MS } = options;
  let engine: EngineProcess | undefined;
  let lastId = 0;
  let crashes = 0;
  let restsUntil = 0;
  let idle: NodeJS.Timeout | undefined;
  let loaded: { readonly path: string; readonly memoryBytes: number } | undefined;
  /** What passes cost for each way to load a model: measured once, it holds for the next start too. */
  const costs = new Map<string, NonNullable<Load["costs"]>>();
  const waiting = new Map<number, EventEmitter<{ reply: [Reply] }>>();

  const onAnswer = (answer: EngineAnswer): void => {
    if (answer.type === "loaded") {
      const { load, memoryBytes } = answer;
      loaded = { path: load.path, memoryBytes };
      costs.set(keyOf(load), answer.costs);
      options.onCosts?.(answer.costs);
    } else {
      waiting.get(answer.id)?.emit("reply", answer);
    }
  };

  const onExit = ({ isAsked, reason }: Exit): void => {
    engine = undefined;
    loaded = undefined;
    if (!isAsked) {
      crashes++;
      restsUntil = Date.now() + Math.min(MOST_BACK_OFF_MS, backOffMs * 2 ** (crashes - 1));
    }
    const message = isAsked
      ? "The local engine was stopped. Apply again to start it."
      : `The local engine broke down: ${reason}. The file is as it was. Apply again to start the engine anew.`;
    const failure: EngineFailure = { type: "unreachable", message };
    for (const [id, replies] of waiting) replies.emit("reply", { type: "failed", id, failure });
  };

  const started = async (signal: AbortSignal): Promise<EngineProcess> => {
    await pause(Math.max(0, restsUntil - Date.now()), undefined, { signal });
    engine ??= startEngineProcess(entry, onAnswer, onExit);
    return engine;
  };

  /** Sends a request, and gives its replies to the last one. Who stops reading before that cancels it. */
  async function* ask(make: (id: number) => Work, signal: AbortSignal): AsyncGenerator<Reply> {
    signal.throwIfAborted();
    const id = ++lastId;
    if (!existsSync(entry)) {
      yield { type: "failed", id, failure: absent };
      return;
    }
    const replies = new EventEmitter<{ reply: [Reply] }>();
    waiting.set(id, replies);
    clearTimeout(idle);
    let isOver = false;
    try {
      const coming = on(replies, "reply", { signal }) as AsyncIterable<[Reply]>;
      (await started(signal)).send(make(id));
      for await (const [reply] of coming) {
        isOver = isLast(reply);
        if (isOver && reply.type !== "failed") crashes = 0;
        yield reply;
        if (isOver) return;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      waiting.delete(id);
      if (!isOver) engine?.send({ type: "cancel", id });
    }
  }

  let lastIdleMs = 0;
  const restAfterWork = (idleMs: number): void => {
    lastIdleMs = idleMs;
    clearTimeout(idle);
    if (idleMs <= 0 || waiting.size > 0) return;
    idle = setTimeout(() => void engine?.end(), idleMs);
    idle.unref();
  };

  const loadOf = (model: LocalModel, { usesGpu, isStrict }: LocalOptions): Load => {
    const load: Load = {
      path: model.path,
      usesGpu,
      isStrict,
      ...(options.threads === undefined ? {} : { threads: options.threads }),
    };
    const known = costs.get(keyOf(load));
    return known === undefined ? load : { ...load, costs: known };
  };

  const taskOf = (task: RewriteTask): LocalTask => {
    const { original, sketch, instruction, path, language, draft } = task;
    const drafts = options.draftsOf?.(task);
    return {
      original,
      sketch,
      instruction,
      draft,
      ...(path === undefined ? {} : { path }),
      ...(language === undefined ? {} : { language }),
      ...(drafts === undefined ? {} : { drafts: [...drafts] }),
    };
  };

  const rewriter = (model: LocalModel, how: LocalOptions): Rewriter => ({
    id: LOCAL,
    name: model.name,
    limits: localLimits,
    async *rewrite(task, signal): AsyncGenerator<ModelEvent> {
      try {
        const make = (id: number): Work => ({ type: "rewrite", id, load: loadOf(model, how), task: taskOf(task) });
        for await (const answer of ask(make, signal)) {
          if (answer.type === "event") yield answer.event;
          else if (answer.type === "figures") options.onFigures?.(answer.figures);
          else if (answer.type === "failed") yield answer;
        }
      } finally {
        restAfterWork(how.idleMs);
      }
    },
    async prepare(task, signal) {
      try {
        const make = (id: number): Work => ({ type: "prepare", id, load: loadOf(model, how), task: taskOf(task) });
        for await (const answer of ask(make, signal)) if (isLast(answer)) return;
      } finally {
        restAfterWork(how.idleMs);
      }
    },
  });

  return {
    rewriter,
    inspect: async (path, signal) => {
      try {
        for await (const answer of ask((id) => ({ type: "inspect", id, path }), signal)) {
          if (answer.type === "facts") return { type: "facts", ...answer.facts };
          if (answer.type === "failed") return { type: "failed", message: answer.failure.message };
        }
        return { type: "failed", message: `${basename(path)} could not be read. Try again.` };
      } finally {
        restAfterWork(loaded === undefined ? WITHOUT_MODEL_MS : lastIdleMs);
      }
    },
    health: (): LocalHealth =>
      engine === undefined
        ? { type: "stopped" }
        : { type: "running", pid: engine.pid, model: loaded?.path, memoryBytes: loaded?.memoryBytes ?? 0 },
    stop: async () => {
      clearTimeout(idle);
      await engine?.end();
    },
  };
}

const absent: EngineFailure = {
  type: "not-found",
  message:
    "This build of Fast Apply has no local engine. Install the build of the extension for this platform, or choose another provider.",
};

function isLast(reply: Reply): boolean {
  if (reply.type === "event") return reply.event.type === "end" || reply.event.type === "failed";
  return reply.type !== "figures";
}

function keyOf({ path, usesGpu, isStrict, threads }: Load): string {
  return JSON.stringify([path, usesGpu, isStrict, threads]);
}
