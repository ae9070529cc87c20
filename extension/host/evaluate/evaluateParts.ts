import type { SyntaxParsers } from "../../core/text/syntax.ts";
import type { WorkerProgram } from "../../evaluation/structuralWorker.ts";
import type { ConfiguredPlanners } from "../providers/configuredPlanners.ts";
import type { ConfiguredProviders } from "../providers/configuredProviders.ts";

/** What an evaluation in VS Code needs of the extension's composition root. */
export interface EvaluateParts {
  readonly providers: ConfiguredProviders;
  readonly planners: ConfiguredPlanners;
  readonly parsers: SyntaxParsers;
  /** Returns the passes of the model on this machine since the last call. */
  readonly takePasses: () => number | undefined;
  /** The engine's own processes, one for each core. */
  readonly worker: WorkerProgram;
  /** Where runs and reports are kept: a folder of the extension's own. */
  readonly folder: string;
  /** Of the extension. */
  readonly version: string;
}
