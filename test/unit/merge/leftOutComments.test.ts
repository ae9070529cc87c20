import { expect, it } from "vitest";
import { createFactors } from "../../../extension/core/merge/model/factors.ts";
import { prepareCase } from "../../../training/fit/prepare.ts";

it("a reading may keep comments between two lines that are shown as neighbours, with blank lines beside them", () => {
  const file = [
    "locals {",
    '  version = "1.33"',
    "}",
    "",
    "####",
    "# Cluster",
    "####",
    "",
    'module "eks" {',
    "  a = 1",
    "}",
  ];
  const code = ["locals {", '  version = "1.34"', "}", "", 'module "eks" {', "  # ...", "}"];
  const original = file.join("\n");
  const expected = original.replace("1.33", "1.34");
  const sketch = ["```hcl", ...code, "```", ""].join("\n");
  const one = { id: "one", source: "own:main.tf", path: "main.tf", original, sketch, expected };
  expect(prepareCase(one, createFactors(new Map()), 1)).toMatchObject({ weight: 1 });
});
