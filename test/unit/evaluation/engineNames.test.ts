import { expect, test } from "vitest";
import { readAddress, readPrice } from "../../../extension/cli/evalEngines.ts";
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
  ["host", undefined],
])("%s as an address", (text, entry) => {
  expect(readAddress(text)).toEqual(entry);
});
