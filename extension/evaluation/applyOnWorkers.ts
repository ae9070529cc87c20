import { availableParallelism } from "node:os";
import type { EvaluationCase } from "../core/evaluation/evaluation.ts";
import { judgeResult } from "../core/evaluation/judgeResult.ts";
import type { AppliedCase } from "./applyCase.ts";
import { inParallel } from "./inParallel.ts";
import { createStructuralWorker, type WorkerProgram } from "./structuralWorker.ts";

/** Applies cases by the merge alone, in one process per core; yields the results as they come. Rejects only with the reason of an abort. */
export async function* applyOnWorkers(
  cases: readonly EvaluationCase[],
  engineId: string,
  program: WorkerProgram,
  signal: AbortSignal,
): AsyncGenerator<AppliedCase> {
  const count = Math.min(availableParallelism(), cases.length);
  const workers = Array.from({ length: count }, () => createStructuralWorker(program));
  try {
    yield* inParallel(
      cases,
      workers,
      async (one, worker, ending): Promise<AppliedCase> => {
        const { given, certainty, seconds } = await worker.apply(one, ending);
        const sure = certainty === undefined ? {} : { certainty };
        return {
          result: { caseId: one.id, engineId, ...judgeResult(given, one), seconds, ...sure },
          failure: undefined,
        };
      },
      signal,
    );
  } finally {
    for (const worker of workers) worker.end();
  }
}
