import { expect, test } from "vitest";
import { createFactors } from "../../../extension/core/merge/model/factors.ts";
import { sumBackward } from "../../../extension/core/merge/model/sums.ts";
import weights from "../../../extension/core/merge/model/weights.json" with { type: "json" };
import { prepareCase, type Case } from "../../../training/fit/prepare.ts";
import { sumTextPaths } from "../../../training/fit/textPaths.ts";

const original = Array.from(
  { length: 40 },
  (_, index) => `function step${String(index)}(order) {\n  check(order, ${String(index)});\n  return order;\n}\n`,
).join("\n");
const one: Case = {
  ...{ id: "orders-1", source: "shop:orders.js", path: "orders.js", original },
  sketch: "// ...\nfunction step7(order) {\n  check(order, 7);\n  log(order);\n  return order;\n}\n// ...\n",
  expected: original.replace("check(order, 7);\n", "check(order, 7);\n  log(order);\n"),
};

test("the likely part of a lattice is a small one with the same sums", () => {
  const [whole, part] = [false, true].map((isNear) => {
    const factors = createFactors(new Map(Object.entries(weights.features)));
    const prepared = prepareCase(one, factors, 1, isNear);
    if (typeof prepared === "string") throw new Error(prepared);
    const { lattice, golds } = prepared;
    const sums = sumBackward(lattice, factors.scores);
    return { lattice, total: sums.total, meant: golds.map((gold) => sumTextPaths(gold, sums.score)) };
  });
  expect(part?.lattice.edgeCount).toBeLessThan((whole?.lattice.edgeCount ?? 0) / 4);
  expect(part?.lattice.nodeCount).toBeLessThan(whole?.lattice.nodeCount ?? 0);
  expect(part?.total).toBeCloseTo(whole?.total ?? 0, 5);
  expect(part?.meant).toHaveLength(1);
  expect(part?.meant[0]).toBeCloseTo(whole?.meant[0] ?? 0, 5);
});
