import { EventEmitter, on } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { LocalHealth } from "../core/models/localEngine.ts";
import { unlessAborted } from "../node/unlessAborted.ts";
import { startEngineProcess, type EngineProcess, type Exit } from "./engineProcess.ts";
import type { EngineAnswer, EngineFailure, EngineRequest } from "./protocol.ts";

export interface RequestOptions {
  /** The program of the engine's process. */
  readonly entry: string;
  /** Time between a crash and the next start, in milliseconds; it doubles with each crash that follows. */
  readonly backOffMs?: number;
  /** How often a working process is asked whether it is alive, in milliseconds. */
  readonly pulseMs?: number;
}

const BACK_OFF_MS = 1_000;
const MOST_BACK_OFF_MS = 30_000;
const PULSE_MS = 10_000;
/** A process that was silent this often hangs: its work is done beside the thread that answers. */
const MOST_MISSED = 6;

/** Work for the engine. */
export type EngineWork = Extract<EngineRequest, { type: "rewrite" | "prepare" | "score" | "inspect" }>;
type Loaded = Extract<EngineAnswer, { type: "loaded" }>;
/** What a piece of work is answered with. */
type Reply = Exclude<EngineAnswer, { type: "loaded" | "health" }>;

/** The engine's process, seen as what can be asked of it. */
export interface EngineRequests {
  /** Sends work and yields its replies up to the last one. Whoever stops reading before that cancels it. */
  readonly ask: (make: (id: number) => EngineWork, signal: AbortSignal) => AsyncGenerator<Reply>;
  readonly health: () => LocalHealth;
  /** Ends the process when it has had nothing to do for this long; 0: never. Counts anew with each call. */
  readonly endWhenIdle: (idleMs: number) => void;
  readonly stop: () => Promise<void>;
}

