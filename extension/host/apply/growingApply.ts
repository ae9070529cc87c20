import { STRUCTURAL, type ApplyEvent } from "../../core/apply/applyEvents.ts";
import { planJobs } from "../../core/targets/applyJobs.ts";
import { selectForFile } from "../../core/targets/fileSketches.ts";
import { readSource, type SketchSource } from "../../core/targets/sketchSource.ts";
import type { FileSketch } from "../../core/sketch/sketch.ts";
import type { ChatContext, SketchTarget } from "./applyRequest.ts";
import type { SourcedJob } from "./foundTarget.ts";

/** What of an answer can be applied while it is still being written, and what it is told of it by then. */
export interface GrownSource {
  readonly source: SketchSource;
  readonly context: ChatContext;
}

/** The same for one file. */
export interface GrownTarget {
  readonly target: SketchTarget;
  readonly context: ChatContext;
}

/** Gives an answer as often as more of it can be applied; the last one is all of it. Ends early with `signal`. */
export type Growing<Grown> = (signal: AbortSignal) => AsyncIterable<Grown>;

/** What of a source is for the file that the user has said it is for; `undefined` if nothing is. */
export function jobForChosen(
  source: SketchSource,
  sketches: readonly FileSketch[],
  { path }: SketchTarget["uri"],
): SourcedJob | undefined {
  const { taken } = selectForFile(sketches, path);
  const [job] = planJobs(taken).jobs;
  return job && { source, job: { ...job, isOnly: taken.length === sketches.length } };
}

/** A target with what has come for it so far. */
export function growingTarget(target: SketchTarget, growing: Growing<GrownSource>): Growing<GrownTarget> {
  return async function* (signal) {
    for await (const { source, context } of growing(signal)) {
      const job = jobForChosen(source, readSource(source), target.uri);
      if (job !== undefined) yield { target: { ...target, jobs: [job] }, context };
    }
  };
}

/**
 * The apply of sketches that are still being written: proposes what has a place of those that are whole, as they come, and ends as the
 * apply of all of them does. `place`: the text with what has a place, without asking anyone; `undefined` if that takes long.
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
