import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleText, codeMessages } from "../../scripts/messages.mjs";

const bundles = join(import.meta.dirname, "../../l10n");
const read = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(bundles, name), "utf8")) as Record<string, string>;

function placeholders(text: string | undefined): string[] {
  return [...new Set(text?.match(/\{\d+\}/g))].sort();
}

test("the bundle has every message of the code, and no other; else run node scripts/messages.mjs", () => {
  expect(readFileSync(join(bundles, "bundle.l10n.json"), "utf8")).toBe(bundleText());
});

test("every message gets as many values as it shows", () => {
  const wrong = codeMessages().filter(({ message, values }) => placeholders(message).length !== values);
  expect(wrong).toEqual([]);
});

test("the German bundle is whole and fills in the same values", () => {
  const [english, german] = [read("bundle.l10n.json"), read("bundle.l10n.de.json")];
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  for (const message of Object.keys(english)) {
    expect(placeholders(german[message]), message).toEqual(placeholders(message));
  }
});
