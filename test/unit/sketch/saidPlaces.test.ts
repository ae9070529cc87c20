import { describe, expect, it } from "vitest";
import { saidPlacesOf, readSaidPlaces } from "../../../extension/core/sketch/saidPlaces.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

describe("where words say that a block goes", () => {
  it.each([
    ["Add this right below `total`:", "after total"],
    ["Put this one above the `clear()` method:", "before clear()"],
    ["In front of `parse` comes a helper:", "before parse"],
    ["Insert this after `first` and `second`:", "after first+second"],
    ["3. In the constructor of `Cart`, keep the items:", ""],
    ["Then in `eventToJson`:", "into eventToJson"],
    ["Next to `send`:", "beside send"],
    ["Add the helpers at the end of the class, after `reset()`:", "end; after reset()"],
    ["At the top of `main`, check the arguments:", "start main"],
    ["Show it at the top of the page:", ""],
    ["Give the constructor `Cart` a limit:", ""],
    ["Add this at the bottom of the file:", "end"],
    ["The new test goes below it:", ""],
    ["Below the imports:", "after the imports"],
    ["After the last import, add:", "after the imports"],
    ["Under `[a]`, not the one in `[b]`, replace it:", "after [a]"],
    ["In `run` and not in `stop`:", "into run"],
    ["I changed `total`.\n\nAdd this below `clear`:", "after clear"],
    ["", ""],
  ])("%j: %s", (introduction, expected) => {
    const read = readSaidPlaces(introduction).map(({ place, names, noun }) =>
      [place, ...(names.length > 0 ? [names.join("+")] : []), ...(noun === undefined ? [] : [`the ${noun}`])].join(" "),
    );
    expect(read.join("; ")).toBe(expected);
  });

  it("is known of the block that the words lead to", () => {
    const found = readReply("Below `a`:\n\n```js\none();\n```\n\nAnd this:\n\n```js\ntwo();\n```\n", { path: "x.js" });
    expect(found.map(saidPlacesOf)).toEqual([[{ start: 0, anchors: [{ place: "after", names: ["a"] }] }], []]);
  });
});
