import { describe, expect, it } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { placeAnswer, type BlockPlace, type PlacedAnswer } from "../../../extension/core/placing/placeAnswer.ts";
import { FILES, STORE, tellWindow } from "./placingSamples.ts";

type Language = keyof typeof FILES;

interface Given {
  readonly says: string;
  readonly block: string;
  readonly isBeside?: boolean;
}

/** Places blocks; whatever they are, what is likely of each is a share of one. */
function place(language: Language, given: readonly Given[], more = "", text: string = FILES[language]): PlacedAnswer {
  const blocks = given.map(({ says, block, isBeside = false }) => ({
    introduction: says,
    lines: block.split("\n"),
    isBeside,
  }));
  const words = [...given.map(({ says }) => says), more].join("\n\n");
  const answer = placeAnswer(
    blocks,
    { text: words, read: new Set(), isOfFile: () => true },
    readOriginal(text, language, undefined),
  );
  expect(answer.blocks).toHaveLength(blocks.length);
  for (const places of [...answer.blocks, ...answer.deletions]) expectShares(places.map((one) => one.certainty));
  for (const { certainty } of answer.unread) expectShares([certainty]);
  return answer;
}

/** They descend, and are no more than one together. */
function expectShares(shares: readonly number[]): void {
  for (const share of shares) {
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThanOrEqual(1 + 1e-9);
  }
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
}

const tell = (found: BlockPlace | undefined): string => (found?.window ? tellWindow(found.window) : "nowhere");

const placesOf = (...given: Parameters<typeof place>): string[] => place(...given).blocks.map(([best]) => tell(best));

describe("a block that takes the place of lines", () => {
  it.each([
    ["a function", "javascript", "Change `knock`:", "export function knock(door) {\n  door.hit(2);\n}", "15-17"],
    [
      "a method, at the margin",
      "python",
      "Replace `put` with:",
      "def put(self, key, value):\n    self.items[key] = value\n    self.count += 1",
      "11-12",
    ],
    [
      "a method that grows",
      "go",
      "Update `Drop`:",
      'func (s *Store) Drop() error {\n\tif s.path == "" {\n\t\treturn nil\n\t}\n\treturn os.Remove(s.path)\n}',
      "14-16",
    ],
    [
      "a line in one of two like methods",
      "javascript",
      "In `close`, change it:",
      "const key = this.find(true);",
      "9-9",
    ],
    ["a line in one of two like rules", "css", "In `.gate`, change the color:", "  color: green;", "6-6"],
    ["a rule", "css", "Change `.door`:", ".door {\n  color: green;\n}", "1-3"],
    ["an entry", "toml", "Bump the version:", 'version = "1.1.0"', "3-3"],
    ["a constant", "python", "Change the limit:", "LIMIT = 3", "4-4"],
    ["a paragraph", "markdown", 'Change the text of the section "Install":', "Run `npm install tool`.", "7-7"],
  ] as const)("%s: %s", (_, language, says, block, want) => {
    expect(placesOf(language, [{ says, block }])).toEqual([want]);
  });
});

describe("a block that is put between lines", () => {
  it.each([
    [
      "below a method",
      "python",
      "Add this below `get`:",
      "    def has(self, key):\n        return key in self.items",
      "behind 9, 4 deep",
    ],
    [
      "at the end of a class, at the margin",
      "python",
      "Add this method at the end of the class `Store`:",
      "def clear(self):\n    self.items = {}",
      "behind 12, 4 deep",
    ],
    [
      "at the end of a class",
      "javascript",
      "Add this method at the end of the class `Door`:",
      "  lock() {\n    this.turn();\n  }",
      "behind 12, 2 deep",
    ],
    [
      "at the end of the file",
      "go",
      "Add this function at the end of the file:",
      "func Open(path string) *Store {\n\treturn &Store{path: path}\n}",
      "behind 16, 0 deep",
    ],
    ["below a field", "go", "Add a field to `Store` below `path`:", "\tsize int", "behind 6, 4 deep"],
    ["below the imports", "python", "Add this below the imports:", "import json", "behind 2, 0 deep"],
    [
      "a section at the end",
      "markdown",
      "Add a section at the end of the file:",
      "## License\n\nMIT",
      "behind 14, 0 deep",
    ],
    ["a bullet", "markdown", "Add this bullet at the end of the list:", "- free", "behind 14, 0 deep"],
    ["an entry of a table", "toml", "Add this below `serde`:", 'regex = "1"', "behind 6, 0 deep"],
  ] as const)("%s: %s", (_, language, says, block, want) => {
    expect(placesOf(language, [{ says, block }])).toEqual([want]);
  });
});

