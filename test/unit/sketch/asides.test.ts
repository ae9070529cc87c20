import { describe, expect, test } from "vitest";
import { readReply, type ReplyContext } from "../../../extension/core/sketch/readReply.ts";
import type { FileSketch } from "../../../extension/core/sketch/sketch.ts";

const ORIGINAL = `import { query } from "./db";

export function loadOrders(day) {
  const rows = query("orders", day);
  return rows.filter((row) => row.paid);
}

export function total(orders) {
  return orders.reduce((sum, order) => sum + order.price, 0);
}
`;
const js: ReplyContext = { path: "src/orders.js", language: "javascript", original: ORIGINAL };

/** A sketch in short: its doubt, and its first line, or what its edits search and write. */
function short({ sketch, doubt }: FileSketch): string {
  const head = doubt === undefined ? "" : `${doubt}: `;
  if (sketch.type === "code") return head + (sketch.text.split("\n")[0] ?? "");
  if (sketch.type !== "edits") return head + sketch.type;
  return head + sketch.edits.map(({ search, replace }) => `${search.join("|")} => ${replace.join("|")}`).join(" & ");
}

const fence = (...lines: readonly string[]): string => ["```js", ...lines, "```"].join("\n");
const CHANGE = fence("export function total(orders, rate = 1) {", "  return rate * sum(orders);", "}");
const CHANGED = "export function total(orders, rate = 1) {";
const USE = fence("const due = total(orders, 1.19);", "console.log(due);");
const OLD = fence("  return rows.filter((row) => row.paid);");
const NEW = fence("  return rows.filter((row) => row.paid && !row.cancelled);");

function check(parts: readonly string[], want: readonly string[], context: ReplyContext = js): void {
  expect(readReply(parts.join("\n\n"), context).map(short)).toEqual(want);
}

test("code in another language is part of the change where the file has its lines", () => {
  const original = "get '/' do\n  erb :index\nend\n\n__END__\n<p class=\"text\">Hello</p>\n";
  const reply =
    'In the layout:\n\n```html\n<p class="text">Hello, you</p>\n```\n\nand:\n\n```ruby\nget \'/\' do\n  erb :start\nend\n```\n\nSee:\n\n```js\nfetch("/");\n```\n';
  const context = { path: "app.rb", language: "ruby", original };
  expect(readReply(reply, context).map(short)).toEqual(['<p class="text">Hello, you</p>', "get '/' do"]);
});

describe("how the change is used is no part of it", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["usage", ["Like this:", CHANGE, "You can then use it like this:", USE], [CHANGED]],
    ["heading", [CHANGE, "### Usage", USE], [CHANGED]],
    [
      "before the change",
      ["So that you can call it with a rate, for example:", USE, "change it to:", CHANGE],
      [CHANGED],
    ],
    ["callers", [CHANGE, "Callers then look like this:", USE], [CHANGED]],
    ["what not to do", [CHANGE, "Don't do this:", USE], [CHANGED]],
    [
      "but not where it is only said to be used as something",
      [
        CHANGE,
        "`Order` is now used as a value, so drop the `type` from its import:",
        fence('import { Order } from "./order";'),
      ],
      [CHANGED, 'import { Order } from "./order";'],
    ],
    ["alone", ["You can use it like this:", USE], ["example: const due = total(orders, 1.19);"]],
    [
      "but not what has lines of the file",
      [CHANGE, "For example, filter here:", NEW],
      [CHANGED, "  return rows.filter((row) => row.paid && !row.cancelled);"],
    ],
    [
      "but not with a marker",
      [CHANGE, "For example:", fence("// ... existing code ...", "export const rate = 2;")],
      [CHANGED, "// ... existing code ..."],
    ],
    [
      "but not with words of a change",
      [CHANGE, "And a constant below it:", fence("export const rate = 2;")],
      [CHANGED, "export const rate = 2;"],
    ],
  ])("%s", (_, parts, want) => {
    check(parts, want);
  });

  test("in a new file an example is the file", () => {
    check(["For example:", USE], ["const due = total(orders, 1.19);"], { ...js, original: "" });
  });
});

describe("lines as they were before", () => {
  const edit = "  return rows.filter((row) => row.paid); =>   return rows.filter((row) => row.paid && !row.cancelled);";
  test.each<[string, readonly string[], readonly string[]]>([
    ["before and after", ["Before:", OLD, "After:", NEW], [edit]],
    ["replace this with that", ["Replace this line:", OLD, "with:", NEW], [edit]],
    ["the problem", ["The problem is here:", OLD, "Change the function:", CHANGE], [CHANGED]],
    [
      "the new block shows more of the file",
      ["Currently:", OLD, "It should be:", fence("export function loadOrders(day) {", "  // ...", "}")],
      ["export function loadOrders(day) {"],
    ],
    [
      "but not a block that changes",
      ["Replace this function:", CHANGE, "and this one:", NEW],
      [CHANGED, "  return rows.filter((row) => row.paid && !row.cancelled);"],
    ],
    ["but not alone", ["Currently:", OLD], ["  return rows.filter((row) => row.paid);"]],
  ])("%s", (_, parts, want) => {
    check(parts, want);
  });
});

