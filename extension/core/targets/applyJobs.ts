import type { ReplyContext } from "../sketch/readReply.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { createsFile, groupByFile } from "./fileSketches.ts";
import { tidyPath } from "./sketchPath.ts";
import { readSource, type SketchSource } from "./sketchSource.ts";
import { leavesOut } from "./sketchTraits.ts";

/** The sketches of a source that are for one file. */
export interface ApplyJob {
  /** As the sketches name the file; `undefined` if none does. */
  readonly path: string | undefined;
  readonly names: ReadonlySet<string>;
  readonly sketches: readonly FileSketch[];
  /** Whether the source has nothing for another file. */
  readonly isOnly: boolean;
}

/** What there is to apply. */
export interface ApplyJobs {
  readonly jobs: readonly ApplyJob[];
  /** Sketches that name no file while others do, so that nothing tells where they belong. */
  readonly left: readonly FileSketch[];
}

/** Sorts the sketches of a source by file. If they name one file or none, all of them make one job. */
export function planJobs(sketches: readonly FileSketch[]): ApplyJobs {
  const { groups, nameless } = groupByFile(sketches);
  if (sketches.length === 0) return { jobs: [], left: [] };
  const [first, second] = groups;
  if (second === undefined) {
    return { jobs: [{ path: first?.path, names: first?.names ?? new Set(), sketches, isOnly: true }], left: [] };
  }
  return { jobs: groups.map((group) => ({ ...group, isOnly: false })), left: nameless };
}

/**
 * Reads the sketches of a job again, now with what is known of the target, so that a file name in their first line is not taken for code.
 * Falls back to the job's own sketches if nothing is found this time.
 */
export function readJob(source: SketchSource, job: ApplyJob, context: ReplyContext): readonly FileSketch[] {
  const sketches = readSource(source, context);
  const own = job.isOnly
    ? sketches
    : sketches.filter(({ path }) => path !== undefined && job.names.has(tidyPath(path)));
  return own.length > 0 ? own : job.sketches;
}

/** Tells whether a job can create a file that does not exist. A job that leaves out parts cannot: it needs the file that has them. */
export function makesFile({ sketches }: ApplyJob, isNamed: boolean): boolean {
  return createsFile(sketches, isNamed) && !sketches.some(leavesOut);
}

/** Tells whether a job ends by deleting its file. */
export function deletesFile({ sketches }: ApplyJob): boolean {
  return sketches.at(-1)?.sketch.type === "delete";
}

/** Finds the path that a job moves its file to; `undefined` if the file stays where it is. */
export function movesTo({ sketches }: ApplyJob): string | undefined {
  return sketches.findLast(({ moveTo }) => moveTo !== undefined)?.moveTo;
}

/** Finds the first language that the fences of a job's sketches name; `undefined` if they name none. */
export function languageOfJob({ sketches }: ApplyJob): string | undefined {
  return sketches.find(({ language }) => language !== undefined)?.language;
}
