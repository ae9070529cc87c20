import { STRUCTURAL, type ApplyEvent } from "../../core/apply/applyEvents.ts";
import { planJobs } from "../../core/targets/applyJobs.ts";
import { selectForFile } from "../../core/targets/fileSketches.ts";
import { readSource, type SketchSource } from "../../core/targets/sketchSource.ts";
import type { FileSketch } from "../../core/sketch/sketch.ts";
import type { ChatContext, SketchTarget } from "./applyRequest.ts";
import type { SourcedJob } from "./foundTarget.ts";

/** What can be applied of an answer that is still being written, and what is known of its chat by then. */
export interface GrownSource {
  readonly source: SketchSource;
  readonly context: ChatContext;
}

/** The same for one file. */
export interface GrownTarget {
  readonly target: SketchTarget;
  readonly context: ChatContext;
}

/** Yields an answer each time that more of it can be applied; the last one is all of it. Ends early if `signal` aborts. */
export type Growing<Grown> = (signal: AbortSignal) => AsyncIterable<Grown>;

/** Makes a job of what a source has for the file that the user has chosen; `undefined` if it has nothing. */
export function jobForChosen(
  source: SketchSource,
  sketches: readonly FileSketch[],
  { path }: SketchTarget["uri"],
): SourcedJob | undefined {
  const { taken } = selectForFile(sketches, path);
  const [job] = planJobs(taken).jobs;
  return job && { source, job: { ...job, isOnly: taken.length === sketches.length } };
}

/** Narrows a growing source to one target: yields the target with what has come for it so far, once there is something. */
export function growingTarget(target: SketchTarget, growing: Growing<GrownSource>): Growing<GrownTarget> {
  return async function* (signal) {
    for await (const { source, context } of growing(signal)) {
      const job = jobForChosen(source, readSource(source), target.uri);
      if (job !== undefined) yield { target: { ...target, jobs: [job] }, context };
    }
  };
}

/**
 * Applies sketches that are still being written: proposes, as they come, those that are whole and have a place, and ends as the apply of
 * all of them does; yields nothing if none came. `place` returns the text with what has a place, without asking anyone; `undefined` if
 * that takes long.
 */
export async function* applyGrowing(
  growing: AsyncIterable<GrownTarget>,
  place: (grown: GrownTarget) => string | undefined,
  applyAll: (grown: GrownTarget) => AsyncIterable<ApplyEvent>,
): AsyncGenerator<ApplyEvent> {
  let last: GrownTarget | undefined;
  let shown: string | undefined;
  for await (const grown of growing) {
    last = grown;
    const text = place(grown);
    if (text === undefined || text === shown) continue;
    shown = text;
    yield { type: "step", engine: STRUCTURAL };
    yield { type: "text", text };
  }
  if (last !== undefined) yield* applyAll(last);
}
