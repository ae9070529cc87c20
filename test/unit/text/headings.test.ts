import { expect, it } from "vitest";
import { headingLevels } from "../../../extension/core/text/headings.ts";

it.each<[string, readonly string[], readonly number[]]>([
  ["of all levels", ["# A", "text", "   ###### B", "####### C", "#D", "#"], [1, 0, 6, 0, 0, 1]],
  ["not indented as code", ["    # A"], [0]],
  ["not in a fence", ["```sh", "# A", "~~~", "````", "# B", "```", "# C"], [0, 0, 0, 0, 1, 0, 0]],
  ["not behind a fence that is open", ["~~~", "# A", "```", "# B"], [0, 0, 0, 0]],
  ["behind a line that only looks like a fence", ["```a``` is code", "# A"], [0, 1]],
])("headings: %s", (_, lines, want) => {
  expect([...headingLevels(lines)]).toEqual(want);
});
