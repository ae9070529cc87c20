import { basename } from "node:path";
import type { LocalEngine, LocalModel, LocalOptions } from "../core/models/localEngine.ts";
import type { ModelEvent } from "../core/models/model.ts";
import type { Rewriter, RewriteTask } from "../core/models/rewriter.ts";
import { createScoreChooser } from "../core/apply/scoreAlternatives.ts";
import type { WindowScorer } from "../core/models/windowScorer.ts";
import type { PassCost } from "../core/speculation/draftLengths.ts";
import { createEngineRequests, type RequestOptions, type EngineWork } from "./engineRequests.ts";
import { localLimits } from "./localLimits.ts";
import type { Load, LocalTask, RewriteFigures, ScoreFigures } from "./protocol.ts";

/** How the settings name the local engine among the providers. */
const LOCAL = "local";

export interface LocalEngineOptions extends RequestOptions {
  /** Threads of the engine; if absent, as many as suit the machine. */
  readonly threads?: number;
  /** What passes cost, if it need not be measured. */
  readonly costs?: readonly PassCost[];
  /** What each rewrite took, and what passes cost when a model was loaded, for benches. */
  readonly onFigures?: (figures: RewriteFigures) => void;
  readonly onScoreFigures?: (figures: ScoreFigures) => void;
  readonly onCosts?: (costs: readonly PassCost[]) => void;
  /** What the answer may repeat, for benches: in place of draft, original and sketch. */
  readonly draftsOf?: (task: RewriteTask) => readonly string[];
}

/** How long a process stays that was started only to read what a model needs. */
const WITHOUT_MODEL_MS = 60_000;

/** Creates the local engine. Its process starts with the first request, and after a crash with the next one. */
export function createLocalEngine(options: LocalEngineOptions): LocalEngine {
  /** What passes cost for each way to load a model: measured once, it holds for the next start too. */
  const costs = new Map<string, NonNullable<Load["costs"]>>();
  let lastIdleMs = 0;
  const requests = createEngineRequests(options, (loaded) => {
    costs.set(keyOf(loaded.load), loaded.costs);
    options.onCosts?.(loaded.costs);
  });

  const restAfterWork = (idleMs: number): void => {
    lastIdleMs = idleMs;
    requests.endWhenIdle(idleMs);
  };

  const loadOf = (model: LocalModel, { usesGpu, isStrict }: LocalOptions): Load => {
    const load: Load = {
      path: model.path,
      usesGpu,
      isStrict,
      ...(options.threads === undefined ? {} : { threads: options.threads }),
    };
    const known = options.costs ?? costs.get(keyOf(load));
    return known === undefined ? load : { ...load, costs: [...known] };
  };

  const taskOf = (task: RewriteTask): LocalTask => {
    const { original, sketch, instruction, path, language, draft } = task;
    const drafts = task.isUnaided === true ? [] : options.draftsOf?.(task);
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

  const scorer = (model: LocalModel, how: LocalOptions): WindowScorer => ({
    name: model.name,
    async score({ original, sketch, instruction, path, language }, windows, enough, signal) {
      const task = {
        original,
        sketch,
        instruction,
        ...(path === undefined ? {} : { path }),
        ...(language === undefined ? {} : { language }),
      };
      const more = enough === undefined ? {} : { enough };
      try {
        const make = (id: number): EngineWork => ({
          type: "score",
          id,
          load: loadOf(model, how),
          task,
          windows: [...windows],
          ...more,
        });
        for await (const answer of requests.ask(make, signal)) {
          if (answer.type === "failed") return { type: "failed", message: answer.failure.message };
          if (answer.type !== "scored") continue;
          options.onScoreFigures?.(answer.figures);
          if (answer.scores.length !== windows.length) break;
          return { type: "scored", scores: answer.scores };
        }
        return { type: "failed", message: `${model.name} gave no scores. Apply again, or choose another model.` };
      } finally {
        restAfterWork(how.idleMs);
      }
    },
  });

  const rewriter = (model: LocalModel, how: LocalOptions): Rewriter => ({
    id: LOCAL,
    name: model.name,
    limits: localLimits,
    async *rewrite(task, signal): AsyncGenerator<ModelEvent> {
      try {
        const work = { type: "rewrite", load: loadOf(model, how), task: taskOf(task) } as const;
        for await (const answer of requests.ask((id) => ({ ...work, id }), signal)) {
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
        const work = { type: "prepare", load: loadOf(model, how), task: taskOf(task) } as const;
        // The rewrite reports what fails here.
        for await (const answer of requests.ask((id) => ({ ...work, id }), signal))
          if (answer.type === "prepared") return;
      } finally {
        restAfterWork(how.idleMs);
      }
    },
    chooser: createScoreChooser(LOCAL, scorer(model, how)),
  });

  return {
    rewriter,
    scorer,
    inspect: async (path, signal) => {
      try {
        for await (const answer of requests.ask((id) => ({ type: "inspect", id, path }), signal)) {
          if (answer.type === "facts") return { type: "facts", ...answer.facts };
          if (answer.type === "failed") return { type: "failed", message: answer.failure.message };
        }
        return { type: "failed", message: `${basename(path)} could not be read. Try again.` };
      } finally {
        const health = requests.health();
        const hasModel = health.type === "running" && health.model !== undefined;
        requests.endWhenIdle(hasModel ? lastIdleMs : WITHOUT_MODEL_MS);
      }
    },
    health: requests.health,
    stop: requests.stop,
  };
}

function keyOf({ path, usesGpu, isStrict, threads }: Load): string {
  return JSON.stringify([path, usesGpu, isStrict, threads]);
}
