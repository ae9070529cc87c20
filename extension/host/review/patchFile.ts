import { l10n, Uri, window, workspace } from "vscode";
import { formatPatch } from "../../core/diff/patch.ts";
import { shown } from "../shownText.ts";
import type { LiveReview, ReviewKind } from "./liveReview.ts";
import { encodingOf, eolOf, openDocument } from "./targetDocument.ts";

/** Hunks that are to become a patch: what lies between two texts of a file. */
export interface PatchSource {
  readonly target: Uri;
  readonly kind: ReviewKind;
  readonly document: readonly string[];
  readonly proposal: readonly string[];
}

/** Returns the hunks of a review that are left to decide. They fit the file as it stands in its editor. */
export function undecidedHunks({ target, kind, state }: LiveReview): PatchSource {
  return { target, kind, document: state.document, proposal: state.proposal };
}

/** Asks where to save the hunks as a patch for `git apply`, and saves it. False if the user names no place or it cannot be written. */
export async function savePatch(source: PatchSource): Promise<boolean> {
  const { target } = source;
  const folder = workspace.getWorkspaceFolder(target)?.uri ?? workspace.workspaceFolders?.[0]?.uri;
  const name = `${fileName(target)}.patch`;
  const place = await window.showSaveDialog({
    ...(folder && { defaultUri: Uri.joinPath(folder, name) }),
    filters: { [l10n.t("Patches")]: ["patch", "diff"] },
    title: l10n.t("Save as Patch"),
  });
  if (place === undefined) return false;
  try {
    await workspace.fs.writeFile(place, await patchBytes(source));
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      l10n.t("The patch of {0} could not be saved. {1}", shown(fileName(target)), shown(reason)),
    );
    return false;
  }
}

/** Makes the patch in the bytes of the file that it is for: its encoding, BOM and line ends. For UTF-16, it is in UTF-8. */
export async function patchBytes({ target, kind, document, proposal }: PatchSource): Promise<Uint8Array> {
  const open = openDocument(target);
  const eol = eolOf(target, open);
  const encoding = encodingOf(target, open);
  const bom = encoding === "utf8bom" && kind !== "create" ? "\uFEFF" : "";
  const name = nameInPatch(target);
  const text = formatPatch({
    oldName: kind === "create" ? undefined : name,
    newName: kind === "delete" ? undefined : name,
    original: kind === "create" ? "" : bom + document.join(eol),
    text: kind === "delete" ? "" : bom + proposal.join(eol),
  });
  // Git knows texts by their bytes, except for UTF-16, which it takes for binary.
  const isByteText = encoding !== "utf8bom" && !encoding.startsWith("utf16");
  return workspace.encode(text, { encoding: isByteText ? encoding : "utf8" });
}

/** The path within the workspace folder, so that the patch is applied there; the name alone for files outside. */
function nameInPatch(target: Uri): string {
  return workspace.getWorkspaceFolder(target) === undefined
    ? fileName(target)
    : workspace.asRelativePath(target, false).replaceAll("\\", "/");
}

function fileName({ path }: Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
