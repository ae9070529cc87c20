import { expect, test } from "vitest";
import { readAddress, readPrice } from "../../../extension/cli/evalEngines.ts";
import { evaluationCommand } from "../../../extension/evaluation/evaluationCommand.ts";
import { readEngineNames } from "../../../extension/core/evaluation/engineNames.ts";

const gpt = { provider: "openai", model: "gpt-4.1" };

test.each<[text: string, name: object]>([
  ["structural", { type: "structural" }],
  ["auto", { type: "auto", model: undefined }],
  ["auto:openai/gpt-4.1", { type: "auto", model: gpt }],
  ["choice:openai", { type: "choice", model: { provider: "openai", model: undefined } }],
  ["exact:openai/gpt-4.1", { type: "exact", model: gpt }],
  ["openai/gpt-4.1", { type: "rewriter", model: gpt, draft: "guess" }],
  ["openai/gpt-4.1:original", { type: "rewriter", model: gpt, draft: "original" }],
  ["openai/gpt-4.1:none", { type: "rewriter", model: gpt, draft: "none" }],
  [
    "ollama/qwen2.5-coder:7b",
    { type: "rewriter", model: { provider: "ollama", model: "qwen2.5-coder:7b" }, draft: "guess" },
  ],
  [
    "fireworks/accounts/fireworks/models/x",
    { type: "rewriter", model: { provider: "fireworks", model: "accounts/fireworks/models/x" }, draft: "guess" },
  ],
])("%s is an engine", (text, name) => {
  expect(readEngineNames(text)).toEqual({ type: "names", names: [{ id: text, ...name }] });
});

test("a list has each engine once, and blanks around its names do not count", () => {
  expect(readEngineNames("structural, openai")).toMatchObject({ names: [{ id: "structural" }, { id: "openai" }] });
  expect(readEngineNames("openai,openai")).toMatchObject({ type: "wrong", name: "openai", why: "it is named twice." });
  expect(readEngineNames("structural,")).toMatchObject({ type: "wrong", name: "" });
  expect(readEngineNames("exact")).toMatchObject({ type: "wrong", name: "exact" });
});

test("an engine that names no model asks the first one that can rewrite, and is named by it", () => {
  expect(readEngineNames("auto,exact:anthropic/x,openai/gpt-4.1:none,choice")).toMatchObject({
    names: [
      { id: "auto:openai/gpt-4.1", model: gpt },
      { id: "exact:anthropic/x" },
      { id: "openai/gpt-4.1:none" },
      { id: "choice:openai/gpt-4.1", model: gpt },
    ],
  });
  expect(readEngineNames("auto,exact:anthropic/x")).toMatchObject({ names: [{ id: "auto", model: undefined }, {}] });
  expect(readEngineNames("auto,auto:openai")).toMatchObject({ type: "wrong", name: "auto:openai" });
});

test.each<[word: string, quoted: string]>([
  ["cases.jsonl", "cases.jsonl"],
  ['my $(rm -r .) `x` "\\.jsonl', "'my $(rm -r .) `x` \"\\.jsonl'"],
  ["it's.jsonl", "'it'\\''s.jsonl'"],
])("%s is one word of a shell", (path, quoted) => {
  const none = { edits: undefined, planner: undefined, grader: undefined, localModel: undefined };
  const said = { ...none, source: { type: "file", path } as const, seed: 1, engines: ["structural"] };
  expect(evaluationCommand({ ...said, addresses: new Map(), prices: new Map() })).toBe(
    `fast-apply eval --cases ${quoted} --engines structural --seed 1`,
  );
});

test.each<[text: string, entry: unknown]>([
  ["0.4,1.6", [undefined, { sent: 0.4, answered: 1.6 }]],
  ["openai/gpt-4.1=2,8", ["openai/gpt-4.1", { sent: 2, answered: 8 }]],
  ["0,0", [undefined, { sent: 0, answered: 0 }]],
  ["2", undefined],
  ["2,", undefined],
  ["-1,2", undefined],
  ["cheap,2", undefined],
])("%s as a price", (text, entry) => {
  expect(readPrice(text)).toEqual(entry);
});

test.each<[text: string, entry: unknown]>([
  ["https://host/v1", [undefined, "https://host/v1"]],
  ["openai=https://host/v1?a=b", ["openai", "https://host/v1?a=b"]],
  ["openai=me:secret", ["openai", "me:secret"]],
])("%s as an address", (text, entry) => {
  expect(readAddress(text)).toEqual(entry);
});
