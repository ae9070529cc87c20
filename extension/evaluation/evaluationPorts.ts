import type { Evaluation } from "../core/evaluation/evaluation.ts";
import type { SyntaxParsers } from "../core/text/syntax.ts";
import type { Sending } from "../core/evaluation/sendings.ts";
import type { CaseSource } from "./caseSource.ts";
import type { EngineToRun, AskedPlanner } from "./engines.ts";
import type { WorkerProgram } from "./structuralWorker.ts";

/** What an evaluation is to be of. */
export interface EvaluationOptions {
  readonly source: CaseSource;
  /** `undefined`: the usual number of a repository, all of a file. */
  readonly edits: number | undefined;
  readonly seed: number;
  /** At least one. */
  readonly engines: readonly EngineToRun[];
  /** Writes the answers; otherwise they are made with the edits. */
  readonly planner: AskedPlanner | undefined;
  readonly grader: AskedPlanner | undefined;
  /** Where the run is kept, so that it can go on after a stop. */
  readonly folder: string;
  readonly made: Pick<Evaluation["made"], "version" | "command" | "commit" | "isChanged">;
  /** Tells this build of the engine from others: results of the one are none of the other. */
  readonly build: string;
}

/** What an evaluation needs of those who have it made. */
export interface EvaluationPorts {
  /** For engines that work in this process. */
  readonly parsers: () => Promise<SyntaxParsers>;
  /** Processes of the structural engine: one for each core. */
  readonly worker: WorkerProgram;
  /** Whether all of this may be sent. Nothing was sent before. */
  readonly mayBeSent: (sendings: readonly Sending[]) => Promise<boolean>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** The time of day: ISO 8601, in UTC. */
  readonly today: () => string;
}

/** Any number of steps, and the end as the last. */
export type EvaluationProgress = EvaluationStep | EvaluationEnd;

/** How an evaluation goes on. */
export type EvaluationStep =
  /** Cases were found; `remarks` are sentences for the user, and `kept` results of an earlier run. */
  | { readonly type: "found"; readonly cases: number; readonly remarks: readonly string[]; readonly kept: number }
  | {
      readonly type: "progress";
      readonly stage: "planning" | "applying" | "grading";
      /** The engine or model at work, as the user knows it. */
      readonly who: string;
      readonly done: number;
      readonly total: number;
      /** Of this stage by this engine; `undefined` until something is done. */
      readonly secondsLeft: number | undefined;
    };

/** How it ends. */
export type EvaluationEnd =
  | { readonly type: "done"; readonly evaluation: Evaluation }
  /** The user does not want it to be sent. */
  | { readonly type: "declined" }
  /** `message` and `next` are sentences. */
  | {
      readonly type: "failed";
      readonly kind: "source" | "folder" | "stopped";
      readonly message: string;
      readonly next: string;
    };
