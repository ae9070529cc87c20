import { deletesFile, makesFile, movesTo, planJobs, type ApplyJob } from "../apply/applyJobs.ts";
import { selectForFile } from "../apply/fileSketches.ts";
import { readSource, wholeSource, type SketchSource } from "../apply/sketchSource.ts";
import { opensSearchReplace } from "../sketch/searchReplace.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";

export type ReadSketch =
  | {
      readonly type: "sketch";
      readonly source: SketchSource;
      readonly job: ApplyJob;
      /** Whether it can be the text of a file that is not there. */
      readonly makesFile: boolean;
    }
  /** In words for the model, with what to do next. */
  | { readonly type: "bad"; readonly message: string };

/**
 * Reads the `code_edit` of a call as what it is by the description of the tool: a sketch for the one file at `path`, in whatever form a
 * model writes it. `original`: the text of the file, empty where there is none.
 */
export function readEditSketch(codeEdit: string, path: string, original: string): ReadSketch {
  const source = wholeSource(codeEdit);
  const sketches = readSource(source, { path, original });
  const { taken, left } = selectForFile(sketches.length > 0 ? sketches : asCode(codeEdit), path);
  if (left.length > 0) return bad("code_edit is for several files. Send one call for each file.");
  const [job] = planJobs(taken).jobs;
  if (job === undefined) return bad("code_edit begins a search/replace block that cannot be read to its end.");
  if (deletesFile(job)) return bad("code_edit deletes the file, which this tool does not do.");
  if (movesTo(job) !== undefined) return bad("code_edit moves the file, which this tool does not do.");
  return { type: "sketch", source, job, makesFile: makesFile(job, true) };
}

/** A text that reads like prose is still what the file shall hold: this is no answer of a chat. */
function asCode(codeEdit: string): readonly FileSketch[] {
  if (lineTexts(codeEdit).some(opensSearchReplace)) return [];
  const sketch = { type: "code", text: codeEdit } as const;
  return [{ path: undefined, moveTo: undefined, language: undefined, sketch, replyLine: 1 }];
}

function bad(what: string): ReadSketch {
  return { type: "bad", message: `${what} Nothing was changed.` };
}
