import { fork, type ChildProcess } from "node:child_process";
import { dirname } from "node:path";
import { parseAnswer, requestOf, type EngineAnswer, type EngineFailure, type EngineRequest } from "./protocol.ts";

/** The engine's process while it lives. */
export interface EngineProcess {
  readonly pid: number;
  readonly send: (request: EngineRequest) => void;
  /** Asks it to end, and kills it if it does not in time. */
  readonly end: () => Promise<void>;
  /** Ends it at once, for a reason that its exit tells. */
  readonly kill: (reason: string) => void;
}

/** Why a process has ended; the reason is a sentence without a full stop. */
export interface Exit {
  readonly isAsked: boolean;
  readonly reason: string;
}

/** A process in the middle of a batch notices only after that batch. */
const END_MS = 5_000;

/**
 * For what the process itself holds, such as a vocabulary of some 100,000 tokens; the model lies outside. A file that declares endless lists
 * ends this process, and does not take the machine's memory.
 */
const HEAP_MB = 1024;

/** How much of the library's complaints is kept, in characters. */
const COMPLAINT = 300;

/**
 * Starts the process. It gets only what programs need of the environment, so that no variable of the user's changes what the library does.
 * `onExit` is called once, last.
 */
export function startEngineProcess(
  entry: string,
  onAnswer: (answer: EngineAnswer) => void,
  onExit: (exit: Exit) => void,
): EngineProcess {
  const child = fork(entry, [], {
    // Not the folder that VS Code was started in, which may be a workspace.
    cwd: dirname(entry),
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: environment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "json",
  });
  let isAsked = false;
  let hasEnded = false;
  let complaint = "";
  let killed: string | undefined;
  const exited = new Promise<void>((resolve) => {
    const end = (reason: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      resolve();
      onExit({ isAsked, reason });
    };
    child.once("error", (error) => {
      end(`it could not be started: ${error.message}`);
    });
    child.once("exit", (code, signal) => {
      end(killed ?? exitReason(code, signal, complaint));
    });
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT);
  });
  child.on("message", (raw: unknown) => {
    const answer = parseAnswer(raw);
    const id = requestOf(raw);
    if (answer !== undefined) onAnswer(answer);
    else if (id !== undefined) onAnswer({ type: "failed", id, failure: unreadable });
  });
  const send = (request: EngineRequest): void => {
    // A process that has just died reports that by its exit.
    if (child.connected) child.send(request, () => undefined);
  };
  return {
    pid: child.pid ?? 0,
    send,
    end: async () => {
      isAsked = true;
      send({ type: "unload" });
      const overdue = setTimeout(() => child.kill("SIGKILL"), END_MS);
      await exited;
      clearTimeout(overdue);
    },
    kill: (reason) => {
      killed = reason;
      child.kill("SIGKILL");
    },
  };
}

const unreadable: EngineFailure = {
  type: "bad-answer",
  message: "The local engine gave an answer that cannot be read. Apply again, or choose another model.",
};

/** Variables of the library would let it build, fetch or load something else. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(NODE_|LLAMA_|GGML_|ELECTRON_)/i.test(name));
  const isElectron = process.versions.electron !== undefined;
  return { ...Object.fromEntries(kept), ...(isElectron ? { ELECTRON_RUN_AS_NODE: "1" } : {}) };
}

function exitReason(code: number | null, signal: ChildProcess["signalCode"], complaint: string): string {
  const [line] = complaint.trim().split("\n").slice(-1);
  const said = line === undefined || line === "" ? "" : `: ${line}`;
  if (signal === "SIGKILL") return "the system or another program ended it, which happens when memory runs out";
  return signal === null ? `it ended with code ${code ?? 0}${said}` : `it crashed (${signal})${said}`;
}