/** Creates what asks the engine's process, which starts with the first work, after a crash with the next one, and never twice at once. */
export function createEngineRequests(
  { entry, backOffMs = BACK_OFF_MS, pulseMs = PULSE_MS }: RequestOptions,
  onLoaded: (loaded: Loaded) => void,
): EngineRequests {
  let engine: EngineProcess | undefined;
  let ending: Promise<void> = Promise.resolve();
  let lastId = 0;
  let crashes = 0;
  let restsUntil = 0;
  let loaded: { readonly path: string; readonly memoryBytes: number } | undefined;
  /** How many pieces of work wait for a process, or are in progress. */
  let open = 0;
  let idle: NodeJS.Timeout | undefined;
  let pulse: NodeJS.Timeout | undefined;
  let missed = 0;
  const waiting = new Map<
    number,
    { readonly process: EngineProcess; readonly replies: EventEmitter<{ reply: [Reply] }>; readonly usesGpu: boolean }
  >();

  const onAnswer = (process: EngineProcess, answer: EngineAnswer): void => {
    const isCurrent = engine === process;
    if (isCurrent) missed = 0;
    if (answer.type === "loaded") {
      if (isCurrent) loaded = { path: answer.load.path, memoryBytes: answer.memoryBytes };
      onLoaded(answer);
    } else if (answer.type === "health") {
      if (isCurrent && loaded !== undefined) loaded = { ...loaded, memoryBytes: answer.memoryBytes };
    } else {
      waiting.get(answer.id)?.replies.emit("reply", answer);
    }
  };

  const onExit = (process: EngineProcess, { isAsked, reason }: Exit): void => {
    const isLoading = loaded === undefined;
    if (engine === process) forget();
    if (!isAsked) {
      crashes++;
      restsUntil = Date.now() + Math.min(MOST_BACK_OFF_MS, backOffMs * 2 ** (crashes - 1));
    }
    for (const [id, { process: mine, replies, usesGpu }] of waiting) {
      if (mine !== process) continue;
      const failure = isAsked ? stopped : brokeDown(reason, isLoading && usesGpu);
      replies.emit("reply", { type: "failed", id, failure });
    }
  };

  const forget = (): void => {
    engine = undefined;
    loaded = undefined;
    clearInterval(pulse);
  };

  const started = async (signal: AbortSignal): Promise<EngineProcess> => {
    await pause(Math.max(0, restsUntil - Date.now()), undefined, { signal });
    await unlessAborted(ending, signal);
    if (engine !== undefined) return engine;
    const process: EngineProcess = startEngineProcess(
      entry,
      (answer) => {
        onAnswer(process, answer);
      },
      (exit) => {
        onExit(process, exit);
      },
    );
    engine = process;
    missed = 0;
    pulse = setInterval(() => {
      feelPulse(process);
    }, pulseMs);
    pulse.unref();
    return process;
  };

  const feelPulse = (process: EngineProcess): void => {
    if (open === 0) return;
    if (missed >= MOST_MISSED) process.kill("it did not answer any more");
    missed++;
    process.send({ type: "health", id: ++lastId });
  };

  const stop = (): Promise<void> => {
    clearTimeout(idle);
    const last = engine;
    forget();
    if (last !== undefined) ending = last.end();
    return ending;
  };

  async function* ask(make: (id: number) => EngineWork, signal: AbortSignal): AsyncGenerator<Reply> {
    signal.throwIfAborted();
    const id = ++lastId;
    if (!existsSync(entry)) {
      yield { type: "failed", id, failure: absent };
      return;
    }
    const replies = new EventEmitter<{ reply: [Reply] }>();
    let process: EngineProcess | undefined;
    let isOver = false;
    clearTimeout(idle);
    open++;
    try {
      const coming = on(replies, "reply", { signal }) as AsyncIterable<[Reply]>;
      process = await started(signal);
      const work = make(id);
      waiting.set(id, { process, replies, usesGpu: work.type !== "inspect" && work.load.usesGpu });
      process.send(work);
      for await (const [reply] of coming) {
        // What came before the stop may still be waiting here, up to the end of the answer.
        signal.throwIfAborted();
        isOver = isLast(reply);
        if (isOver && reply.type !== "failed") crashes = 0;
        yield reply;
        if (isOver) return;
      }
    } catch (error) {
      signal.throwIfAborted();
      // The system had no resources left to start a process.
      const reason = error instanceof Error ? error.message : "unknown";
      yield { type: "failed", id, failure: brokeDown(`it could not be started (${reason})`, false) };
    } finally {
      open--;
      waiting.delete(id);
      if (!isOver) process?.send({ type: "cancel", id });
    }
  }

  return {
    ask,
    health: () =>
      engine === undefined
        ? { type: "stopped" }
        : { type: "running", pid: engine.pid, model: loaded?.path, memoryBytes: loaded?.memoryBytes ?? 0 },
    endWhenIdle: (idleMs) => {
      clearTimeout(idle);
      if (idleMs <= 0 || open > 0) return;
      idle = setTimeout(() => void stop(), idleMs);
      idle.unref();
    },
    stop,
  };
}

const absent: EngineFailure = {
  type: "not-found",
  message:
    "This build of Fast Apply has no local engine. Install the build of the extension for this platform, or choose another provider.",
};

const stopped: EngineFailure = {
  type: "unreachable",
  message: "The local engine was stopped. Apply again to start it.",
};

function brokeDown(reason: string, isPerhapsGpu: boolean): EngineFailure {
  const next = isPerhapsGpu
    ? "Apply again to start the engine anew; if it breaks down again, turn off the setting fastApply.local.gpu."
    : "Apply again to start the engine anew.";
  return { type: "unreachable", message: `The local engine broke down: ${reason}. The file is as it was. ${next}` };
}

function isLast(reply: Reply): boolean {
  if (reply.type === "event") return reply.event.type === "end" || reply.event.type === "failed";
  return reply.type !== "figures";
}
