import { describe, test } from "vitest";
import { checkCode, cut } from "./checkCode.ts";
import { doors, shop, tasks } from "./proofTexts.ts";

type Row = [string, string, string, string, readonly string[]];

/** A function that stands alone in its file, with a line that another one takes the place of. */
const call = (line: string): string => `function run(job) {\n  begin(job);\n  ${line}\n  end(job);\n}\n`;

test.each<[string, string, boolean]>([
  ["send(mail);", "post(mail);", true],
  ["mail.sends();", "mail.postage();", true],
  ["mail.sends();", "mail.postages();", false],
  ["keep(door, key);", "const result = await vault.store(door, then.keep(key));", true],
  ["keep(door);", "const result = await vault.store(door, then.keep());", false],
  ["keep(door);", "keep(a.very, long.list, of.other, things, that.matter, door);", true],
  ["put(red, tan, sky, ash);", "sky.tan(put, red, ivy);", true],
  ["put(red, tan, sky, ashes);", "sky.tan(put, red, ivy);", false],
  ["open(door, window);", "window.close(gate);", false],
  ["window.open(door);", "close(gate, window);", false],
  ["open(door);", "shut(gate);", false],
  ["internationalization.load(a);", "internationalization.keep(everything, there, is);", true],
  ['say("yes");', "say('yes') // loudly", true],
  [
    "create(first, second, third, fourth, fifth);",
    "create(\n    first,\n    second,\n    third,\n    fourth,\n    fifth,\n  );",
    true,
  ],
  [
    "create(first, second, third, fourth, fifth);",
    "make(\n    first,\n    second,\n    third,\n    fourth,\n    fifth,\n  );",
    true,
  ],
  ["create(first, second, third, fourth, fifth);", "create(\n    one,\n    two,\n    three,\n  );", false],
  [
    "create(one, two, three, four, five, six, seven, eight, nine);",
    "create(\n    one,\n    two,\n    three,\n    four,\n    five,\n    six,\n  );",
    true,
  ],
  [
    "create(one, two, three, four, five, six, seven, eight, nine);",
    "create(\n    one,\n    two,\n    three,\n    four,\n    five,\n  );",
    false,
  ],
])("%s becomes %s: %s", (before, after, isOld) => {
  const sketch = `function run(job) {\n  // ...\n  ${after}\n  // ...\n}\n`;
  checkCode(call(before), sketch, call(after), isOld ? [] : ["lost-line: line 3"], "javascript");
});

const vault = "one();\nfunction open(door) {\n  alpha(1);\n  beta(2);\n  gamma(3);\n}\n";

describe("lines beside an old form", () => {
  test.each<Row>([
    [
      "which go up to a neighbour",
      tasks,
      "# ...\n        wait(job, 5)\n    release(job)\n# ...\n",
      cut(tasks, [8, 9, 10, 11], "        wait(job, 5)"),
      [],
    ],
    [
      "which go from a neighbour on",
      tasks,
      "# ...\n    claim(job)\n    job.work(limit=20)\n    # ...\n",
      cut(tasks, [7, 8, 9, 10], "    job.work(limit=20)"),
      [],
    ],
    [
      "which is a sign beside a marker",
      doors,
      "// ...\n});\n\nfunction close(door) {\n// ...\n",
      cut(doors, [5], "});"),
      [],
    ],
    [
      "which nobody shows",
      doors,
      "// ...\n  check(door, 2);\n  turn(door.key);\n// ...\n",
      cut(cut(doors, [10], "  log(door, 2);"), [2], "  check(door, 2);"),
      ["unrelated: line 10", "lost-line: line 10"],
    ],
    [
      "which nobody shows, as a sign",
      doors,
      "// ...\n  check(door, 2);\n  turn(door.key);\n// ...\n",
      cut(cut(doors, [11], "});"), [2], "  check(door, 2);"),
      ["unrelated: line 11", "lost-line: line 11"],
    ],
    [
      "in another block at the beginning of the file",
      doors,
      "// ...\n}\n\nfunction lock(door) {\n  turn(door.bolt);\n}\n\nfunction close(door) {\n// ...\n",
      cut(doors, [4, 5], "}", "", "function lock(door) {", "  turn(door.bolt);", "}"),
      ["lost-line: line 4"],
    ],
    [
      "whose block goes",
      tasks,
      "# ...\n    claim(job)\n    # ...\n    wait(job, 5)\n    # ...\n",
      cut(tasks, [7, 8, 9], "    wait(job, 5)", "    reset(job)"),
      ["depth: line 8", "lost-line: line 7"],
    ],
    [
      "where a comment may be the marker",
      shop,
      "class Shop\n{\n    void Open()\n    {\n        audit();\n        // existing lamp check\n    }\n    // ...\n}\n",
      cut(shop, [5, 6], "        audit();", "        // existing lamp check"),
      ["lost-line: lines 5 to 6"],
    ],
    [
      "with a sign, where a comment may be the marker",
      doors.replace("  turn(door.key);", "  if (door.key) {\n    turn(door.key);\n  }"),
      "function open(door) {\n  audit();\n  // existing key check\n}\n// ...\n",
      cut(doors, [2, 3, 4], "  audit();", "  // existing key check"),
      ["lost-line: lines 2 to 6"],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings);
  });
});

