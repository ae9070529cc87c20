import type { Item } from "../../sketch/lazyCode.ts";
import { readSketchBlocks } from "../blocks.ts";
import { commonShare, isDeclared, lineIdentity, profileLine, splitIdentity } from "../lineKeys.ts";
import type { Original } from "../original.ts";

/** What two heads of blocks must share at least for one to be the other with a new name: as much as any similar lines. */
const LEAST_SHARED = 0.5;

/** Pairs of tokens that are compared: about a tenth of a second. */
const MOST_STEPS = 10_000_000;

/**
 * Finds for each item that declares what the file does not have, and leaves out lines of its own block, the heads of blocks that it may be
 * the new form of: lines that are left out stand in the file, so that their block does, under another name. A name that the sketch shows
 * itself is not the old one. Ascending; empty for all other items, and where heads have been compared for long enough.
 */
export function findRetitled(items: readonly Item[], original: Original): readonly (readonly number[])[] {
  const blocks = readSketchBlocks(items, original.language);
  const texts = items.map((item) => (item.type === "code" ? item.text.trim() : ""));
  const identities = texts.map((text) => (text === "" ? undefined : lineIdentity(text)));
  const shown = new Set(identities);
  const isCandidate = (identity: string | undefined, text: string, item: number): boolean => {
    const end = blocks.end[item] ?? item + 1;
    return (
      isDeclared(identity) &&
      !original.byTrimmed.has(text) &&
      items.slice(item, end).some(({ type }) => type === "marker")
    );
  };
  const asked = identities.flatMap((identity, item) => (isCandidate(identity, texts[item] ?? "", item) ? [item] : []));
  const result: (readonly number[])[] = items.map(() => []);
  if (asked.length === 0) return result;
  const heads = original.trimmed.flatMap((text, line) => {
    const identity = (original.blocks.end[line] ?? 0) > line + 1 ? lineIdentity(text) : undefined;
    return identity !== undefined && isDeclared(identity) ? [{ line, identity, profile: profileLine(text) }] : [];
  });
  let left = MOST_STEPS;
  const known = new Set(heads.map(({ identity }) => identity));
  for (const item of asked) {
    const identity = identities[item] ?? "";
    if (known.has(identity)) continue;
    const mine = profileLine(texts[item] ?? "");
    result[item] = heads
      .filter((head) => !shown.has(head.identity) && splitIdentity(head.identity)[0] === splitIdentity(identity)[0])
      .filter(({ profile }) => (left -= mine.tokens.length * profile.tokens.length) >= 0)
      .filter(({ profile }) => commonShare(mine, profile) >= LEAST_SHARED)
      .map(({ line }) => line);
  }
  return result;
}
