import { expect, test } from "vitest";
import type { ModelView } from "../../../extension/core/chat/chatProtocol.ts";
import { dayGroups } from "../../../webview/conversations/dayGroups.ts";
import { groupModels, matchingModels } from "../../../webview/models/modelGroups.ts";

const at = (month: number, day: number, hour: number): number => new Date(2026, month - 1, day, hour).getTime();

test("conversations are grouped by the user's calendar, the newest first", () => {
  const now = at(3, 30, 1);
  const times = [at(3, 1, 12), at(3, 30, 0), at(3, 29, 23), at(3, 29, 0), at(3, 23, 0), at(3, 22, 23)];
  const list = times.map((changed, index) => ({ id: String(index), title: "", changed, messages: 1 }));
  expect(dayGroups(list, now).map((group) => [group.age, group.list.map(({ id }) => id).join(" ")])).toEqual([
    ["today", "1"],
    ["yesterday", "2 3"],
    ["week", "4"],
    ["older", "5 0"],
  ]);
  expect(dayGroups([], now)).toEqual([]);
});

const model = (id: string, name: string, provider: string): ModelView => ({ id, name, provider, contextTokens: 0 });
const models = [model("p/one", "One", "P"), model("q/two", "Two", "Q"), model("p/three", "Three", "P")];

test("models are grouped by provider in the order in which they came", () => {
  const groups = groupModels(models).map((group) => [group.provider, group.models.map(({ name }) => name).join(" ")]);
  expect(groups).toEqual([
    ["P", "One Three"],
    ["Q", "Two"],
  ]);
});

const queries: readonly (readonly [string, string])[] = [
  ["", "One Two Three"],
  ["tWO", "Two"],
  ["p th", "Three"],
  ["q/", "Two"],
  ["p two", ""],
];
for (const [query, names] of queries)
  test(`models for ${JSON.stringify(query)}`, () => {
    expect(
      matchingModels(models, query)
        .map(({ name }) => name)
        .join(" "),
    ).toBe(names);
  });