describe("the head of a block that changes", () => {
  const head = "function unlock(gate) {";
  test.each<Row>([
    [
      "with half of its body",
      doors,
      `${head}\n  check(gate, 2);\n  // ...\n`,
      cut(doors, [1, 2], head, "  check(gate, 2);"),
      [],
    ],
    [
      "with a body of other lines",
      doors,
      `${head}\n  alarm.silence(7);\n  // ...\n}\n// ...\n`,
      cut(doors, [1, 2, 3, 4], head, "  alarm.silence(7);"),
      ["lost-line: lines 1 to 4"],
    ],
    [
      "with a body that is changed in its place",
      doors,
      `${head}\n  check(gate);\n  turn(gate.key);\n  push(gate);\n}\n// ...\n`,
      cut(doors, [1, 2, 3, 4], head, "  check(gate);", "  turn(gate.key);", "  push(gate);"),
      [],
    ],
    [
      "with one of three lines",
      vault,
      "// ...\nfunction unlock(gate) {\n  beta(2);\n  // ...\n}\n",
      cut(vault, [2, 3, 5], "function unlock(gate) {"),
      ["lost-line: lines 2 to 3", "lost-line: line 5"],
    ],
    [
      "with one of two lines",
      cut(vault, [5]),
      "// ...\nfunction unlock(gate) {\n  beta(2);\n  // ...\n}\n",
      cut(vault, [2, 3, 5], "function unlock(gate) {"),
      [],
    ],
    [
      "with two of three lines",
      vault,
      "// ...\nfunction unlock(gate) {\n  // ...\n}\n",
      cut(vault, [2, 3], "function unlock(gate) {"),
      ["lost-line: line 3"],
    ],
    [
      "and says more of its name",
      doors,
      "async function openSoon(door) {\n  await nothing();\n  // ...\n}\n// ...\n",
      cut(doors, [1, 2, 3, 4], "async function openSoon(door) {", "  await nothing();"),
      ["lost-line: lines 2 to 4"],
    ],
    [
      "and says less of its name",
      `async ${doors}`,
      "function open(door) {\n  await nothing();\n  // ...\n}\n// ...\n",
      cut(doors, [1, 2, 3, 4], "function open(door) {", "  await nothing();"),
      ["lost-line: lines 2 to 4"],
    ],
    [
      "with a brace on a line of its own",
      shop,
      "class Shop\n{\n    void Unlock()\n    {\n        // ...\n    }\n    // ...\n}\n",
      cut(shop, [3], "    void Unlock()"),
      [],
    ],
    [
      "with a brace on a line of its own and other lines",
      shop,
      "// ...\n    void Unlock()\n    {\n        ring();\n    }\n    // ...\n}\n",
      cut(shop, [3, 4, 5, 6], "    void Unlock()", "    {", "        ring();"),
      ["lost-line: line 3"],
    ],
    [
      "and takes the place of two",
      doors,
      "function open(door, key) {\n  // ...\n",
      cut(doors, [1, 2, 3, 4, 5, 6, 7, 8], "function open(door, key) {"),
      ["lost-line: lines 7 to 8"],
    ],
    [
      "with a body that has nothing of its own",
      "one();\nfunction a(x) {\n  go();\n}\n\nfunction c(x) {\n  go();\n}\n",
      "// ...\nfunction b(y) {\n  // ...\n}\n\nfunction c(x) {\n// ...\n",
      "one();\nfunction b(y) {\n  go();\n}\n\nfunction c(x) {\n  go();\n}\n",
      ["lost-line: line 2"],
    ],
    [
      "with a body that is just alike enough",
      doors,
      `// ...\n${head}\n  turn(door.key);\n}\n// ...\n`,
      cut(doors, [1, 2, 4], head),
      [],
    ],
    [
      "and takes up the line above it",
      "begin();\nprepare(job);\nif (job.ready) {\n  go(job);\n}\n",
      "// ...\nif (prepare(job).ready) {\n  // ...\n",
      "begin();\nif (prepare(job).ready) {\n  go(job);\n}\n",
      [],
    ],
    [
      "with one of three lines, above a line that stays",
      "one()\ndef open_door(door):\n    alpha(1)\n    beta(2)\n    gamma(3)\nlater()\n",
      "# ...\ndef open_gate(gate):\n    beta(2)\n    # ...\n",
      "one()\ndef open_gate(gate):\n    beta(2)\nlater()\n",
      ["lost-line: lines 2 to 3", "lost-line: line 5"],
    ],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings);
  });
});