describe("several ways to do the same", () => {
  const other = "  return rows.filter((row) => row.paid && !row.cancelled);";
  test.each<[string, readonly string[], boolean]>([
    ["numbered", ["Option 1: a rate", CHANGE, "Option 2: a filter", NEW], true],
    ["headings", ["### Option A", "A rate:", CHANGE, "### Option B", "A filter:", NEW], true],
    ["alternatively", ["Add a rate:", CHANGE, "Alternatively, filter the rows:", NEW], true],
    ["or", ["Add a rate:", CHANGE, "Or filter them:", NEW], true],
    ["if you prefer", ["Add a rate:", CHANGE, "If you'd rather filter:", NEW], true],
    ["two changes", ["1. Add a rate:", CHANGE, "2. Filter the rows:", NEW], false],
    ["an option of a program", ["Read the `--rate` option:", CHANGE, "and the second option too:", NEW], false],
  ])("%s", (_, parts, isChoice) => {
    check(parts, isChoice ? [`option: ${CHANGED}`, `option: ${other}`] : [CHANGED, other]);
  });

  test.each<[string, string, string, boolean]>([
    [
      "a declaration in full",
      "export function total(orders) {\n  return 1;\n}",
      "export function total(orders) {\n  return 2;\n}",
      true,
    ],
    [
      "a declaration twice, alike",
      "export function total(orders) {\n  return 1;\n}",
      "export function total(orders) {\n  return 1;\n}",
      false,
    ],
    [
      "with a marker",
      "export function total(orders) {\n  // ...\n}",
      "export function total(orders) {\n  return 2;\n}",
      false,
    ],
    ["no block", "let a = 1;\nlet b;", "let a = 1;\nlet c;", false],
  ])("two blocks show %s", (_, first, second, isChoice) => {
    const found = readReply(["First:", fence(first), "The cleaner one is:", fence(second)].join("\n\n"), js);
    expect(found.map(({ doubt }) => doubt === "option")).toEqual([isChoice, isChoice]);
  });

  test("the same header in several places of the file is no choice", () => {
    const block = (port: number) => ["```yaml", "server:", `  port: ${port}`, "```"].join("\n");
    const original = "a:\n  server:\n    port: 1\nb:\n  server:\n    port: 2\n";
    check(["In `a`:", block(3), "In `b`:", block(4)], ["server:", "server:"], { path: "a.yml", original });
  });

  test("another way as a command is no choice", () => {
    check([CHANGE, "Or run:", "```sh\nnpm test\n```"], [CHANGED]);
  });
});

describe("a reply that breaks off", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "within a block",
      "Like this:\n```js\nexport function total(orders, ra",
      ["cut-off: export function total(orders, ra"],
    ],
    ["behind a marker", "```js\nconst a = 1;\n// ... existing code ...\n", ["const a = 1;"]],
    ["at the file's last line", "```js\nexport function total() {\n}\n", ["export function total() {"]],
    ["not at all", `${CHANGE}\n`, [CHANGED]],
  ])("%s", (_, reply, want) => {
    check([reply], want);
  });
});

describe("code of other files", () => {
  const OTHER = fence("export function pay(order) {", "  return send(order);", "}");
  test.each<[string, readonly string[], readonly string[]]>([
    ["named in the prose", [CHANGE, "And in `src/payment.js`:", OTHER], [CHANGED]],
    ["named alone", ["In `src/payment.js`:", OTHER], ["other-file: export function pay(order) {"]],
    [
      "a wrong name",
      ["In `src/order.js`:", fence("export function total(orders) {", "  return 0;", "}")],
      ["export function total(orders) {"],
    ],
    ["a name that the file itself has as a comment", [fence("// lib/sums.js", "const a = 1;")], ["// lib/sums.js"]],
  ])("%s", (_, parts, want) => {
    check(parts, want, { ...js, original: `${ORIGINAL}\n// lib/sums.js\nconst a = 2;\n` });
  });
});

test("the words that lead to a block go with it", () => {
  const reply = ["Two changes.", "", "## In `total`", "", "Add a rate:", "", CHANGE, "", NEW].join("\n");
  expect(readReply(reply, js).map(({ introduction }) => introduction)).toEqual([
    "Two changes.\n\n## In `total`\n\nAdd a rate:",
    undefined,
  ]);
});

describe("what is shown to say that it goes is deleted", () => {
  const WHOLE = fence(
    "export function total(orders) {",
    "  return orders.reduce((sum, order) => sum + order.price, 0);",
    "}",
  );
  const IMPORT = fence('import { query } from "./db";');
  const gone = "export function total(orders) {|  return orders.reduce((sum, order) => sum + order.price, 0);|} => ";
  test.each<[string, readonly string[], readonly string[]]>([
    ["this", ["Then delete this one:", WHOLE], [gone]],
    ["by its name", ["Remove the `total` function, nobody calls it:", WHOLE], [gone]],
    ["a block without a name", ["Delete the function:", WHOLE], [gone]],
    ["a line", ["1. Remove the import, it was only used there:", IMPORT], ['import { query } from "./db"; => ']],
    [
      "beside a change",
      [CHANGE.replace("total", "sum"), "This line can go away:", OLD],
      ["export function sum(orders, rate = 1) {", "  return rows.filter((row) => row.paid); => "],
    ],
    ["not by another name", ["Remove the `query` import:", WHOLE], ["export function total(orders) {"]],
    ["not what is left", ["Delete the check, which leaves this:", OLD], ["  return rows.filter((row) => row.paid);"]],
    [
      "not lines around it",
      [
        "Remove the call:",
        fence('  const rows = query("orders", day);', "  return rows.filter((row) => row.paid);", "}"),
      ],
      ['  const rows = query("orders", day);'],
    ],
    ["not what the file does not have", ["Delete this:", USE], ["const due = total(orders, 1.19);"]],
  ])("%s", (_, parts, want) => {
    check(parts, want);
  });
});
