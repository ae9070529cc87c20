import { describe, expect, test } from "vitest";
import type { StructuralOutcome } from "../../../extension/core/apply/outcome.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { withAlternatives } from "../../../extension/core/merge/alternatives.ts";
import { isLeftOut, isPlaced } from "../../../extension/core/merge/pieces.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const ORDERS = `import { db } from "./db.js";
import { log } from "./log.js";

const PAGE_SIZE = 20;

/** Lists the orders of one customer. */
export async function listOrders(customer, page) {
  const offset = page * PAGE_SIZE;
  const rows = await db.query("orders", { customer, offset });
  log("listed", rows.length);
  return rows.map(toOrder);
}

export async function cancelOrder(id) {
  const order = await db.find("orders", id);
  order.state = "cancelled";
  await db.save(order);
  log("cancelled", id);
}

function toOrder(row) {
  return { id: row.id, total: row.total };
}
`;

const block = (...lines: readonly string[]): string => ["```js", ...lines, "```"].join("\n");
const answer = (...parts: readonly string[]): string => parts.join("\n\n");

function apply(reply: string, original = ORDERS, path = "orders.js", language = "javascript"): StructuralOutcome {
  const sketches = readReply(reply, { path, language, original });
  return applyStructural({ original, sketches, language, parser: undefined });
}

const LIMIT = answer(
  "Make the page size an option. The import:",
  block('import { log, warn } from "./log.js";'),
  "In `listOrders`:",
  block("  const offset = page * pageSize;"),
  "Its head becomes:",
  block("export async function listOrders(customer, page, pageSize = PAGE_SIZE) {"),
  'And in `cancelOrder`, right after `const order = await db.find("orders", id);`:',
  block("  if (!order) {", '    warn("no order", id);', "    return;", "  }"),
);
const LIMITED = ORDERS.replace("{ log }", "{ log, warn }")
  .replace("page * PAGE_SIZE", "page * pageSize")
  .replace("(customer, page)", "(customer, page, pageSize = PAGE_SIZE)")
  .replace('"orders", id);\n', '"orders", id);\n  if (!order) {\n    warn("no order", id);\n    return;\n  }\n');

describe("an answer in short blocks", () => {
  test("puts each block where its lines and words say, as a piece of its own", () => {
    const outcome = apply(LIMIT);
    expect(outcome).toMatchObject({ type: "merged", text: LIMITED });
    if (outcome.type !== "merged") return;
    const shown = outcome.pieces.map(({ sketch }) => LIMIT.split("\n")[sketch.start]?.trim());
    expect(shown).toEqual([
      'import { log, warn } from "./log.js";',
      "const offset = page * pageSize;",
      "export async function listOrders(customer, page, pageSize = PAGE_SIZE) {",
      "if (!order) {",
    ]);
    const written = LIMITED.split("\n");
    for (const { sketch, result, certainty } of outcome.pieces) {
      expect(written.slice(result.start, result.end).map((line) => line.trim())).toEqual(
        LIMIT.split("\n")
          .slice(sketch.start, sketch.end)
          .map((line) => line.trim()),
      );
      expect(certainty).toBeGreaterThan(0.5);
      expect(certainty).toBeLessThanOrEqual(1);
    }
  });

  test("is the same in a file with other line ends", () => {
    const outcome = apply(LIMIT, ORDERS.replaceAll("\n", "\r\n"));
    expect(outcome).toMatchObject({ type: "merged", text: LIMITED.replaceAll("\n", "\r\n") });
  });

  test("deletes what its words say", () => {
    const reply = answer(LIMIT, 'Finally, delete the line `log("cancelled", id);` in `cancelOrder`.');
    expect(apply(reply)).toMatchObject({ type: "merged", text: LIMITED.replace('  log("cancelled", id);\n', "") });
  });

  test("leaves a block open that may go to several places, and takes those that are sure", () => {
    const original = ORDERS.replace('log("listed", rows.length);', 'log("done");').replace(
      'log("cancelled", id);',
      'log("done");',
    );
    const reply = answer(
      "In `toOrder`:",
      block("  return { id: row.id, total: row.total, state: row.state };"),
      "And the message:",
      block('  log("finished");'),
    );
    const outcome = apply(reply, original);
    if (outcome.type !== "ambiguous") expect.fail(outcome.type);
    const draft = original.replace("total: row.total", "total: row.total, state: row.state");
    expect(outcome.draft).toBe(draft);
    expect(outcome.pieces.filter(isPlaced)).toHaveLength(1);
    const [open] = outcome.pieces.filter(isLeftOut);
    if (open?.state !== "open") expect.fail(open?.state);
    const texts = open.alternatives.map((one) => withAlternatives(original, outcome.draft, [one]));
    const [first, second, third] = draft.split('log("done")');
    expect(texts).toContain(`${first ?? ""}log("finished")${second ?? ""}log("done")${third ?? ""}`);
    expect(texts).toContain(`${first ?? ""}log("done")${second ?? ""}log("finished")${third ?? ""}`);
  });

  test("takes an example for none of its blocks, and a block for one that only sounds like an example", () => {
    const reply = answer(
      "In `toOrder`:",
      block("  return { id: row.id, total: row.total, state: row.state };"),
      "Finally, the output of `cancelOrder`:",
      block('  log("cancelled", id, order.state);'),
    );
    const outcome = apply(reply);
    expect(outcome).toMatchObject({
      type: "merged",
      text: ORDERS.replace("total: row.total", "total: row.total, state: row.state").replace(
        'log("cancelled", id)',
        'log("cancelled", id, order.state)',
      ),
    });
  });

  test("keeps the commas of JSON", () => {
    const original = '{\n  "name": "a",\n  "scripts": {\n    "build": "tsc",\n    "test": "vitest"\n  }\n}\n';
    const reply = answer(
      "In `scripts`, after `test`:",
      ["```json", '    "lint": "eslint ."', "```"].join("\n"),
      "And the name:",
      ["```json", '  "name": "b",', "```"].join("\n"),
    );
    expect(apply(reply, original, "package.json", "json")).toMatchObject({
      type: "merged",
      text: original.replace('"a"', '"b"').replace('"vitest"\n', '"vitest",\n    "lint": "eslint ."\n'),
    });
  });

  test("is not sure where its words ask for more than is read of them", () => {
    const reply = answer(
      LIMIT,
      "Everywhere else in the file, swap `db` for `store` in the same way and adjust the comment of `listOrders`.",
    );
    expect(apply(reply).type).toBe("ambiguous");
  });
});
