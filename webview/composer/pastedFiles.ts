import type { Reference } from "../../extension/core/chat/chatSchemas.ts";
import { l10n } from "../l10n.ts";
import { freeName } from "./attached.ts";

/** Longer texts fit no model's window and would make every key slow. */
export const MOST_TO_ATTACH = 1_000_000;

/** What became of files that were pasted or dropped. */
export interface ReadFiles {
  readonly references: readonly Reference[];
  /** Why some were not attached, in words; empty if all were. */
  readonly trouble: string;
}

/**
 * Reads files from the clipboard or from a drop as texts. `taken`: references whose names are no longer free. Never rejects: `trouble`
 * names what cannot be read.
 */
export async function readPastedFiles(files: readonly File[], taken: readonly Reference[]): Promise<ReadFiles> {
  let references: readonly Reference[] = [];
  const troubles: string[] = [];
  for (const file of files) {
    const name = file.name === "" ? l10n.t("Pasted file") : file.name;
    if (file.size > MOST_TO_ATTACH) {
      troubles.push(l10n.t("{0} is longer than {1} MB and was not attached.", name, MOST_TO_ATTACH / 1_000_000));
      continue;
    }
    const text = await file.text().catch(() => undefined);
    if (text === undefined) troubles.push(l10n.t("{0} could not be read.", name));
    else if (/[\0\uFFFD]/.test(text)) troubles.push(l10n.t("{0} is not text and was not attached.", name));
    else references = [...references, { type: "text", name: freeName([...taken, ...references], name), text }];
  }
  return { references, trouble: troubles.join(" ") };
}
