import * as v from "valibot";

const wordsSchema = v.record(v.string(), v.string());

/** The translated messages of the extension; the host writes them into the page. */
function readWords(): Readonly<Record<string, string>> {
  const text = document.getElementById("words")?.textContent ?? "{}";
  const words = v.safeParse(wordsSchema, JSON.parse(text));
  return words.success ? words.output : {};
}

const words = readWords();

/** Named as in VS Code's API, so that one script finds the messages of both sides. */
export const l10n = {
  /** Returns the message in the user's language, with `{0}` and so on filled in. `message` must be one plain string. */
  t(message: string, ...values: readonly (string | number)[]): string {
    const translated = words[message] ?? message;
    return translated.replace(/\{(\d+)\}/g, (hole, index: string) => String(values[Number(index)] ?? hole));
  },
};
