import { env, l10n, window } from "vscode";
import { refusedRepository, type RefusedRepository } from "../../node/askGit.ts";
import { shown } from "../shownText.ts";

/** The repositories that the user was warned of, by what git says of them. */
const reported = new Set<string>();

/**
 * Checks whether git answers nothing about a folder because its repository belongs to another user. The user is warned once for each
 * repository, with the command that allows it. Ask only for folders that are trusted.
 */
export async function isRefusedRepository(folder: string): Promise<boolean> {
  const refused = await refusedRepository(folder);
  if (refused === undefined) return false;
  if (!reported.has(refused.said)) {
    reported.add(refused.said);
    void tellRefused(refused);
  }
  return true;
}

async function tellRefused({ said, command }: RefusedRepository): Promise<void> {
  const copy = l10n.t("Copy Command");
  const message = l10n.t(
    "git says: {0}. So it does not tell what it ignores, and chat models read no files of this repository. If you trust it, run: {1}",
    shown(said, 300),
    shown(command, 300),
  );
  if ((await window.showWarningMessage(message, copy)) === copy) await env.clipboard.writeText(command);
}
