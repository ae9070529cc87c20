import * as v from "valibot";
import type { Engine } from "../core/apply/applyToFile.ts";
import { parseEditCall } from "../core/tools/editArguments.ts";
import { bareResult, type EditResult } from "../core/tools/editResult.ts";
import type { ShownAlternatives } from "../core/tools/shownAlternatives.ts";
import { holdsSecrets, withoutLines } from "../core/tools/secretFiles.ts";
import { shown } from "../core/text/shownText.ts";
import { previewDirectEdit, writeEdit, type DirectEdit } from "./directEdit.ts";
import { handOver } from "./handOver.ts";
import { locateInRoots } from "./locate.ts";
import type { CallProgress } from "./progress.ts";
import type { Root } from "./roots.ts";

/** One call of one of the tools. */
export interface EditRequest {
  /** As it came. */
  readonly arguments: unknown;
  /** `preview`: nothing is to be written, whoever would review it. */
  readonly purpose: "edit" | "preview";
  readonly agent: string;
  /** How long a user may take to decide. */
  readonly patienceSeconds: number;
}

export interface EditSurroundings {
  readonly engine: Engine;
  /** Whether edits are written that nobody reviews. */
  readonly isAuto: boolean;
  /** Calls with the same one belong to one run of an agent. */
  readonly session: string;
  /** What these have been shown that their edits may mean. */
  readonly reported: ShownAlternatives;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** The folders that may be edited, asked for anew by each call; or what to do if there are none. */
  readonly roots: (signal: AbortSignal) => Promise<readonly Root[] | string>;
}

const PREVIEWED =
  "Nothing was written, as it was asked for. The proof holds for the file as it is on the disk: no window of VS Code that has its folder open showed the edit on the text there.";
const NOT_ALLOWED =
  "Nothing was written: no window of VS Code with Fast Apply has the folder open, and the server was started without --auto. The proof holds. Ask the user to open the folder there, to start the server with --auto, or to make this change by hand; do not report it as done.";

/**
 * Does what a call asks for: hands it to the window of VS Code that has the folder open, otherwise writes the edit if that is wanted and
 * allowed, otherwise shows it. Throws if `signal` is aborted.
 */
export async function answerEdit(
  { engine, isAuto, session, reported, now, roots: findRoots }: EditSurroundings,
  { arguments: raw, purpose, agent, patienceSeconds }: EditRequest,
  progress: CallProgress,
  signal: AbortSignal,
): Promise<EditResult> {
  const parsed = parseEditCall(raw);
  if (parsed.type === "bad") return bareResult("failed", namedTarget(raw), parsed.message);
  const { call } = parsed;
  const roots = await findRoots(signal);
  if (typeof roots === "string") return bareResult("failed", call.targetFile, roots);
  const onEvent: Engine["onEvent"] = (event) => {
    progress.take(event);
    return Promise.resolve();
  };
  const located = await locateInRoots(call.targetFile, roots);
  if (located.type === "refused") return bareResult("failed", call.targetFile, located.message);
  const request = { path: located.place.real, purpose, arguments: raw, agent, session, patienceSeconds };
  let reviewed: EditResult | "no-window" | undefined;
  try {
    reviewed = await handOver(request, progress.say, signal);
  } finally {
    if (reviewed !== "no-window") await located.place.close();
  }
  if (reviewed !== "no-window") return { ...reviewed, file: call.targetFile };
  // A link can have a harmless name.
  const isSecret = holdsSecrets(call.targetFile) || holdsSecrets(located.place.real);
  const telling = { reported, session, isSecret };
  const edit: DirectEdit = { engine: { ...engine, onEvent }, call, roots, telling, now, onProgress: progress.say };
  const result =
    purpose === "edit" && isAuto
      ? await writeEdit(edit, located, signal)
      : await previewDirectEdit(edit, located, purpose === "preview" ? PREVIEWED : NOT_ALLOWED, signal);
  return isSecret ? withoutLines(result) : result;
}

/** Returns the name that an unreadable call gives its file, as far as it gives one, in a form that is safe to show. */
export function namedTarget(raw: unknown): string {
  const named = v.safeParse(v.looseObject({ target_file: v.string() }), raw);
  return named.success && named.output.target_file.trim() !== "" ? shown(named.output.target_file, 100) : "(no file)";
}