const cart = `describe("a cart", () => {
  it("counts what it holds", () => {
    fill(cart, 2);
    expect(cart.size).toBe(2);
  });

  it("throws for a count of zero", () => {
    const add = () => fill(cart, 0);
    expect(add).toThrow();
  });

  it("is empty at first", () => {
    expect(cart.items).toEqual([]);
  });
});
`;
const titled = (title: string, body = "    // ...\n"): string =>
  `describe("a cart", () => {\n  // ...\n  ${title}\n${body}  });\n  // ...\n});\n`;

describe("the head of a block of which lines are left out", () => {
  const refuses = 'it("refuses a zero", () => {';
  const full = "    const add = () => fill(cart, 0);\n    expect(add).toThrow();\n";
  const twin = cart.replace("counts what it holds", "throws for a lonely zero");
  test.each<Row>([
    ["is the new one of the title most like it", cart, titled(refuses), cut(cart, [7], `  ${refuses}`), []],
    ["is not that of another title", cart, titled(refuses), cut(cart, [2], `  ${refuses}`), ["lost-line: line 2"]],
    ["may be that of two titles", twin, titled(refuses), cut(twin, [7], `  ${refuses}`), ["lost-line: line 7"]],
    [
      "is that of the title that the sketch does not show",
      twin,
      titled(refuses).replace("  // ...\n", '  it("throws for a lonely zero", () => {\n    // ...\n  });\n  // ...\n'),
      cut(twin, [7], `  ${refuses}`),
      [],
    ],
    [
      "is of the same kind",
      cart,
      titled('test("refuses a zero", () => {'),
      cut(cart, [7], '  test("refuses a zero", () => {'),
      ["lost-line: line 7"],
    ],
    [
      "keeps the lines that it leaves out",
      cart,
      titled(refuses, "    empty(cart);\n    // ...\n"),
      cut(cart, [7, 8, 9], `  ${refuses}`, "    empty(cart);"),
      ["lost-line: lines 7 to 9"],
    ],
    [
      "excuses no line but itself",
      cart,
      `describe("a cart", () => {\n  ${refuses}\n    // ...\n  });\n  // ...\n});\n`,
      cut(cart, [2, 3, 4, 5, 6, 7], `  ${refuses}`),
      ["lost-line: line 7"],
    ],
    [
      "is like the old one, though it is the only one of its kind",
      "one();\nfunction open(door) {\n  alpha(1);\n  beta(2);\n}\n",
      "one();\nfunction weighAndStamp(parcel, scale, limit) {\n  // ...\n}\n",
      "one();\nfunction weighAndStamp(parcel, scale, limit) {\n  alpha(1);\n  beta(2);\n}\n",
      ["lost-line: line 2"],
    ],
    [
      "is no condition",
      "function run(x) {\n  open(x);\n  if (debug) {\n    log(x);\n  }\n  close(x);\n}\n",
      "function run(x) {\n  if (ready(now)) {\n    // ...\n  }\n  // ...\n}\n",
      "function run(x) {\n  if (ready(now)) {\n    log(x);\n  }\n  close(x);\n}\n",
      ["lost-line: lines 2 to 3"],
    ],
    ["leaves lines out", cart, titled(refuses, full), cut(cart, [7], `  ${refuses}`), ["lost-line: line 7"]],
  ])("%s", (_, original, sketch, result, findings) => {
    checkCode(original, sketch, result, findings, "javascript");
  });
});
