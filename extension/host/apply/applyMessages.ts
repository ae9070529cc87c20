import { l10n, window, type Uri } from "vscode";
import type { PathFault } from "../../core/targets/sketchPath.ts";
import { MAX_BYTES } from "../../node/files.ts";
import { encodingOf, eolOf, openDocument } from "../review/targetDocument.ts";
import { shown, shownTarget } from "../shownText.ts";
import { CHOOSE_PROVIDER, showWithAction, type MessageAction } from "../providers/failureActions.ts";
import type { TargetDoubt, TargetTrouble } from "./targetChecks.ts";

/** Says that there is nothing to apply. */
export function sayNoSketch(where: "editor" | "clipboard" | "none"): void {
  const message = {
    none: l10n.t(
      "There is no editor to take a sketch from. Open the text that holds it, or copy it and run “Fast Apply Clipboard”.",
    ),
    clipboard: l10n.t("The clipboard holds no code to apply. Copy a model's answer or one of its code fences first."),
    editor: l10n.t("There is no code to apply here. Select the code, or put the cursor into its fence."),
  }[where];
  void window.showInformationMessage(message);
}

/** Says that some code was left out because nothing tells which file it is for. */
export function sayLeft(count: number): void {
  const message =
    count === 1
      ? l10n.t("One piece of code names no file, so it was not applied. Select it and run “Fast Apply to File…”.")
      : l10n.t(
          "{0} pieces of code name no file, so they were not applied. Select one and run “Fast Apply to File…”.",
          count,
        );
  void window.showInformationMessage(message);
}

/** Says that no part of a reply about several files is for the chosen one. */
export function sayFitsNone(target: Uri): void {
  void window.showWarningMessage(
    l10n.t(
      "The text holds sketches for several files, and none names {0}. Select the one to apply.",
      shownTarget(target),
    ),
  );
}

/** Says why a path that a sketch names does not lead to a target, and returns that message. */
export function refusePath(path: string, fault: PathFault): string {
  const message = pathFaultText(path, fault);
  void window.showErrorMessage(message);
  return message;
}

/** Returns the message that a path in a sketch does not lead to a target. */
export function pathFaultText(path: string, fault: PathFault): string {
  const name = shown(path);
  return {
    absolute: l10n.t(
      "The sketch names {0}, which is outside the workspace, so nothing was applied. If that file is meant, open it and run “Fast Apply to File…”.",
      name,
    ),
    outside: l10n.t(
      "The sketch names {0}, which is outside the workspace, so nothing was applied. If that file is meant, open it and run “Fast Apply to File…”.",
      name,
    ),
    git: l10n.t("The sketch names {0}, which belongs to git itself, so nothing was applied.", name),
    colon: l10n.t(
      "The sketch names {0}, a path with a colon, behind which Windows hides a second text of a file, so nothing was applied. Run “Fast Apply to File…” to say which file is meant.",
      name,
    ),
    unreadable: l10n.t(
      "The sketch names {0}, a path with characters that cannot be seen or without end, so nothing was applied. Run “Fast Apply to File…” to say which file is meant.",
      name,
    ),
  }[fault];
}

/** Says why a file cannot be a target, and returns that message. */
export function refuseTarget(target: Uri, trouble: TargetTrouble, named: string | undefined): string {
  const message = targetTroubleText(target, trouble, named);
  void window.showErrorMessage(message);
  return message;
}

