import { expect, test } from "vitest";
import { beginWork } from "../../../extension/core/text/work.ts";
import { locateLines } from "../../../extension/core/merge/locate.ts";

const file = [
  "function load(order) {",
  "  const total = order.total;",
  "",
  '  log("load", total); // for support',
  "  return total;",
  "}",
  "function save(order) {",
  "  const total = order.total;",
  "  return store.save(order, total);  ",
  "}",
];

/** Places as `start-end`. */
test.each<[string, readonly string[], string, readonly string[]]>([
  ["to the letter", ["function load(order) {"], "exact", ["0-1"]],
  ["several lines", ["function save(order) {", "  const total = order.total;"], "exact", ["6-8"]],
  ["in several places", ["  const total = order.total;"], "exact", ["1-2", "7-8"]],
  ["but for trailing blanks", ["  return store.save(order, total);"], "exact", ["8-9"]],
  ["but for indentation", ["const total = order.total;", "return store.save(order, total);"], "exact", ["7-9"]],
  ["but for blank lines", ["  const total = order.total;", '  log("load", total); // for support'], "exact", ["1-4"]],
  ["but for quotes and commas", ["  log('load', total) // for support"], "loose", ["3-4"]],
  ["but for a dropped comment", ['  log("load", total);'], "loose", ["3-4"]],
  [
    "with a small mistake",
    ["function load(order) {", "  const total = order.total;", "  log(total);", "  return total;", "}"],
    "similar",
    ["0-6"],
  ],
  ["nowhere", ["class Session {", "  close() {}", "}"], "similar", []],
])("%s", (_, search, exactness, want) => {
  const found = locateLines(search, file, beginWork());
  expect(found.exactness).toBe(exactness);
  expect(found.places.map(({ start, end }) => `${start}-${end}`)).toEqual(want);
});

test("says which line of the file each searched line is", () => {
  const [place] = locateLines(
    ["function load(order) {", "", "  return total;"],
    file.toSpliced(1, 3),
    beginWork(),
  ).places;
  expect([...(place?.lineOf ?? [])]).toEqual([0, -1, 1]);
});
