import { commands, l10n, window, workspace, type QuickPickItem, type Uri } from "vscode";
import { keepEncoding, openDocument } from "../review/targetDocument.ts";
import { shown, shownTarget } from "../shownText.ts";
import { editorLines } from "../../core/text/lines.ts";
import { readBytes, givesBytesBack } from "./fileBytes.ts";

/** The usual ones, the likeliest first, as VS Code and as people call them. */
const ENCODINGS: readonly (readonly [id: string, name: string])[] = [
  ["windows1252", "Windows 1252"],
  ["iso88591", "ISO 8859-1"],
  ["iso885915", "ISO 8859-15"],
  ["macroman", "Mac Roman"],
  ["cp437", "CP 437"],
  ["windows1250", "Windows 1250"],
  ["iso88592", "ISO 8859-2"],
  ["windows1251", "Windows 1251"],
  ["koi8r", "KOI8-R"],
  ["windows1253", "Windows 1253"],
  ["windows1254", "Windows 1254"],
  ["windows1257", "Windows 1257"],
  ["shiftjis", "Shift JIS"],
  ["eucjp", "EUC-JP"],
  ["gb18030", "GB 18030"],
  ["big5hkscs", "Big5-HKSCS"],
  ["euckr", "EUC-KR"],
];
/** How many bytes are used to tell encodings apart. */
const SAMPLE_BYTES = 16 * 1024;

type Item = QuickPickItem & { readonly encoding?: string };

/**
 * Shows `reason`, which says that VS Code reads a file in a wrong encoding, and reopens the file in the one that the user picks. Returns
 * whether it was reopened, so that it is worth checking again. If it cannot be read any more, or not reopened, the user is told why.
 */
export async function offerEncoding(target: Uri, reason: string): Promise<boolean> {
  const reopen = l10n.t("Reopen with Encoding…");
  if ((await window.showWarningMessage(reason, reopen)) !== reopen) return false;
  try {
    const items: Item[] = await fittingEncodings(await readBytes(target));
    items.push({ label: l10n.t("Another Encoding…") });
    const placeHolder = l10n.t("In which encoding does {0} read as it should?", shownTarget(target));
    const item = await window.showQuickPick(items, { placeHolder, matchOnDetail: true });
    if (item === undefined) return false;
    await reopenIn(target, item.encoding);
    return true;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(l10n.t("{0} could not be reopened. {1}", shownTarget(target), shown(cause)));
    return false;
  }
}

/** Without an encoding VS Code asks for one, in the file's editor. */
async function reopenIn(target: Uri, encoding: string | undefined): Promise<void> {
  // VS Code saves a file with unsaved changes before it reads it anew, and so would lose what it has misread.
  if (openDocument(target)?.isDirty === true) throw new Error(l10n.t("It has unsaved changes. Revert it first."));
  const document = await workspace.openTextDocument(target, encoding === undefined ? {} : { encoding });
  await window.showTextDocument(document, { preview: false });
  if (encoding === undefined) await commands.executeCommand("workbench.action.editor.changeEncoding");
  keepEncoding(target, document.encoding);
}

/** The encodings that keep every byte, each with what a line of the file looks like in it. */
async function fittingEncodings(bytes: Uint8Array): Promise<Item[]> {
  const sample = foreignLines(bytes);
  const items = await Promise.all(
    ENCODINGS.map(async ([encoding, name]): Promise<Item | undefined> => {
      if (!(await givesBytesBack(sample, encoding))) return undefined;
      const text = await workspace.decode(sample, { encoding });
      return { encoding, label: name, detail: shown(editorLines(text)[0]?.trim() ?? "") };
    }),
  );
  return items.filter((item) => item !== undefined);
}

/** The lines that are not ASCII alone, as far as a sample goes. In all these encodings the byte of a line end is nothing else. */
function foreignLines(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length && size < SAMPLE_BYTES;) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found + 1;
    const line = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES));
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line);
      size += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines, size);
}
