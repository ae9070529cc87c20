import { commands, env, FileType, l10n, Position, Range, Uri, window, workspace } from "vscode";
import type { ReadRecord } from "../../core/chat/chatSchemas.ts";
import { fileExists } from "../review/targetDocument.ts";
import { shown } from "../shownText.ts";
import { isInWorkspace } from "./knownUris.ts";

/** Opens a link of an answer: a file of the workspace in the editor, a page in the browser after a question. Warns about any other. */
export async function openLink(href: string): Promise<void> {
  const page = webPage(href);
  if (page !== undefined) {
    await openPage(page);
    return;
  }
  const place = await placeInWorkspace(href);
  if (place === undefined) {
    void window.showWarningMessage(
      l10n.t("This link leads to no page and to no file of the workspace: {0}", shown(href)),
    );
    return;
  }
  const at = place.line === undefined ? undefined : new Position(place.line - 1, 0);
  await window.showTextDocument(place.uri, { preview: true, ...(at && { selection: new Range(at, at) }) });
}

/** Opens a file that a planner has read, at its line, or shows a folder in the explorer. Warns if it is no longer there. */
export async function openRead({ uri: text, path, line = 1 }: NonNullable<ReadRecord["place"]>): Promise<void> {
  const uri = Uri.parse(text);
  if (!isInWorkspace(uri) || !(await fileExists(uri))) {
    void window.showWarningMessage(l10n.t("{0} is not there any more.", shown(path)));
    return;
  }
  const at = new Position(line - 1, 0);
  const { type } = await workspace.fs.stat(uri);
  if ((type & FileType.Directory) !== 0) await commands.executeCommand("revealInExplorer", uri);
  else await window.showTextDocument(uri, { preview: true, selection: new Range(at, at) });
}

async function openPage(page: Uri): Promise<void> {
  const open = l10n.t("Open Link");
  const copy = l10n.t("Copy Link");
  const message = l10n.t("Open this link of the answer? A model wrote it.");
  const answer = await window.showWarningMessage(
    message,
    { modal: true, detail: shown(page.toString(), 2000) },
    open,
    copy,
  );
  if (answer === open) await env.openExternal(page);
  if (answer === copy) await env.clipboard.writeText(page.toString());
}

/** Reads a link that may be opened outside; `undefined` for all other schemes, since some run commands. */
function webPage(href: string): Uri | undefined {
  if (!/^(https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return undefined;
  try {
    return Uri.parse(href, true);
  } catch {
    return undefined;
  }
}

/** Finds the file that a link means: a path from a folder of the workspace or a `file` URI, maybe with `#L12` or `:12` at its end, or with an anchor, which is not looked for. */
async function placeInWorkspace(href: string): Promise<{ uri: Uri; line: number | undefined } | undefined> {
  const [, path = "", line] = /^([^#?]+?)(?:#L?(\d+)(?:[^#\d][^#]*)?|#[^#]*|:(\d+)(?::\d+)?)?$/i.exec(href) ?? [];
  const lineText = line ?? /:(\d+)(?::\d+)?$/.exec(href)?.[1];
  for (const uri of candidates(path)) {
    if (isInWorkspace(uri) && (await fileExists(uri))) {
      return { uri, line: lineText === undefined ? undefined : Math.max(1, Number(lineText)) };
    }
  }
  return undefined;
}

function candidates(path: string): readonly Uri[] {
  const decoded = decode(path).replaceAll("\\", "/");
  if (/^file:\/\//i.test(path)) return [Uri.parse(path)];
  if (decoded === "" || /^[a-z][\w+.-]+:/i.test(decoded)) return [];
  const folders = workspace.workspaceFolders ?? [];
  const absolute = /^(\/|[a-z]:\/)/i.test(decoded) ? [Uri.file(decoded)] : [];
  const inner = decoded.replace(/^(\.?\/)+/, "");
  const named = folders.filter(({ name }) => inner.startsWith(`${name}/`));
  return [
    ...absolute,
    ...folders.map(({ uri }) => Uri.joinPath(uri, inner)),
    ...named.map(({ uri, name }) => Uri.joinPath(uri, inner.slice(name.length + 1))),
  ];
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
