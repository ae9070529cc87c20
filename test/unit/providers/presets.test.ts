import { describe, expect, test } from "vitest";
import { checkEndpoint } from "../../../extension/core/models/endpoint.ts";
import { familyOf } from "../../../extension/core/models/prompts.ts";
import { presets } from "../../../extension/providers/presets.ts";
import { createProviders } from "../../../extension/providers/providers.ts";
import { choose } from "./asking.ts";

test("each preset has an id of its own", () => {
  const ids = presets.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
});

describe.each(presets.map((preset) => [preset.id, preset] as const))("%s", (id, preset) => {
  test("its address is safe, or the user's to give", () => {
    if (preset.baseUrl !== "") expect(checkEndpoint(preset.baseUrl)).toMatchObject({ type: "ok", url: preset.baseUrl });
    else expect(preset.needsKey).toBe(false);
  });

  test("a key goes elsewhere only over https, and there is a page to get it", () => {
    if (!preset.needsKey) return;
    expect(preset.baseUrl).toMatch(/^https:/);
    expect(preset.keyPage).toMatch(/^https:/);
    expect(preset.keyVariables.length).toBeGreaterThan(0);
    if (preset.model !== "") expect(preset.models).toContain(preset.model);
  });

  test("it says what is sent where", () => {
    expect(preset.privacy).toMatch(/^The file, its path, the sketch and .*\.$/);
  });

  test("it makes a rewriter with limits and a name", () => {
    const rewriter = choose(createProviders(), id, {});
    expect(rewriter.id).toBe(id);
    expect(rewriter.name.startsWith(preset.name)).toBe(true);
    expect(rewriter.limits.outputTokens).toBeLessThan(rewriter.limits.contextTokens);
  });
});

test.each([
  ["gpt-4.1-mini", "general"],
  ["accounts/fireworks/models/qwen3-coder-480b-a35b-instruct", "general"],
  ["morph-v3-fast", "morph"],
  ["morph/morph-v3-large", "morph"],
  ["relace/relace-apply-3", "morph"],
  ["Osmosis/Osmosis-Apply-1.7B", "osmosis"],
  ["Kortix/FastApply-7B-v1.0", "kortix"],
  ["fast-apply-1.5b", "kortix"],
  ["aixcoder-plugin/aiXapply-4B", "aixapply"],
] as const)("%s is asked in the words of %s", (model, family) => {
  expect(familyOf(model)).toBe(family);
});
