import { workspace, type Uri } from "vscode";
import type { ReadResult } from "../../core/planning/askInRounds.ts";
import { readExcludes } from "../../core/planning/globs.ts";
import { cutText, showList } from "../../core/planning/readAnswers.ts";
import { refusalWords, withoutSecrets } from "../../core/planning/readRefusals.ts";
import { LIMITS, type ArgumentsOf } from "../../core/planning/toolTable.ts";
import { changedSinceCommit, diffSinceCommit, lastCommits, untrackedFiles } from "../../node/askGit.ts";
import { excludedBySettings } from "../apply/contentSearch.ts";
import { shownPath } from "../shownText.ts";
import { refusedRead } from "./readFiles.ts";
import { findReadPlace, innerOf, readableOf } from "./readPlaces.ts";
import { isRefusedRepository } from "./refusedRepositories.ts";

/** How many files a command line may name. */
const MOST_FILES = 200;

/** Lists the folders that git can be asked about. */
function gitFolders(): readonly { readonly uri: Uri; readonly name: string }[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

/** Shows what has changed since the last commit, without files that hold secrets or that the settings hide. */
export async function showDiff({ path }: ArgumentsOf<"git_diff">, signal: AbortSignal): Promise<ReadResult> {
  const place = path === undefined || path.trim() === "." ? undefined : await findReadPlace(path);
  if (place?.type === "refused") return refusedRead(place.refusal);
  const diffs: string[] = [];
  let found = 0;
  let isRefused = false;
  for (const folder of gitFolders()) {
    const changed = await changedSinceCommit(folder.uri.fsPath);
    signal.throwIfAborted();
    if (place !== undefined && workspace.getWorkspaceFolder(place.uri)?.uri.toString() !== folder.uri.toString())
      continue;
    if (changed === undefined) {
      isRefused ||= await isRefusedRepository(folder.uri.fsPath);
      continue;
    }
    const inner = place === undefined ? "" : innerOf(folder.uri, place.uri);
    const wanted = reported(folder.uri, changed).filter(
      (file) => inner === "" || file === inner || file.startsWith(`${inner}/`),
    );
    found += wanted.length;
    if (wanted.length === 0) continue;
    diffs.push((await diffSinceCommit(folder.uri.fsPath, wanted.slice(0, MOST_FILES))) ?? "");
    signal.throwIfAborted();
  }
  const text = diffs.join("\n").trim();
  if (text === "" && isRefused) return refusedRead("refused-repository");
  return {
    state: "done",
    text:
      text === "" ? "Nothing is changed, or git does not know these files." : cutText(text, LIMITS.git_diff.characters),
    found,
    ...(place === undefined ? {} : { place: { uri: place.uri.toString(), path: place.path } }),
  };
}

/** Lists what is changed, new or not saved, and the last commits. */
export async function showChanges(signal: AbortSignal): Promise<ReadResult> {
  const dirty = workspace.textDocuments.filter(
    ({ isDirty, isClosed, isUntitled }) => isDirty && !isClosed && !isUntitled,
  );
  const unsaved = (await readableOf(dirty, ({ uri }) => uri)).map(({ uri }) => `unsaved ${shownPath(uri)}`);
  const lines: string[] = [];
  const commits: string[] = [];
  const hasSeveral = gitFolders().length > 1;
  let isRefused = false;
  for (const { uri, name } of gitFolders()) {
    const before = hasSeveral ? `${name}/` : "";
    const [changed = [], added, last = []] = await Promise.all([
      changedSinceCommit(uri.fsPath),
      untrackedFiles(uri.fsPath),
      lastCommits(uri.fsPath, LIMITS.recent_changes.commits),
    ]);
    if (added === undefined) isRefused ||= await isRefusedRepository(uri.fsPath);
    signal.throwIfAborted();
    lines.push(...reported(uri, changed).map((file) => `changed ${before}${file}`));
    lines.push(...reported(uri, added ?? []).map((file) => `new ${before}${file}`));
    for (const { subject, when, files } of last) {
      const shown = reported(uri, files);
      const more = shown.length > 8 ? `, and ${shown.length - 8} more` : "";
      commits.push(
        `${when}: ${subject.slice(0, 120)} (${shown
          .slice(0, 8)
          .map((file) => before + file)
          .join(", ")}${more})`,
      );
    }
  }
  const now = showList(
    [...unsaved, ...lines],
    LIMITS.recent_changes.entries,
    "Nothing is changed since the last commit.",
  );
  const past = commits.length === 0 ? "No commits are known." : `Last commits:\n${commits.join("\n")}`;
  const known = `${now}\n\n${past}`;
  const found = unsaved.length + lines.length;
  if (!isRefused) return { state: "done", text: known, found };
  const why = refusalWords("refused-repository");
  if (found === 0 && commits.length === 0) return { state: "refused", text: why };
  return { state: "done", text: `${known}\n\n${why}`, found };
}

function reported(folder: Uri, files: readonly string[]): readonly string[] {
  const excludes = readExcludes(excludedBySettings(folder, ["files.exclude"]));
  return withoutSecrets(files, (file) => file).filter((file) => !excludes.matches(file));
}
