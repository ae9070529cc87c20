import { l10n, Uri } from "vscode";
import { makesFile, planJobs, type ApplyJob } from "../../core/targets/applyJobs.ts";
import { createsFile } from "../../core/targets/fileSketches.ts";
import { resolveTarget, type TargetDecision } from "../../core/targets/resolveTarget.ts";
import type { AnswerBlock } from "../../core/chat/answerBlocks.ts";
import type { Certainty } from "../../core/chat/chatProtocol.ts";
import { pathFaultText, targetTroubleText } from "../apply/applyMessages.ts";
import { foundLinesText, reasonText, uriOfPlace } from "../apply/pickTarget.ts";
import type { ContentSearch } from "../apply/contentSearch.ts";
import { checkTarget, type TargetOrigin } from "../apply/targetChecks.ts";
import type { EditorContext } from "../apply/editorContext.ts";
import { gatherFacts } from "../apply/targetFacts.ts";
import { shown, shownTarget } from "../shownText.ts";

/** Which file a block is for, as far as that is known without asking. */
export interface Guess {
  /** `undefined` if nothing, or no single file, is known. */
  readonly uri: Uri | undefined;
  /** As the user reads it; empty if none is known. */
  readonly path: string;
  readonly certainty: Certainty;
  /** In words; empty if it is certain. */
  readonly reason: string;
}

export const NO_GUESS: Guess = { uri: undefined, path: "", certainty: "none", reason: "" };

/**
 * Guesses which file a block is for. Asks nobody, changes nothing. `chosen`: the file that the user has chosen for it; `search`: finds
 * files that hold its lines.
 */
export async function guessTarget(
  { sketches }: AnswerBlock,
  editorContext: EditorContext,
  chosen: Uri | undefined,
  signal: AbortSignal,
  search: ContentSearch,
): Promise<Guess> {
  const { jobs } = planJobs(sketches);
  const [first] = jobs;
  if (first === undefined) return NO_GUESS;
  if (chosen !== undefined) return checked(chosen, "chosen", createsFile(first.sketches, true), first, "certain", "");
  const guesses = [];
  for (const job of jobs) guesses.push(await guessJob(job, editorContext, signal, search));
  const [guess = NO_GUESS, ...others] = guesses;
  if (others.length === 0) return guess;
  // A block for several files is as sure as the least sure of them.
  const order: readonly Certainty[] = ["refused", "none", "unsure", "new", "likely", "certain"];
  const least = guesses.toSorted((a, b) => order.indexOf(a.certainty) - order.indexOf(b.certainty))[0] ?? guess;
  return { ...least, uri: guess.uri, path: guesses.map(({ path }) => path).join(", ") };
}

async function guessJob(
  job: ApplyJob,
  editorContext: EditorContext,
  signal: AbortSignal,
  search: ContentSearch,
): Promise<Guess> {
  const decision = resolveTarget(await gatherFacts(job, editorContext, signal, search));
  const named = job.path === undefined ? "" : shown(job.path);
  switch (decision.type) {
    case "certain": {
      const { file, reason } = decision.choice;
      const isNamed = reason.type !== "declares" && reason.type !== "lines";
      const origin = isNamed ? "sketch" : "found";
      const isExact = reason.type === "path";
      return checked(
        Uri.parse(file.uri, true),
        origin,
        false,
        job,
        isExact ? "certain" : "likely",
        isExact ? "" : reasonText(reason),
      );
    }
    case "new-file": {
      const [place, ...others] = decision.places;
      if (place !== undefined && others.length === 0) {
        return checked(uriOfPlace(place), "sketch", makesFile(job, true), job, "new", l10n.t("a new file"));
      }
      return {
        uri: undefined,
        path: named,
        certainty: "unsure",
        reason: l10n.t("It is asked where to make the file."),
      };
    }
    case "several":
      return { uri: undefined, path: named, certainty: "unsure", reason: severalText(decision) };
    case "refused":
      return {
        uri: undefined,
        path: named,
        certainty: "refused",
        reason: pathFaultText(decision.path, decision.fault),
      };
    case "none":
      return {
        uri: undefined,
        path: named,
        certainty: "none",
        reason: l10n.t("Nothing tells which file this is for. It is asked when you apply."),
      };
  }
}

function severalText({ choices }: Extract<TargetDecision, { type: "several" }>): string {
  const names = choices.slice(0, 3).map(({ file, reason }) => {
    const lines = foundLinesText(reason);
    return lines === undefined ? shown(file.path) : `${shown(file.path)} (${lines})`;
  });
  const more = choices.length > names.length ? ", …" : "";
  return l10n.t("It may be for {0}. It is asked when you apply.", `${names.join(", ")}${more}`);
}

async function checked(
  uri: Uri,
  origin: TargetOrigin,
  canMake: boolean,
  job: ApplyJob,
  certainty: Certainty,
  reason: string,
): Promise<Guess> {
  const path = shownTarget(uri);
  // Every block of a chat is looked at, and again with each editor: none of their files is opened for that.
  const verdict = await checkTarget(uri, origin, canMake, false);
  if (verdict.type === "unfit") {
    const { trouble } = verdict;
    // Then there is something to ask, which the apply does.
    const refusal = trouble === "encoding" ? "unsure" : "refused";
    return { uri, path, certainty: refusal, reason: targetTroubleText(uri, trouble, job.path) };
  }
  if (verdict.doubt !== undefined) {
    return {
      uri,
      path,
      certainty: "unsure",
      reason: l10n.t("It is outside the workspace. It is asked when you apply."),
    };
  }
  return { uri, path, certainty: verdict.kind === "create" ? "new" : certainty, reason };
}
