import { l10n, workspace, type Uri } from "vscode";
import type { ApplyEvent } from "../../core/apply/applyEvents.ts";
import { lineDiff } from "../../core/diff/lineDiff.ts";
import type { Finding } from "../../core/proof/proof.ts";
import { lettersBeyondAscii, linesWithLetters } from "../../core/text/letters.ts";
import { editorLines } from "../../core/text/lines.ts";
import { decodeUtf8 } from "../../core/text/utf8.ts";
import { openDocument } from "../review/targetDocument.ts";

type Done = Extract<ApplyEvent, { type: "done" }>;

/** How many letters a message names. */
const MAX_NAMED = 8;

/** Passes the events on; `done` gets a finding for each run of changed lines with letters that the file's encoding lacks. */
export async function* markLostLetters(
  target: Uri,
  original: string,
  events: AsyncIterable<ApplyEvent>,
): AsyncGenerator<ApplyEvent> {
  for await (const event of events)
    yield event.type === "done" ? await withLostLetters(target, original, event) : event;
}

/**
 * Adds findings about letters that the file's encoding lacks, since VS Code saves them as `?` without a word. The verdict of the proof
 * stays: it is about the text, not about the disk.
 */
export async function withLostLetters(target: Uri, original: string, done: Done): Promise<Done> {
  const rewrite = editorLines(done.text);
  const changed = lineDiff(editorLines(original), rewrite).map((change) => change.new);
  const fresh = changed.flatMap(({ start, end }) => rewrite.slice(start, end)).join("\n");
  const lost = await lettersLost(target, lettersBeyondAscii(fresh));
  if (lost.length === 0) return done;
  const findings = changed.flatMap(({ start, end }) =>
    linesWithLetters(rewrite.slice(start, end), lost).map(({ range, letters }): Finding => ({
      type: "letters",
      message: l10n.t("The encoding of the file has no {0}: when it is saved, “?” stands there.", named(letters)),
      rewrite: { start: start + range.start, end: start + range.end },
    })),
  );
  return { ...done, proof: { ...done.proof, findings: [...done.proof.findings, ...findings] } };
}

/** The letters that do not come back when the file is read after it was saved. */
async function lettersLost(target: Uri, letters: readonly string[]): Promise<readonly string[]> {
  if (letters.length === 0) return [];
  // What begins a text may be taken for its byte order mark.
  const text = `\n${letters.join("\n")}`;
  const back = (await savedAndRead(target, text)).split("\n");
  return letters.filter((letter, at) => back[at + 1] !== letter);
}

async function savedAndRead(target: Uri, text: string): Promise<string> {
  const encoding = openDocument(target)?.encoding;
  if (encoding !== undefined) return workspace.decode(await workspace.encode(text, { encoding }), { encoding });
  const bytes = await workspace.encode(text, { uri: target });
  // Most new files are in UTF-8, and then VS Code is not to guess what the bytes are.
  return decodeUtf8(bytes)?.endsWith(text) === true ? text : workspace.decode(bytes, { uri: target });
}

/** Half of a surrogate pair cannot be shown. */
function named(letters: readonly string[]): string {
  const first = letters.slice(0, MAX_NAMED).map((letter) => (/\p{Cs}/u.test(letter) ? "U+" + hex(letter) : letter));
  return `${first.join(" ")}${letters.length > MAX_NAMED ? " …" : ""}`;
}

function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16).toUpperCase();
}
