import { describe, expect, it } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { readLooseSentences, type LooseSentence } from "../../../extension/core/placing/unreadWords.ts";
import { STORE } from "./placingSamples.ts";

const FILE = readOriginal(STORE, "python", undefined);

interface Given {
  readonly leads?: readonly string[];
  readonly shown?: string;
}

const read = (words: string, { leads = [], shown = "" }: Given = {}): LooseSentence[] =>
  readLooseSentences(words, new Set(leads), shown, FILE);

describe("sentences that lead to no block", () => {
  it.each([
    ["all, if none does", "Change `get`. Run it.", [], ["Change `get`.", "Run it."]],
    ["those that do not", "Change `get`. Run it.", ["Change `get`."], ["Run it."]],
    ["none, if all do", "Change `get`:", ["Change `get`:"], []],
    ["items of a list by themselves", "- Change `get`\n- Run it", ["- Run it"], ["- Change `get`"]],
    ["none without words", "", [], []],
  ])("%s", (_, words, leads, want) => {
    expect(read(words, { leads }).map(({ sentence }) => sentence.text)).toEqual(want);
  });
});

describe("what speaks for that a sentence asks for a change", () => {
  const featureOf = (feature: string, words: string, given?: Given): number =>
    read(words, given)[0]?.features.values.get(`u:${feature}`) ?? 0;

  it.each([
    ["verb:rename", "Then rename `save`."],
    ["first:rename", "Rename `save`."],
    ["verb:replace", "It replaces `save`."],
    ["verb:add", "This adds a method."],
    ["verb:remove", "The rest is gone."],
    ["verb:move", "Move it up."],
    ["cue:not", "I did not change it."],
    ["cue:keep", "The rest stays as it is."],
    ["cue:if", "You may want to rename it."],
    ["cue:because", "It is so because of that."],
    ["cue:note", "Run the tests."],
    ["cue:i", "I changed it."],
    ["cue:you", "Change your settings."],
    ["cue:should", "It should be 3."],
    ["known", "See `save`."],
    ["known", "See `Store.put()`."],
    ["hasKnown", "See `save`."],
    ["twoKnown", "See `save` and `LIMIT`."],
    ["knownAndNew", "Rename `save` to `store_all`."],
    ["notInBlocks", "Rename `save`."],
    ["path", "See `src/store.py`."],
    ["arrow", "`save` → `store`"],
    ["colon", "Change it:"],
    ["item", "- Change it"],
    ["firstOfAll", "Change it. Run it."],
    ["lastOfAll", "Change it."],
  ])("%s: %s", (feature, words) => {
    expect(featureOf(feature, words)).toBeGreaterThan(0);
  });

  it.each([
    ["first:rename", "Then rename `save`."],
    ["verb:rename", "Replace `save`."],
    ["known", "See `drop`."],
    ["twoKnown", "See `save`."],
    ["knownAndNew", "See `drop`."],
    ["path", "See `save`."],
    ["cue:not", "Change it."],
    ["cue:keep", "Change it."],
    ["colon", "Change it."],
    ["item", "Change it."],
    ["lastOfAll", "Change it. Run it."],
  ])("not %s: %s", (feature, words) => {
    expect(featureOf(feature, words)).toBe(0);
  });

  it("what is in a block, and what is not", () => {
    const given = { shown: "def save(path):" };
    expect(featureOf("inBlocks", "Rename `save`.", given)).toBe(1);
    expect(featureOf("notInBlocks", "Rename `save`.", given)).toBe(0);
    expect(featureOf("notInBlocks", "Rename `LIMIT`.", given)).toBe(1);
  });

  it("what the sentence says by its grammar", () => {
    const [loose] = read("Rename `save` to `store_all`.");
    expect([...(loose?.features.values.keys() ?? [])].some((name) => name.startsWith("u:says:rename"))).toBe(true);
  });

  it("a longer sentence counts as longer", () => {
    expect(featureOf("length", "Change it now and then run it.")).toBeGreaterThan(featureOf("length", "Change it."));
  });
});
