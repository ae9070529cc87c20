import { describe, expect, it } from "vitest";
import { readBlockScene, type BlockScene } from "../../../extension/core/placing/blockScene.ts";
import { readCues } from "../../../extension/core/placing/cues.ts";
import { Features } from "../../../extension/core/placing/features.ts";
import { followingFeatures, listPlacements, nowhereFeatures } from "../../../extension/core/placing/listPlacements.ts";
import type { Window } from "../../../extension/core/placing/windows.ts";
import { DOOR, readFile, readShown, tellWindow } from "./placingSamples.ts";

const DOORS = readFile(DOOR, "javascript");

function sceneOf(text: string, introduction: string): BlockScene {
  const block = readShown(text);
  return readBlockScene(block, readCues(introduction, block.lines, DOORS.compared.file), DOORS, "unknown");
}

describe("features", () => {
  it("add up, and nothing is kept of those that are 0", () => {
    const features = new Features();
    features.add("a");
    features.add("a", 2);
    features.add("b", 0);
    expect([...features.values]).toEqual([["a", 3]]);
  });

  it("are scored by their weights, and count nothing without one", () => {
    const features = new Features();
    features.add("a", 2);
    features.add("b");
    features.add("c", 100);
    const weights = new Map([
      ["a", 3],
      ["b", -1],
    ]);
    expect(features.score(weights)).toBe(5);
    expect(new Features().score(weights)).toBe(0);
  });
});

/** The value of a feature of a block at a window. */
function featureOf(text: string, introduction: string, window: string, feature: string): number {
  const found = listPlacements(sceneOf(text, introduction)).find((one) => tellWindow(one.window) === window);
  if (found === undefined) expect.fail(`no window ${window}`);
  return found.features.values.get(feature) ?? 0;
}

const BOLT = "  bolt() {\n    this.slide();\n  }";

describe("a window", () => {
  it("is listed once, with finite features", () => {
    const placements = listPlacements(sceneOf(BOLT, "Add this below `open`:"));
    const all = placements.map(({ window }) => tellWindow(window));
    expect(new Set(all).size).toBe(all.length);
    expect(placements.every(({ features }) => [...features.values.values()].every(Number.isFinite))).toBe(true);
  });

  it("changes nothing where the block stands already", () => {
    const all = listPlacements(sceneOf("  close() {\n    this.pull();\n  }", "Change `close`:"));
    expect(all.filter(({ situation }) => situation === "same").map(({ window }) => tellWindow(window))).toEqual([
      "11-13",
    ]);
  });

  it.each([
    ["right behind what has the name", "Add this below `open`:", "behind 9, 2 deep", "name:after:endOf:b", 1],
    ["behind something else", "Add this below `close`:", "behind 9, 2 deep", "name:after:endOf:b", 0],
    ["right before what has the name", "Add this above `close`:", "behind 9, 2 deep", "name:before:beginOf:b", 1],
    ["as the last in what has the name", "Add this to `Door`:", "behind 13, 2 deep", "name:in:lastIn:b", 1],
    ["as the first in what has the name", "Add this to `Door`:", "behind 2, 2 deep", "name:in:firstIn:b", 1],
    ["in a scope that has the name", "Add this to `Door`:", "behind 9, 2 deep", "name:in:scope:b", 1],
    ["in no scope that has the name", "Add this to `Door`:", "behind 14, 0 deep", "name:in:scope:b", 0],
    ["in place of what has the name", "Replace `close`:", "11-13", "name:replace:eq:r", 1],
    ["in place of something in it", "Replace `close`:", "12-12", "name:replace:within:r", 1],
  ])("%s", (_, introduction, window, feature, want) => {
    expect(Math.sign(featureOf(BOLT, introduction, window, feature))).toBe(want);
  });

  it.each([
    ["a method that is there already", "  close() {\n  }", "behind 9, 2 deep", "twice", 1],
    ["a method in place of itself", "  close() {\n    this.push();\n  }", "11-13", "twice", 0],
    ["a new method", BOLT, "behind 9, 2 deep", "twice", 0],
    ["the line above once more", "    this.pull();\n    this.turn();", "behind 12, 4 deep", "edge:above", 1],
    ["the line below once more", "    this.turn();\n    this.pull();", "behind 11, 4 deep", "edge:below", 1],
    ["neither", "    this.turn();", "behind 11, 4 deep", "edge:below", 0],
  ])("would give the file %s", (_, text, window, feature, want) => {
    expect(featureOf(text, "Add this:", window, feature)).toBe(want);
  });

  it("has less of the file twice if another scope has it", () => {
    const twice = (window: string): number => featureOf("close() {\n}", "Add this:", window, "twice");
    expect(twice("behind 14, 0 deep")).toBeGreaterThan(0);
    expect(twice("behind 14, 0 deep")).toBeLessThan(twice("behind 9, 2 deep"));
  });

  it("has the more of the file twice, the more of the block stands elsewhere", () => {
    const at = (text: string): number => featureOf(text, "Add this:", "behind 14, 0 deep", "elsewhere");
    expect(at("this.pull();\nthis.turn();")).toBeGreaterThan(at("this.turn();\nthis.slide();"));
    expect(at("this.turn();\nthis.slide();")).toBe(0);
  });
});

