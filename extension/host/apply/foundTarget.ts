import type { Uri } from "vscode";
import type { ApplyJob } from "../../core/targets/applyJobs.ts";
import type { SketchSource } from "../../core/targets/sketchSource.ts";

/** A job with the text that it was read from. */
export interface SourcedJob {
  readonly source: SketchSource;
  readonly job: ApplyJob;
}

/** A file that will be reviewed, with the jobs that are for it. */
export interface FoundTarget {
  readonly uri: Uri;
  readonly kind: "change" | "create";
  /** Whether the user was asked, and chose this file. */
  readonly isChosen: boolean;
  readonly jobs: readonly SourcedJob[];
  /** Whether VS Code will change line ends of the file when it saves it. */
  readonly hasMixedEnds: boolean;
}