describe("the lines of a block", () => {
  it.each([
    [
      "move to where a method stands",
      "python",
      "Replace `put` with:",
      "def put(self, key, value):\n    self.items[key] = None",
      "    def put(self, key, value):\n        self.items[key] = None",
    ],
    [
      "move to where they are put",
      "python",
      "Add this method at the end of the class `Store`:",
      "def clear(self):\n\n    self.items = {}",
      "    def clear(self):\n\n        self.items = {}",
    ],
    ["stay if they stand there", "css", "In `.gate`, change the color:", "  color: green;", "  color: green;"],
    ["move by tabs where the file has them", "go", "Add a field to `Store` below `path`:", "size int", "\tsize int"],
  ] as const)("%s", (_, language, says, block, want) => {
    expect(place(language, [{ says, block }]).blocks[0]?.[0]?.lines.join("\n")).toBe(want);
  });
});

describe("several places at once", () => {
  const both = "3-3 and 9-9";

  it("both of two that are equal", () => {
    const block = "    const key = this.find(1);";
    expect(placesOf("javascript", [{ says: "In both methods of `Door`, change the line to:", block }])).toEqual([both]);
  });

  it("both are likelier if the words say so", () => {
    const certaintyOf = (says: string): number => {
      const [places = []] = place("javascript", [{ says, block: "    const key = this.find(1);" }]).blocks;
      return places.find((one) => tell(one) === both)?.certainty ?? 0;
    };
    expect(certaintyOf("In both methods, change the line to:")).toBeGreaterThan(certaintyOf("Change the line to:"));
    expect(certaintyOf("In both methods, change the line to:")).toBeGreaterThan(
      certaintyOf("In `open`, change it to:"),
    );
  });
});

describe("several blocks", () => {
  it("each goes to its own place", () => {
    const given = [
      { says: "Change the limit:", block: "LIMIT = 3" },
      { says: "Change `save`:", block: 'def save(path):\n    return open(path, "a")' },
      { says: "And below the imports, add:", block: "import json" },
    ];
    expect(placesOf("python", given)).toEqual(["4-4", "15-16", "behind 2, 0 deep"]);
  });

  it("one goes below what another replaces", () => {
    const given = [
      { says: "Replace `knock`:", block: "export function knock(door) {\n  door.knock();\n}" },
      { says: "And below `knock`, add:", block: "export function ring(door) {\n  door.ring();\n}" },
    ];
    expect(placesOf("javascript", given)).toEqual(["15-17", "behind 17, 0 deep"]);
  });

  it("none, none", () => {
    expect(place("python", []).blocks).toEqual([]);
  });
});

it("a block that may go anywhere may also go where it is not said to", () => {
  const lines = "first();\nsecond();\n\n".repeat(20);
  const [places = []] = place("javascript", [{ says: "Add this:", block: "third();" }], "", lines).blocks;
  expect(places.reduce((sum, { certainty }) => sum + certainty, 0)).toBeLessThan(0.9);
});

describe("an example", () => {
  const EDIT = { says: "Change `save`:", block: 'def save(path):\n    return open(path, "a")' };
  const EXAMPLE = {
    says: "You can then use it like this, for example:",
    block:
      'from store import save\n\nwith save("a.txt") as file:\n    file.write("hello")\n    file.write("world")\n    print(file.name)\n    print(file.mode)',
    isBeside: true,
  };

  it("goes nowhere, and has no lines", () => {
    const [edit, example] = place("python", [EDIT, EXAMPLE]).blocks;
    expect([tell(edit?.[0]), tell(example?.[0])]).toEqual(["15-16", "nowhere"]);
    expect(example?.[0]?.lines).toEqual([]);
  });

  it("goes nowhere the likelier if it looks as if it were only shown", () => {
    const nowhere = (isBeside: boolean): number =>
      place("python", [EDIT, { ...EXAMPLE, isBeside }]).blocks[1]?.find((one) => tell(one) === "nowhere")?.certainty ??
      0;
    expect(nowhere(true)).toBeGreaterThan(nowhere(false));
  });

  it.each([
    ["what a command prints", "The output is:", "saved 1 item\nsaved 2 items\ndone"],
    ["a command", "Run the tests:", "pytest -q tests"],
    ["a use", "Example usage:", "store = Store()\nstore.put(1, 2)\nprint(store.get(1))"],
  ])("is never sure to go anywhere: %s", (_, says, block) => {
    const [, places = []] = place("python", [EDIT, { says, block, isBeside: true }]).blocks;
    const [edit] = place("python", [EDIT]).blocks;
    const best = places.find(({ window }) => window !== undefined);
    expect(best?.certainty).toBeLessThan(0.7);
    expect(best?.certainty).toBeLessThan(edit?.[0]?.certainty ?? 0);
  });
});