/** Returns the message that a file cannot be a target. `named`: its path in the sketch, mentioned if it differs. */
export function targetTroubleText(target: Uri, trouble: TargetTrouble, named: string | undefined): string {
  const name = shownTarget(target);
  const messages: Record<TargetTrouble, () => string> = {
    git: () => l10n.t("{0} belongs to git itself, so nothing was applied.", name),
    "link-outside": () =>
      l10n.t(
        "The sketch names {0}, which a link leads out of the workspace, so nothing was applied. If that file is meant, run “Fast Apply to File…”.",
        name,
      ),
    "broken-link": () =>
      l10n.t("{0} is a link that leads nowhere, so nothing was applied. Repair the link first.", name),
    missing: () =>
      l10n.t(
        "{0} does not exist, and the sketch changes parts of it. Run “Fast Apply to File…” to say which file is meant.",
        name,
      ),
    directory: () => l10n.t("{0} is a folder. Run “Fast Apply to File…” to say which file is meant.", name),
    special: () => l10n.t("{0} is no regular file, so nothing was applied.", name),
    "file-as-folder": () => l10n.t("{0} cannot be made, since a part of its path is a file.", name),
    binary: () => l10n.t("{0} is a binary file, so nothing was applied.", name),
    encoding: () =>
      l10n.t(
        "{0} is not in the encoding that VS Code reads it in ({1}), so saving it would change letters that nobody has edited, and nothing was applied. Reopen it with its own encoding first.",
        name,
        encodingOf(target, openDocument(target)),
      ),
    "too-large": () =>
      l10n.t("{0} is larger than {1} MB, which is too much to apply to.", name, MAX_BYTES / 1024 / 1024),
    "read-only": () => l10n.t("{0} is read-only, so nothing was applied. Make it writable first.", name),
    notebook: () =>
      l10n.t(
        "{0} is a notebook. Open it, click into the cell that is meant, and run “Fast Apply Clipboard” or “Fast Apply to File…”.",
        name,
      ),
    unreadable: () => l10n.t("{0} cannot be read, so nothing was applied.", name),
  };
  const message = messages[trouble]();
  const isOtherName = named !== undefined && !name.endsWith(shown(named));
  return isOtherName ? l10n.t("{0} (The sketch names {1}.)", message, shown(named)) : message;
}

/** Asks whether a file outside the workspace is meant. */
export async function confirmDoubt(target: Uri, doubt: TargetDoubt): Promise<boolean> {
  const name = shownTarget(target);
  const message =
    doubt === "outside"
      ? l10n.t("{0} is outside the workspace. Apply anyway?", name)
      : l10n.t("{0} is a link to a file outside the workspace. Apply anyway?", name);
  const yes = l10n.t("Apply");
  return (await window.showWarningMessage(message, yes)) === yes;
}

/** Says that a file needs no change. */
export function sayNoChange(target: Uri): void {
  void window.showInformationMessage(l10n.t("{0} is already as the sketch wants it.", shownTarget(target)));
}

/** The files whose mixed line ends the user knows of. */
const reportedEnds = new Set<string>();

/** Says that VS Code will change line ends of a file; only once for each file. */
export function sayMixedEnds(target: Uri): void {
  const key = target.toString();
  if (reportedEnds.has(key)) return;
  reportedEnds.add(key);
  const eol = eolOf(target, openDocument(target)) === "\n" ? "LF" : "CRLF";
  void window.showInformationMessage(
    l10n.t(
      "{0} has mixed line ends. VS Code makes all of them {1} when it saves the file; the command line of Fast Apply keeps them.",
      shownTarget(target),
      eol,
    ),
  );
}

/** Says that the sketch could not be applied, and why. */
export function sayFailed(target: Uri, reason: string): void {
  void window.showErrorMessage(
    l10n.t("The sketch could not be applied to {0}. {1}", shownTarget(target), shown(reason)),
  );
}

/** Says that the sketch holds nothing for the file. */
export function sayNothingFor(target: Uri, reason: string): void {
  void window.showWarningMessage(
    l10n.t("Nothing was applied to {0}. {1} Select the code that is meant.", shownTarget(target), shown(reason)),
  );
}

/** Says why a rewrite that was on its way came to nothing, and offers the action that may fix it. */
export async function sayRewriteStopped(message: string, trouble: ReportedTrouble | undefined): Promise<void> {
  const isSaid = trouble === undefined || message.includes(shown(trouble.message));
  await showWithAction("error", isSaid ? message : `${message} ${trouble.message}`, trouble?.action);
}

/** Makes the offer to set up a model, for when there is none: an action without a message. */
export function offerModel(): Offer {
  return { message: "", action: { title: l10n.t("Use a Model…"), command: CHOOSE_PROVIDER, arguments: [] } };
}

type Offer = Pick<ReportedTrouble, "message" | "action">;

/** Says that nothing in the sketch has a place in the file. `model`: what to say of models besides. */
export async function sayNoGuess(target: Uri, reason: string, model: Offer | undefined): Promise<void> {
  const message = l10n.t("Nothing in {0} shows where the sketch goes. {1}", shownTarget(target), shown(reason));
  await showWithAction("warning", `${message} ${shown(model?.message ?? "")}`.trim(), model?.action);
}

/** What a provider could not do in an apply, in words, and where it can be mended. */
export interface ReportedTrouble {
  readonly message: string;
  readonly action: MessageAction;
}