/** A window by what `tellWindow` says of it. */
function windowOf(told: string): Window {
  const [first = 0, last = 0] = [...told.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return told.startsWith("behind")
    ? { start: first, end: first, width: last, kind: "between" }
    : { start: first - 1, end: last, width: undefined, kind: "run" };
}

describe("a window after that of the block before", () => {
  it.each([
    ["right behind it", "11-13", "3-9", ["behind:next", "sameOuter", "sameInner"], ["overlap", "inside"]],
    ["in another method", "12-12", "5-5", ["behind:close", "sameOuter"], ["sameInner"]],
    ["right behind its last line", "behind 13, 2", "11-13", ["behind:next"], ["overlap", "inside"]],
    ["before it", "5-5", "12-12", ["before:close"], ["behind:close"]],
    ["over it", "3-9", "4-5", ["overlap"], ["inside"]],
    ["in it", "behind 5, 6", "4-8", ["overlap", "inside"], []],
  ])("%s", (_, told, prior, has, hasNot) => {
    const names = followingOf(told, prior);
    expect(names).toEqual(expect.arrayContaining(has.map((name) => `then:${name}:bare`)));
    for (const name of hasNot) expect(names).not.toContain(`then:${name}:bare`);
  });

  const followingOf = (told: string, prior: string | undefined, introduction = ""): string[] => {
    const { cues } = sceneOf(BOLT, introduction);
    const before = prior === undefined ? undefined : windowOf(prior);
    return [...followingFeatures(windowOf(told), before, cues, DOORS).values.keys()];
  };

  it("says nothing if there is none", () => {
    expect(followingOf("11-13", undefined)).toEqual([]);
  });

  it.each([
    ["named", "Below `open`, add:"],
    ["unnamed", "Add this:"],
    ["unnamed", "Below `slide`, add:"],
    ["bare", ""],
  ])("counts apart for words that are %s: %s", (want, introduction) => {
    const all = followingOf("11-13", "3-9", introduction);
    expect(all.length).toBeGreaterThan(0);
    expect(all.every((name) => name.endsWith(`:${want}`))).toBe(true);
  });
});

describe("what speaks for nowhere", () => {
  const nowhereOf = (text: string, isBeside = false): ReadonlyMap<string, number> => {
    const scene = sceneOf(text, "For example:");
    return nowhereFeatures(scene, listPlacements(scene), isBeside).values;
  };

  it("that it looks as if it were only shown", () => {
    expect([nowhereOf(BOLT).has("none:beside"), nowhereOf(BOLT, true).has("none:beside")]).toEqual([false, true]);
  });

  it("the words before it", () => {
    expect([...nowhereOf(BOLT).keys()]).toContain("none:cue:example");
  });

  it("how like it is to anything, and how long", () => {
    const like = (text: string): number => nowhereOf(text).get("none:like") ?? 0;
    const length = (text: string): number => nowhereOf(text).get("none:lines") ?? 0;
    expect(like("  close(hard) {\n    this.pull();\n  }")).toBeGreaterThan(like("throw new Error();"));
    expect(length(BOLT)).toBeGreaterThan(length("a();"));
  });
});