const LIMIT = { says: "Change the limit:", block: "LIMIT = 3" };

describe("a sentence", () => {
  const deleted = (sentence: string): string[] =>
    place("python", [LIMIT], sentence).deletions.map(([best]) =>
      best?.window ? tellWindow({ ...best.window, width: undefined }) : "nothing",
    );

  it.each([
    ["deletes a function", "Then remove the function `save`.", ["15-16"]],
    ["deletes an import", "Remove the import of `sys`, which is unused.", ["2-2"]],
    ["deletes a line", "Remove the line `import sys`.", ["2-2"]],
    ["deletes a class", "Remove the whole class `Store`.", ["7-12"]],
    ["deletes two methods", "Also remove `get` and `put`.", ["8-9", "11-12"]],
    ["deletes nothing that a block takes the place of", "Remove `LIMIT`.", ["nothing"]],
    ["deletes nothing that the file does not have", "Remove `drop`.", ["nothing"]],
    ["says nothing of it", "Nothing else changes.", []],
  ])("%s", (_, sentence, want) => {
    expect(deleted(sentence)).toEqual(want);
  });

  it("deletes nothing of several places that a block takes", () => {
    const given = { says: "In both methods, change the line to:", block: "    const key = this.find(1);" };
    const { blocks, deletions } = place("javascript", [given], "Remove `const key = this.find();`.");
    expect(tell(blocks[0]?.[0])).toBe("3-3 and 9-9");
    const windows = deletions.flatMap((places) => places.flatMap(({ window }) => window ?? []));
    expect(windows.filter(({ start, end }) => (start <= 2 && end > 2) || (start <= 8 && end > 8))).toEqual([]);
  });

  it("all that may go, and nothing, are shares of one", () => {
    const [slot = []] = place("python", [LIMIT], "Then remove `save`.").deletions;
    expect(slot.reduce((sum, { certainty }) => sum + certainty, 0)).toBeCloseTo(1, 9);
    expect(slot.filter(({ window }) => window === undefined)).toHaveLength(1);
  });
});

describe("the words of an answer", () => {
  const readShare = (more: string): number =>
    place("python", [LIMIT], more).unread.reduce((share, { certainty }) => share * (1 - certainty), 1);

  it("are all read, if they only lead to blocks", () => {
    expect(readShare("")).toBe(1);
  });

  it("are all read, if they say besides what goes", () => {
    expect(readShare("Then remove the function `save`.")).toBe(1);
  });

  it("are read the less likely, the more they ask for that no block shows", () => {
    const rename = "Rename `save` to `store_all` everywhere.";
    expect(readShare("The rest stays as it is.")).toBeGreaterThan(readShare(rename));
    expect(readShare(rename)).toBeGreaterThan(
      readShare(`${rename}\n\nAlso rename \`get\` to \`read_one\` everywhere.`),
    );
  });
});

it.each([
  ["no lines", ""],
  ["blank lines", "\n\n"],
  ["one line", "a"],
  ["lines that end as in Windows", STORE.replaceAll("\n", "\r\n")],
])("a file of %s has a place for all", (_, text) => {
  const { blocks } = place(
    "python",
    [{ says: "Add this at the end of the file:", block: "def b():\n    c()" }],
    "",
    text,
  );
  expect(tell(blocks[0]?.[0])).toMatch(/^behind \d+, 0 deep$/);
});

it("the same answer is placed the same", () => {
  const given = [{ says: "In both methods, change the line to:", block: "    const key = this.find(1);" }];
  expect(place("javascript", given)).toEqual(place("javascript", given));
});
