import { expect, it } from "vitest";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { withInstruction } from "../../../extension/core/sketch/saidOfCode.ts";
import type { FileSketch } from "../../../extension/core/sketch/sketch.ts";

const FENCE = "```ts\nexport const a = 1;\n```";

/** `delete total (answer)`, for each sketch of a reply. */
function shown(sketches: readonly FileSketch[]): string[][] {
  return sketches.map(({ said = [] }) => said.map(({ kind, names, voice }) => `${kind} ${names.join()} (${voice})`));
}

it("gives a sketch all that the prose of an answer about one file says, above and below", () => {
  const reply = `I removed \`total\`.\n\n${FENCE}\n\nThe \`sum\` helper is gone too.\n`;
  expect(shown(readReply(reply))).toEqual([["delete total (answer)", "delete sum (answer)"]]);
});

it("gives each of several fences for one file the same", () => {
  const reply = `I removed \`total\`.\n\n${FENCE}\n\nand added \`sum\`:\n\n${FENCE}\n`;
  const said = ["delete total (answer)", "add sum (answer)"];
  expect(shown(readReply(reply, { path: "a.ts" }))).toEqual([said, said]);
});

it("gives the sketches of several files what stands right above each", () => {
  const fence = (path: string): string => FENCE.replace("ts\n", `ts ${path}\n`);
  const reply = `I removed \`total\`.\n\n${fence("a.ts")}\n\nI removed \`sum\`.\n\n${fence("b.ts")}\n\n\`c\` is gone.\n`;
  expect(shown(readReply(reply))).toEqual([["delete total (answer)"], ["delete sum (answer)"]]);
});

it("says nothing where prose says nothing, and takes no code for prose", () => {
  expect(readReply(`Here it is:\n\n${FENCE}\n`)[0]?.said).toBeUndefined();
  expect(readReply("// I removed `total`.\nexport const a = 1;\n")[0]?.said).toBeUndefined();
});

it("adds what the instruction says, once, and not what code in it says", () => {
  const instruction = "Remove `total`.\n\n```ts\n// I removed `sum`.\n```\n";
  const sketches = readReply(`\`total\` is gone.\n\n${FENCE}\n`, { instruction });
  const said = [["delete total (answer)", "delete total (instruction)"]];
  expect(shown(sketches)).toEqual(said);
  expect(shown(withInstruction(sketches, instruction))).toEqual(said);
  expect(sketches.map(({ request }) => request?.trim())).toEqual(["Remove `total`."]);
});
