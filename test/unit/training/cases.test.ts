import { describe, expect, it } from "vitest";
import {
  makeCase,
  type Kind,
  type FileRevision,
  type GeneratedCase,
} from "../../../extension/evaluation/generate/makeCase.ts";
import { mixed } from "../../../training/generate/mix.ts";
import { createRandom } from "../../../extension/evaluation/generate/random.ts";
import { measureShares } from "../../../training/generate/shares.ts";
import { makePlaced } from "../../../training/generate/placed.ts";
import { makeNoChange, makeTrap } from "../../../training/generate/traps.ts";
import { PYTHON, SCRIPT } from "./texts.ts";

const revision = (path: string, before: string, after = before): FileRevision => ({
  source: `shop@1:${path}`,
  path,
  subject: "Change the shop",
  body: "",
  before,
  after,
  donor: undefined,
});

/** The cases that some seeds make. */
function casesOf(kinds: readonly Kind[], one: FileRevision, seeds = 60): GeneratedCase[] {
  return Array.from({ length: seeds }, (_, seed) => makeCase(one, kinds, `${seed}`, createRandom(seed))).filter(
    (made) => made !== undefined,
  );
}

describe("a case", () => {
  const after = SCRIPT.replace("isPrinted = true", "isPrinted = false").replace(
    "carrier.leave();",
    "carrier.leave(order);",
  );

  it("of a commit expects the text of the commit, or of some of its hunks", () => {
    const cases = casesOf(["commit"], revision("a/orders.js", SCRIPT, after));
    expect(cases.some(({ expected }) => expected === after)).toBe(true);
    for (const { original, expected } of cases) {
      expect(original).toBe(SCRIPT);
      const lines = new Set([...SCRIPT.split("\n"), ...after.split("\n")]);
      for (const line of expected.split("\n")) expect(lines).toContain(line);
    }
  });

  it("keeps the line ends of its file", () => {
    const one = revision("orders.js", SCRIPT.replaceAll("\n", "\r\n"), after.replaceAll("\n", "\r\n"));
    for (const { expected, sketch } of casesOf(["commit", "wrap"], one)) {
      expect(expected.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(sketch).not.toContain("\r");
    }
  });

  it("of a file with mixed line ends, or of a change of blank lines only, is none", () => {
    expect(casesOf(["remove"], revision("orders.js", SCRIPT.replace("\n", "\r\n")))).toEqual([]);
    expect(casesOf(["commit"], revision("orders.js", SCRIPT, SCRIPT.replace("\n\n", "\n\n\n")))).toEqual([]);
  });
});

describe("traps", () => {
  const [script] = casesOf(["rename"], revision("orders.js", SCRIPT));
  const [python] = casesOf(["rename"], revision("books.py", PYTHON));
  if (script === undefined || python === undefined) throw new Error("The texts must have something to rename.");
  const traps = Array.from({ length: 60 }, (_, seed) => makeTrap(script, python, createRandom(seed))).filter(
    (trap) => trap !== undefined,
  );

  it("must be refused: nothing is expected to change", () => {
    expect(new Set(traps.map(({ kind }) => kind))).toEqual(new Set(["trap-other-file", "trap-stale", "trap-usage"]));
    for (const trap of traps) {
      expect(trap.expect_refusal).toBe(true);
      expect(trap.expected).toBe(trap.original);
    }
  });

  it("of another file do not name it", () => {
    for (const { kind, sketch } of traps) if (kind === "trap-other-file") expect(sketch).not.toContain("books.py");
  });

  it("differ from an answer that changes nothing: that is right", () => {
    const same = makeNoChange(script, createRandom(1));
    expect(same).toMatchObject({ kind: "no-change", expect_refusal: false, expected: SCRIPT, original: SCRIPT });
  });
});

describe("answers that say where something new goes", () => {
  const [script] = casesOf(["rename"], revision("orders.js", SCRIPT));
  if (script === undefined) throw new Error("The text must have something to rename.");

  it("show what the file lacks, and name its neighbour", () => {
    const placed = Array.from({ length: 20 }, (_, seed) => makePlaced(script, createRandom(seed))).filter(
      (one) => one !== undefined,
    );
    expect(placed.length).toBeGreaterThan(0);
    for (const { original, expected, sketch } of placed) {
      expect(expected).toBe(SCRIPT);
      const left = new Set(original.split("\n").map((line) => line.trim()));
      const shown = sketch.split("```")[1]?.split("\n").slice(1) ?? [];
      expect(shown.some((line) => line.trim() !== "" && !left.has(line.trim()))).toBe(true);
      const [, neighbour = ""] = /`([^`]+)(?:\(\))?`(?: \w+)?:\n/.exec(sketch) ?? [];
      expect(original).toContain(neighbour.replace("()", ""));
    }
  });
});

describe("given cases", () => {
  it("become the share that is asked for, repeated where they are too few", () => {
    const lines = mixed(["g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"], ["r1"], 0.2, 3);
    expect(lines.filter((line) => line === "r1")).toHaveLength(2);
    expect(lines).toHaveLength(10);
    expect(mixed(["g1"], [], 0.2, 3)).toEqual(["g1"]);
    expect(() => mixed(["g1"], ["r1"], 1, 3)).toThrow("share");
  });
});

describe("the shares of a set of answers", () => {
  const original = "function one() {\n  a();\n  b();\n}\n\nfunction two() {\n  c();\n}\n";
  const answer = (sketch: string, expected: string): number[] => {
    const shares = measureShares([
      { original, expected, sketch, instruction: "do it", style: "lazy", language: "javascript" },
    ]);
    const names = [
      "markers: in a case",
      "context before (insertion): 1 line",
      "blocks: innermost header of a change shown",
    ];
    return names.map((name) => shares.get(name) ?? -1);
  };

  it("count markers, lines beside changes and headers", () => {
    const expected = original.replace("  b();\n", "  b();\n  new();\n");
    expect(answer("```js\nfunction one() {\n  // ...\n  b();\n  new();\n}\n// ...\n```\n", expected)).toEqual([
      2, 1, 1,
    ]);
    expect(answer("```js\n  b();\n  new();\n}\n```\n", expected)).toEqual([0, 1, 0]);
  });
});

describe("random choices", () => {
  it("are the same for a seed, and others for another", () => {
    const draw = (seed: number | string): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 8 }, () => random.between(1, 1000));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw("a")).not.toEqual(draw("b"));
  });

  it("of one part do not depend on those of another", () => {
    const random = createRandom(1);
    const before = random.fork("part").next();
    random.next();
    expect(random.fork("part").next()).toBe(before);
  });

  it("follow their weights", () => {
    const random = createRandom(2);
    const drawn = Array.from({ length: 2000 }, () =>
      random.pickWeighted([
        ["a", 3],
        ["b", 1],
      ] as const),
    );
    expect(drawn.filter((item) => item === "a").length / drawn.length).toBeCloseTo(0.75, 1);
    expect([...random.shuffle([1, 2, 3, 4])].sort()).toEqual([1, 2, 3, 4]);
    expect(() => random.pick([])).toThrow();
  });
});
