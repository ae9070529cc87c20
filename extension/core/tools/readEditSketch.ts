import { deletesFile, makesFile, movesTo, planJobs, type ApplyJob } from "../targets/applyJobs.ts";
import { selectForFile } from "../targets/fileSketches.ts";
import { tidyPath } from "../targets/sketchPath.ts";
import { oneFileSource, readSource, type SketchSource } from "../targets/sketchSource.ts";
import { isTalk } from "../sketch/readReply.ts";
import { shown } from "../text/shownText.ts";

export type ReadSketch =
  | {
      readonly type: "sketch";
      readonly source: SketchSource;
      readonly job: ApplyJob;
      /** Whether it can be the text of a file that does not exist yet. */
      readonly makesFile: boolean;
    }
  /** In words for the model, with what to do next. */
  | { readonly type: "bad"; readonly message: string };

/**
 * Reads the `code_edit` of a call as what it is by the description of the tool: a sketch for the one file at `path`, in whatever form a
 * model writes it. `original`: the text of the file, empty if there is none. `bad` if it is not one, or deletes or moves the file.
 */
export function readEditSketch(codeEdit: string, path: string, original: string): ReadSketch {
  if (isTalk(codeEdit, { path })) {
    return bad("code_edit holds an answer with words around its code. Send the code alone, without a fence.");
  }
  const source = oneFileSource(codeEdit);
  const { taken, left } = selectForFile(readSource(source, { path, original }), path);
  if (left.length > 0) return bad("code_edit is for several files. Send one call for each file.");
  const [job] = planJobs(taken).jobs;
  if (job === undefined) return bad("code_edit begins a search/replace block that cannot be read to its end.");
  const other = taken.find(
    ({ sketch, path: named }) => sketch.type !== "code" && named !== undefined && nameOf(named) !== nameOf(path),
  );
  if (other?.path !== undefined) {
    return bad(
      `code_edit is for ${shown(other.path)}, and target_file is another file. Name that one, or mend the patch.`,
    );
  }
  if (deletesFile(job)) return bad("code_edit deletes the file, which this tool does not do.");
  if (movesTo(job) !== undefined) return bad("code_edit moves the file, which this tool does not do.");
  return { type: "sketch", source, job, makesFile: makesFile(job, true) };
}

/** Returns the name of a file without its folders, which a patch may name from anywhere. */
function nameOf(path: string): string | undefined {
  return tidyPath(path).split("/").at(-1);
}

function bad(what: string): ReadSketch {
  return { type: "bad", message: `${what} Nothing was changed.` };
}
